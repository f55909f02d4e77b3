"""The headings of a document, and the passages under one of them."""

from __future__ import annotations

import re
from dataclasses import replace

from store.errors import InvalidRequest
from store.index.passages import Document, Passage

SHOWN_HEADINGS = 40
_HEADING_LINE = re.compile(r"^ {0,3}#{1,6}[ \t]+(?P<words>.*?)[ \t]*#*[ \t]*\r?$", re.MULTILINE)
_MARKUP = re.compile(r"[*_`]")


def heading_paths(document: Document) -> list[tuple[str, ...]]:
    """Every heading path of a document once, in reading order, those above a passage's own among them."""
    paths: dict[tuple[str, ...], None] = {}
    for passage in document.passages:
        for depth in range(1, len(passage.heading_path) + 1):
            paths.setdefault(passage.heading_path[:depth])
    return list(paths)


def section(document: Document, heading: str) -> list[Passage]:
    """The passages under a heading and those below it. `heading`: its words, or its path with ` / `."""
    wanted = _folded(heading)
    paths = [
        path for path in heading_paths(document) if wanted in (_folded(path[-1]), _folded(" / ".join(path)))
    ]
    if not paths:
        raise InvalidRequest(
            f"{document.stable_id} has no section {heading!r}. "
            f"Its sections: {_listed(heading_paths(document))}"
        )
    if len(paths) > 1:
        raise InvalidRequest(
            f"{document.stable_id} has {len(paths)} sections {heading!r}. "
            f"Give the whole path: {_listed(paths)}"
        )
    (path,) = paths
    under = [passage for passage in document.passages if passage.heading_path[: len(path)] == path]
    return [replace(under[0], text=_from_heading(under[0].text, path[-1])), *under[1:]]


def _from_heading(text: str, heading: str) -> str:
    """A section's first passage may begin with the headings above it; the section begins with its own."""
    for match in _HEADING_LINE.finditer(text):
        if _folded(_MARKUP.sub("", match["words"])) == _folded(heading):
            before = text[: match.start()]
            return text[match.start() :] if all(map(_is_heading_or_blank, before.splitlines())) else text
    return text


def _is_heading_or_blank(line: str) -> bool:
    return not line.strip() or _HEADING_LINE.match(line) is not None


def _listed(paths: list[tuple[str, ...]]) -> str:
    if not paths:
        return "none."
    shown = "; ".join(" / ".join(path) for path in paths[:SHOWN_HEADINGS])
    return shown + ("; ..." if len(paths) > SHOWN_HEADINGS else ".")


def _folded(text: str) -> str:
    return " ".join(text.split()).casefold()
