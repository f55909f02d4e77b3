"""Numbers, bullets and boxes typed in front of a line, in the ways of six languages."""

from __future__ import annotations

import re
from dataclasses import dataclass

_MARK = re.compile(
    r"(?P<marker>"
    r"(?:step|schritt|étape|etape|paso|passo|stap)\s+(?:\d{1,3}|[a-z])\s?[.):–—-]*(?=\s)|"
    r"\(?\d{1,4}(?:\.\d{1,3})*(?:[.):]|\.?\))?(?=[ \t])|\d{1,3}(?:\.\d{1,3})*[.):](?=[^\W\d_])|"
    r"\(?[a-zA-Z][.)](?=[ \t])|\(?[ivxIVX]{1,5}[.)](?=[ \t])|"
    r"#[.)](?=[ \t])|\[[ xX]?\](?=[ \t])|[☐☑☒✓✔□■▪](?=\s?)|"
    r"o(?=\t|[ ]{2})|[-*+•●▪◦‣·○►➢➤→–—](?=[ \t]|(?<=[•●▪◦‣○►➢➤])\S)"
    r")[ \t]*(?P<box>\[[ xX]?\][ \t]+|[☐☑☒][ \t]*)?",
    re.IGNORECASE,
)


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
    return Mark(
        marker, marker.strip("().:").count(".") if marker[:2].strip("(")[:1].isdigit() else 0, found.end()
    )
