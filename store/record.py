"""The record, opened: one object that searches, reads and lists, whatever is behind it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Literal

from store.envelope import (
    DocumentRead,
    Envelope,
    Floor,
    Hit,
    Outline,
    Status,
    StepLine,
    StepSuggestion,
)
from store.errors import Unpublished
from store.index.acts import AuditRow, Gap, Takedown
from store.index.embedder import Embedder, load_embedder
from store.index.generations import GenerationInfo
from store.index.manifest import Manifest
from store.index.passages import Document
from store.search.answer import Searcher
from store.search.audit import AuditTrail
from store.search.documents import Reader
from store.search.embedding import QueryEmbedding
from store.search.gate import gate_in_force
from store.search.outline import Outliner
from store.search.parts import Parts
from store.search.readings import Reading
from store.search.request import DEFAULT_K
from store.search.shelf import Shelf
from store.search.snapshot import Snapshots
from store.search.sources import CatalogSource, ManifestSource
from store.search.status import status_of
from store.search.suggest import Suggester
from store.settings import Settings, open_settings


def _now() -> datetime:
    return datetime.now(UTC)


class Record:
    """A governed record. Open it once per process: it holds the model and the served generation in memory."""

    def __init__(self, parts: Parts, close_database: Callable[[], None]) -> None:
        self._parts = parts
        self._close_database = close_database
        self._searcher = Searcher(parts)
        self._reader = Reader(parts)
        self._outliner = Outliner(parts)
        self._suggester = Suggester(parts)

    @classmethod
    def open(
        cls,
        settings: Settings | None = None,
        *,
        who: str = "process:python",
        embedder: Callable[[], Embedder] | None = None,
        clock: Callable[[], datetime] = _now,
    ) -> Record:
        """The record of `settings` (the environment's when None). `who` is written into the audit.

        Nothing is connected or loaded before the first act needs it. Raises SettingsError.
        """
        settings = settings or open_settings()
        manifest = ManifestSource(settings.corpus)
        corpus_id = manifest.read().corpus_id
        catalog = CatalogSource(settings, corpus_id)
        parts = Parts(
            settings=settings,
            corpus_id=corpus_id,
            catalog=catalog.open,
            shelf=Shelf(settings, catalog.open),
            embedding=QueryEmbedding(
                settings, embedder or (lambda: load_embedder(settings.model, settings.corpus))
            ),
            snapshots=Snapshots(settings, corpus_id, clock),
            audit=AuditTrail(catalog.open),
            manifest=manifest.read,
            clock=clock,
            who=who,
        )
        return cls(parts, catalog.close)

    def seen_by(self, who: str) -> Record:
        """The same record for another caller: the same model and memory, another name in the audit."""
        return Record(replace(self._parts, who=who), self._close_database)

    @property
    def settings(self) -> Settings:
        return self._parts.settings

    @property
    def manifest(self) -> Manifest:
        """What the corpus declares now: its title, what it covers and does not."""
        return self._parts.manifest()

    def search(self, query: str, k: int = DEFAULT_K, min_trust_tier: str = "unverified") -> Envelope:
        """Passages that answer `query`, or why there are none. Raises InvalidRequest, Uncalibrated."""
        return self._searcher.search(query, k, min_trust_tier)

    def closest(self, query: str, k: int = 3, min_trust_tier: str = "unverified") -> tuple[Hit, ...]:
        """The nearest passages even where the record abstains: never an answer, to be marked as not one."""
        return self._searcher.closest(query, k, min_trust_tier)

    def active(self) -> GenerationInfo:
        """The generation served now. Raises Unpublished, StoreUnavailable."""
        generation = self._parts.catalog().active()
        if generation is None:
            raise Unpublished
        return generation

    def gate(self) -> Literal["off"] | Floor:
        """The gate in force for what is served now. Raises Uncalibrated, Unpublished, StoreUnavailable."""
        return gate_in_force(self._parts.manifest(), self.active().space)

    def concepts(self) -> dict[str, str | None]:
        """Per stable_id of the generation served, the method's own name for what the document holds."""
        library = self._parts.shelf.library(self.active().number)
        return {document.stable_id: document.concept for document in library.documents}

    def gauge(self, query: str) -> float | None:
        """The number a gate would compare for `query`, whatever gate is declared: for measuring a floor."""
        return self._searcher.gauge(query)

    def readings(self, steps: Sequence[StepLine]) -> list[Reading]:
        """What the tuned space says of each step, whatever gate is declared: for measuring sureness."""
        return self._suggester.readings(steps)

    def suggest(self, steps: Sequence[StepLine]) -> tuple[StepSuggestion, ...]:
        """A suggested tag per step, with its rule and the example lines behind it. A person decides.

        Raises InvalidRequest, Uncalibrated, Unpublished, EmbedUnavailable, StoreUnavailable.
        """
        return self._suggester.suggest(steps)

    def read(
        self,
        name: str,
        heading: str | None = None,
        snapshot_token: str | None = None,
        min_trust_tier: str = "unverified",
    ) -> DocumentRead:
        """A document by slug or stable_id, or one section of it, byte for byte.

        Raises InvalidRequest, NotInRecord, Unpublished, StoreUnavailable, Uncalibrated.
        """
        return self._reader.read(name, heading, snapshot_token, min_trust_tier)

    def outline(
        self,
        node: str | None = None,
        depth: int = 0,
        limit: int = 200,
        offset: int = 0,
        min_trust_tier: str = "unverified",
    ) -> Outline:
        """What is served, in reading order. Raises as `read` does."""
        return self._outliner.outline(node, depth, limit, offset, min_trust_tier)

    def status(self) -> Status:
        """What is served now, or in words why nothing is. Never raises."""
        return status_of(self._parts)

    def generations(self) -> tuple[GenerationInfo, ...]:
        """Every generation with what changed in it. Raises StoreUnavailable."""
        return self._parts.catalog().generations()

    def takedowns(self) -> tuple[Takedown, ...]:
        """Every takedown act in order, in force or revoked. Raises StoreUnavailable."""
        return self._parts.catalog().acts.ledger()

    def audit_rows(self, since: datetime | None = None, acts: Sequence[str] = ()) -> tuple[AuditRow, ...]:
        """Acts since an instant, oldest first; never a query's text. Raises StoreUnavailable."""
        self.flush()
        return self._parts.catalog().acts.audit_rows(since, acts=acts)

    def expiring(self, before: datetime) -> tuple[Document, ...]:
        """Served documents that are stale by `before`, the earliest first. Raises StoreUnavailable."""
        active = self._parts.catalog().active()
        if active is None:
            return ()
        dated = [
            (d.stale_after, d) for d in self._parts.shelf.library(active.number).documents if d.stale_after
        ]
        return tuple(d for stale, d in sorted(dated, key=lambda pair: pair[0]) if stale <= before)

    def report_gap(self, question: str, envelope: Envelope) -> None:
        """Keep an uncovered question, only ever because its asker wants it. Raises StoreUnavailable."""
        generation = None if envelope.snapshot is None else envelope.snapshot.generation
        self._parts.catalog().acts.report_gap(question, generation, envelope.top_cosine)

    def gaps(self) -> tuple[Gap, ...]:
        """Questions people asked us to keep, newest first. Raises StoreUnavailable."""
        return self._parts.catalog().acts.gaps()

    def warm(self) -> None:
        """Load the model and the served generation now. Raises EmbedUnavailable, StoreUnavailable."""
        self._parts.embedding.warm()
        active = self._parts.catalog().active()
        if active is not None:
            self._parts.shelf.holding(active.number)

    def flush(self) -> bool:
        """Wait until every audit row so far is in the database; False when it does not answer."""
        return self._parts.audit.flush()

    def close(self) -> None:
        """Write what is left of the audit and let go of the database."""
        self._parts.audit.close()
        self._close_database()

    def __enter__(self) -> Record:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


_open: dict[Settings, dict[str, Record]] = {}
_opening = threading.Lock()


def open_record(settings: Settings | None = None, *, who: str = "process:workbench") -> Record:
    """The process's one record for these settings: one model, one owner of the embedded store.

    `who` is written into the audit of what this caller asks; everything else is shared.
    """
    settings = settings or open_settings()
    with _opening:
        callers = _open.setdefault(settings, {})
        if who not in callers:
            shared = next(iter(callers.values()), None)
            callers[who] = Record.open(settings, who=who) if shared is None else shared.seen_by(who)
        return callers[who]
