"""The record, opened: one object that searches, reads and lists, whatever is behind it."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from store.envelope import (
    DocumentRead,
    EmbeddingSpace,
    Envelope,
    Floor,
    Hit,
    Outline,
    State,
    Status,
    StepLine,
    StepSuggestion,
)
from store.errors import StoreUnavailable, Uncalibrated, Unpublished
from store.governance import derive_tier
from store.index.acts import AuditRow, Gap, Takedown
from store.index.catalog import Catalog, GenerationInfo, Serving, open_catalog
from store.index.embedder import Embedder, load_embedder
from store.index.manifest import Manifest, read_manifest
from store.index.passages import Document
from store.search.answer import Parts, Searcher
from store.search.audit import AuditTrail
from store.search.documents import Reader
from store.search.embedding import QueryEmbedding
from store.search.gate import gate_in_force
from store.search.hits import instant
from store.search.outline import Outliner
from store.search.request import DEFAULT_K
from store.search.shelf import Shelf
from store.search.snapshot import Snapshots
from store.search.suggest import Reading, Suggester
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
        manifest = _Watched(settings.corpus)
        corpus_id = manifest.read().corpus_id
        catalog = _Catalog(settings)
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
        """What is served now, or in words why nothing is. Raises SettingsError only."""
        try:
            return self._status(self._parts.catalog().serving(), None)
        except StoreUnavailable as error:
            return self._status(None, str(error))

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

    def _status(self, serving: Serving | None, problem: str | None) -> Status:
        manifest = self._parts.manifest()
        active = None if serving is None else serving.generation
        state = _state(serving)
        gate: Literal["off", "uncalibrated"] | Floor
        try:
            gate = gate_in_force(manifest, None if active is None else active.space)
        except Uncalibrated as error:
            gate, state, problem = "uncalibrated", "uncalibrated", str(error)
        tiers = Counter[str]()
        if serving is not None and active is not None:
            tiers = self._tiers(serving, active.number)
        return Status(
            corpus_id=self._parts.corpus_id,
            title=manifest.title,
            state=state,
            generation=None if active is None else active.number,
            published_at=None if active is None or active.flipped is None else instant(active.flipped),
            documents=0 if active is None else active.documents,
            passages=0 if active is None else active.passages,
            served=tiers.total(),
            trust_tiers=dict(tiers),
            embedding_space=None
            if active is None
            else EmbeddingSpace(
                model_id=active.space.model_id,
                dimension=active.space.dim,
                adapter_digest=active.space.adapter_digest,
                digest=active.space.digest,
            ),
            gate=gate,
            min_trust_tier=self._parts.settings.min_trust_tier,
            covers=list(manifest.covers),
            does_not_cover=list(manifest.does_not_cover),
            problem=problem,
        )

    def _tiers(self, serving: Serving, generation: int) -> Counter[str]:
        """How many documents are served at this moment, by trust tier."""
        library = self._parts.shelf.library(generation)
        served = library.admission.served(
            self._parts.clock(), self._parts.settings.min_trust_tier, serving.withdrawn
        )
        return Counter(
            derive_tier(document.verified)
            for document, is_served in zip(library.documents, served, strict=True)
            if is_served
        )


def _state(serving: Serving | None) -> State:
    if serving is None:
        return "unavailable"
    return "unpublished" if serving.generation is None else "serving"


class _Catalog:
    """The catalog, opened when it is first needed: a database that is down at the start may be up later."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._lock = threading.Lock()
        self._opened: Catalog | None = None
        self._tries = 0

    def open(self) -> Catalog:
        tries = self._tries
        with self._lock:
            if self._opened is None:
                if self._tries != tries:
                    raise StoreUnavailable("the database")  # somebody tried in vain while this call waited
                self._tries += 1
                self._opened = open_catalog(self._settings)
            return self._opened

    def close(self) -> None:
        with self._lock:
            if self._opened is not None:
                self._opened.database.close()
                self._opened = None


class _Watched:
    """record.yaml, read again when its file changes: a floor measured now is in force at the next search."""

    def __init__(self, corpus: Path) -> None:
        self._corpus = corpus
        self._mark: tuple[int, int] | None = None
        self._manifest = self.read()

    def read(self) -> Manifest:
        mark = self._stamp()
        if mark is None or mark != self._mark:
            self._manifest = read_manifest(self._corpus)
            self._mark = mark
        return self._manifest

    def _stamp(self) -> tuple[int, int] | None:
        try:
            stat = (self._corpus / "record.yaml").stat()
        except OSError:
            return None
        return stat.st_mtime_ns, stat.st_size


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
