"""outline: what the record holds, in reading order, a page at a time."""

from __future__ import annotations

from collections.abc import Iterator

from store.envelope import Outline, OutlineRow
from store.errors import InvalidRequest, NotInRecord, Unpublished
from store.governance import derive_tier, higher_tier, parse_tier
from store.index.acts import AuditRow
from store.index.passages import Document
from store.search.gate import gate_in_force
from store.search.headings import heading_paths
from store.search.parts import Parts

MAX_LIMIT = 1_000
MAX_DEPTH = 6
"""Markdown has six levels of headings."""

PARTIAL = (
    "A partial list is no evidence of absence: what is not on this page may be on the next one, below a "
    "greater depth, or in a passage that only a search finds."
)


class Outliner:
    """Lists what is served."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def outline(self, node: str | None, depth: int, limit: int, offset: int, min_trust_tier: str) -> Outline:
        """Raises InvalidRequest, NotInRecord, Unpublished, StoreUnavailable, Uncalibrated."""
        _check("depth", depth, 0, MAX_DEPTH)
        _check("limit", limit, 1, MAX_LIMIT)
        _check("offset", offset, 0, None)
        tier = higher_tier(parse_tier(min_trust_tier), self._parts.settings.min_trust_tier)
        at = self._parts.clock()
        serving = self._parts.catalog().serving()
        active = serving.generation
        gate_in_force(self._parts.manifest(), None if active is None else active.space)
        if active is None:
            raise Unpublished
        library = self._parts.shelf.library(active.number)
        served = library.admission.served(at, tier, serving.withdrawn)
        documents = [d for d, is_served in zip(library.documents, served, strict=True) if is_served]
        rows = _rows(documents, node, depth)
        page = rows[offset : offset + limit]
        more = offset + limit < len(rows)
        self._parts.audit.add(
            AuditRow(at, "outline", self._parts.who, "ok", active.number, None, {"rows": len(page)})
        )
        return Outline(
            corpus_id=active.corpus_id,
            generation=active.number,
            node=node,
            rows=page,
            total=len(rows),
            has_more=more,
            next_offset=offset + limit if more else None,
            note=PARTIAL,
        )


def _rows(documents: list[Document], node: str | None, depth: int) -> list[OutlineRow]:
    """Without a node or with a folder: documents, each with `depth` levels of headings below it.

    With a document: its outermost headings and `depth` levels below them.
    """
    if node is None:
        return [row for document in documents for row in _document_rows(document, depth)]
    wanted = node.strip().strip("/")
    folder = f"{wanted}/"
    inside = [d for d in documents if d.stable_id.startswith((folder, f"documents/{folder}"))]
    if inside:
        return [row for document in inside for row in _document_rows(document, depth)]
    for document in documents:
        if wanted in (document.stable_id, document.slug):
            return list(_heading_rows(document, depth + 1))
    raise NotInRecord(
        f"this record serves no document or folder named {node!r}. An outline without a node lists all."
    )


def _document_rows(document: Document, depth: int) -> Iterator[OutlineRow]:
    yield _row(document, "document", 0, document.title, [])
    yield from _heading_rows(document, depth)


def _heading_rows(document: Document, depth: int) -> Iterator[OutlineRow]:
    for path in heading_paths(document):
        if len(path) <= depth:
            yield _row(document, "heading", len(path), path[-1], list(path))


def _row(document: Document, kind: str, level: int, title: str, heading_path: list[str]) -> OutlineRow:
    return OutlineRow.model_validate(
        {
            "kind": kind,
            "slug": document.slug,
            "stable_id": document.stable_id,
            "level": level,
            "title": title,
            "heading_path": heading_path,
            "type": document.type,
            "description": document.description,
            "trust_tier": derive_tier(document.verified),
        }
    )


def _check(name: str, value: int, least: int, most: int | None) -> None:
    whole = isinstance(value, int) and not isinstance(value, bool)
    if not whole or value < least or (most is not None and value > most):
        span = f"from {least}" if most is None else f"from {least} to {most}"
        raise InvalidRequest(f"{name} is {value!r}: give a whole number {span}.")
