"""The headings of a document, and the passages under one of them."""

from __future__ import annotations

from store.errors import InvalidRequest
from store.index.passages import Document, Passage

SHOWN_HEADINGS = 40


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
    return [passage for passage in document.passages if passage.heading_path[: len(paths[0])] == paths[0]]


def _listed(paths: list[tuple[str, ...]]) -> str:
    if not paths:
        return "none."
    shown = "; ".join(" / ".join(path) for path in paths[:SHOWN_HEADINGS])
    return shown + ("; ..." if len(paths) > SHOWN_HEADINGS else ".")


def _folded(text: str) -> str:
    return " ".join(text.split()).casefold()
