"""Numbers, bullets and boxes typed in front of a line, in the ways of six languages."""

from __future__ import annotations

import re
from dataclasses import dataclass

_MARK = re.compile(
    r"(?P<marker>"
    r"(?:step|schritt|étape|etape|paso|passo|stap)\s+(?:\d{1,3}|[a-z])\s?[.):–—-]*(?=\s)|"
    r"\(?\d{1,4}(?:\.\d{1,3})*(?:[.):]|\.?\))?(?=[ \t])|\d{1,3}(?:\.\d{1,3})*[.):](?=[^\W\d_])|"
    r"\(?[a-zA-Z][.)](?=[ \t])|\(?[ivxIVX]{1,5}[.)](?=[ \t])|"
    r"#[.)](?=[ \t])|[①-⑳❶-❿](?=\s?)|\[[ xX]?\](?=[ \t])|[☐☑☒✓✔□■▪](?=\s?)|"
    r"o(?=\t|[ ]{2})|[-*+•●▪◦‣·○►➢➤→–—](?=[ \t]|(?<=[•●▪◦‣○►➢➤])\S)"
    r")[ \t]*(?P<box>\[[ xX]?\][ \t]+|[☐☑☒][ \t]*)?",
    re.IGNORECASE,
)
_TYPED = re.compile(r"\(?\d+(?:\.\d+)+|[^\W\d_]{4,}\s|[•●▪◦‣○►➢➤☐☑☒✓✔■□]")


@dataclass(frozen=True)
class Mark:
    """What stands in front: `marker` ("3.", "-", "[ ]"), its depth, and how many characters it takes."""

    marker: str
    level: int
    length: int


def marked(line: str) -> Mark | None:
    """The mark a line begins with; None for a line of words."""
    found = _MARK.match(line)
    if found is None or not line[found.end() :].strip():
        return None
    marker = "[ ]" if found["box"] else found["marker"].strip()
    if re.fullmatch(r"\d+", marker) and not re.match(r"[^\W\d_]{2,}", line[found.end() :]):
        return None
    return Mark(marker, _depth(marker), found.end())


def cut_at_marks(content: str) -> list[tuple[int, int, Mark | None]]:
    """A paragraph cut before each line with a mark that Markdown does not know ("3.1 ", "Step 2:", "• ").

    Start and end of each piece, without its mark, and the mark.
    """
    starts = [0, *(mark.end() for mark in re.finditer("\n", content))]
    found = [(at, mark) for at in starts if (mark := _typed(content[at:].split("\n", 1)[0]))]
    if not found:
        return [(0, len(content), None)]
    first = found[0][0]
    ends = [at for at, _ in found[1:]] + [len(content)]
    pieces = [(at + mark.length, end, mark) for (at, mark), end in zip(found, ends, strict=True)]
    return [(0, first, None), *pieces] if first else list(pieces)


def _typed(line: str) -> Mark | None:
    mark = marked(line)
    return mark if mark is not None and _TYPED.match(mark.marker) else None


def _depth(marker: str) -> int:
    """How deep a number is: 0 for "3" and "3.0", 1 for "3.1"."""
    bare = marker.strip("().:")
    return bare.removesuffix(".0").count(".") if bare[:1].isdigit() else 0
