"""read: one document or one of its sections, byte for byte, with what is known of it."""

from __future__ import annotations

from datetime import datetime

from store.envelope import DocumentRead, Section
from store.errors import InvalidRequest, NotInRecord, Unpublished
from store.governance import higher_tier, parse_tier
from store.index.acts import AuditRow
from store.index.generations import GenerationInfo, Serving, State
from store.index.passages import Document
from store.search.advisory import content_advisory
from store.search.gate import gate_in_force
from store.search.headings import heading_paths, section
from store.search.hits import Origin, governance_of, provenance_of
from store.search.parts import Parts
from store.search.shelf import Library
from store.search.snapshot import Pin

READABLE = (State.ACTIVE, State.ROLLBACK, State.READY)


class Reader:
    """Reads documents of the served generation, or of the one a token pins."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def read(
        self, name: str, heading: str | None, snapshot_token: str | None, min_trust_tier: str
    ) -> DocumentRead:
        """Raises InvalidRequest, NotInRecord, Unpublished, StoreUnavailable, Uncalibrated."""
        at = self._parts.clock()
        serving = self._parts.catalog().serving()
        active = serving.generation
        gate_in_force(self._parts.manifest(), None if active is None else active.space)
        if active is None:
            raise Unpublished
        try:
            stable_id = self._admitted(name, serving, active, at, min_trust_tier)
            generation, status = self._pinned(active, snapshot_token)
            library = self._parts.shelf.library(generation)
            document = _found(library, stable_id, name)
        except NotInRecord:
            self._audit(at, "unknown", active.number, None)
            raise
        answer = self._answer(document, heading, Origin(active.corpus_id, generation, at), status)
        self._audit(at, status, generation, stable_id)
        return answer

    def _admitted(
        self, name: str, serving: Serving, active: GenerationInfo, at: datetime, min_trust_tier: str
    ) -> str:
        """The stable_id that `name` means among what is served now. A pinned read is admitted here too."""
        tier = higher_tier(parse_tier(min_trust_tier), self._parts.settings.min_trust_tier)
        library = self._parts.shelf.library(active.number)
        served = library.admission.served(at, tier, serving.withdrawn)
        return _resolve(
            name, [d for d, is_served in zip(library.documents, served, strict=True) if is_served]
        )

    def _pinned(self, active: GenerationInfo, token: str | None) -> tuple[int, str]:
        """The generation to read from and the snapshot_status that says why."""
        if token is None:
            return active.number, "unpinned"
        checked = self._parts.snapshots.check(token)
        if not isinstance(checked, Pin):
            return active.number, f"refreshed ({checked})"
        pinned = self._parts.catalog().generation(checked.generation)
        if pinned is None or pinned.state not in READABLE:
            return active.number, "refreshed (withdrawn)"
        return pinned.number, "pinned"

    def _answer(self, document: Document, heading: str | None, origin: Origin, status: str) -> DocumentRead:
        passages = list(document.passages)
        content = document.head + document.body
        if heading is not None:
            passages = section(document, heading)
            content = "".join(passage.text for passage in passages)
        return DocumentRead(
            slug=document.slug,
            stable_id=document.stable_id,
            type=document.type,
            title=document.title,
            description=document.description,
            heading=heading,
            content=content,
            frontmatter=document.head,
            sections=[Section(heading_path=list(path)) for path in heading_paths(document)],
            provenance=provenance_of(document, origin),
            governance=governance_of(document),
            snapshot=self._parts.snapshots.mint(origin.generation),
            snapshot_status=status,
            content_advisory=content_advisory(passage.text for passage in passages),
        )

    def _audit(self, at: datetime, outcome: str, generation: int, stable_id: str | None) -> None:
        self._parts.audit.add(AuditRow(at, "read", self._parts.who, outcome, generation, stable_id, {}))


def _resolve(name: str, served: list[Document]) -> str:
    """A slug or a stable_id to a stable_id, among the documents that are served. No two have the same."""
    if not isinstance(name, str) or not name.strip():
        raise InvalidRequest(
            "no document was named: give a slug or a stable_id, as a search or the outline shows it."
        )
    wanted = name.strip()
    for document in served:
        if wanted in (document.stable_id, document.slug):
            return document.stable_id
    raise NotInRecord(_unknown(wanted))


def _found(library: Library, stable_id: str, name: str) -> Document:
    """A document in the generation that is read; a pinned one may not have had it yet."""
    if stable_id not in library.row_of:
        raise NotInRecord(_unknown(name.strip()))
    return library.documents[library.row_of[stable_id]]


def _unknown(name: str) -> str:
    return f"this record serves no document named {name!r}. The outline lists what it serves."
