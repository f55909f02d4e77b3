"""Publish the corpus: read, check, cut, reuse or encode, write, verify, flip."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from store.errors import RecordError, SettingsError
from store.index.catalog import Catalog, open_catalog
from store.index.embedder import Embedder, load_embedder
from store.index.generations import Changes, GenerationInfo, NewGeneration, State, document_json
from store.index.passages import Entry
from store.index.vectors import VectorStore
from store.ingest.check import check
from store.ingest.corpus import Corpus, read_corpus
from store.ingest.embed import Embedded, Progress, embed, no_progress
from store.ingest.entries import entries_of
from store.ingest.findings import CorpusRefused
from store.ingest.sweep import sweep
from store.ingest.verify import verify
from store.settings import Settings

SHRINK_LIMIT = 0.15
"""A flip that drops more than this share of the documents served before refuses."""

WAIT_SECONDS = 600.0
"""How long an ingest waits for another one before it gives up."""


class ShrinkRefused(RecordError):
    """The corpus lost so many documents that it looks like an accident."""

    def __init__(self, dropped: Sequence[str], of: int) -> None:
        self.dropped = tuple(dropped)
        shown = ", ".join(self.dropped[:5]) + (", ..." if len(self.dropped) > 5 else "")
        super().__init__(
            f"this would drop {len(self.dropped)} of the {of} documents served now ({shown}), more than "
            f"{SHRINK_LIMIT:.0%}. Nothing was published. If it is meant, run it again with --allow-shrink."
        )


@dataclass(frozen=True)
class Published:
    """A new generation is served. `encoded` texts went through the model, `carried` kept their vectors."""

    generation: GenerationInfo
    encoded: int
    carried: int


@dataclass(frozen=True)
class Unchanged:
    """The corpus is served already. `takedowns_changed`: the ledger is now in force as the file says."""

    generation: GenerationInfo
    takedowns_changed: bool


@dataclass(frozen=True)
class Draft:
    """A generation about to be built."""

    corpus: Corpus
    entries: tuple[Entry, ...]
    new: NewGeneration


def publish(
    settings: Settings,
    *,
    who: str,
    allow_shrink: bool = False,
    progress: Progress = no_progress,
    embedder: Embedder | None = None,
    wait_seconds: float = WAIT_SECONDS,
    waiting: Callable[[], None] = lambda: None,
) -> Published | Unchanged:
    """Publish the corpus of `settings`. What was served stays served until the flip, whatever happens.

    `progress(done, total)` counts the texts to encode. `waiting` is called once if another ingest is at work.
    Raises CorpusRefused, ShrinkRefused, Busy, EmbedUnavailable, StoreUnavailable.
    """
    catalog = _catalog_of(settings)
    with (
        catalog.database.locked("ingest", wait_seconds, waiting),
        VectorStore(settings, catalog.store_id) as store,
    ):
        try:
            return _publish(settings, catalog, store, who, allow_shrink, progress, embedder)
        except RecordError as error:
            catalog.acts.audit("ingest", who, _refusal(error))
            raise


def _publish(
    settings: Settings,
    catalog: Catalog,
    store: VectorStore,
    who: str,
    allow_shrink: bool,
    progress: Progress,
    embedder: Embedder | None,
) -> Published | Unchanged:
    corpus = _checked(settings, catalog)
    embedder = embedder or load_embedder(settings.model, settings.corpus)
    sweep(catalog, store)
    active = catalog.active()
    draft = _draft(catalog, corpus, embedder, active)
    if active is not None and _serves(active, draft.new, store):
        return _unchanged(catalog, active, corpus, who)
    if active is not None and not allow_shrink:
        _refuse_shrink(catalog, active, corpus)
    embedded = embed(draft.entries, embedder, store, active, progress)
    number = _build(catalog, store, draft, embedded)
    catalog.flip(number, corpus.ledger, who)
    generation = catalog.active()
    assert generation is not None  # noqa: S101  (it was flipped one line above, under the lock)
    catalog.acts.audit(
        "ingest", who, "published", number, documents=generation.documents, encoded=embedded.encoded
    )
    return Published(generation, embedded.encoded, embedded.carried)


def _catalog_of(settings: Settings) -> Catalog:
    """The catalog; an unusable record.yaml is refused together with everything else that is wrong."""
    try:
        return open_catalog(settings)
    except SettingsError:
        if findings := check(read_corpus(settings.corpus), ()):
            raise CorpusRefused(findings) from None
        raise


def _checked(settings: Settings, catalog: Catalog) -> Corpus:
    corpus = read_corpus(settings.corpus)
    if findings := check(corpus, catalog.acts.ledger()):
        raise CorpusRefused(findings)
    return corpus


def _draft(catalog: Catalog, corpus: Corpus, embedder: Embedder, active: GenerationInfo | None) -> Draft:
    entries = tuple(entry for read in corpus.documents for entry in entries_of(read.document))
    new = NewGeneration(
        corpus_digest=_digest(corpus, entries),
        space=embedder.space,
        documents=len(corpus.documents),
        passages=sum(len(read.document.passages) for read in corpus.documents),
        entries=len(entries),
        changes=_changes({} if active is None else catalog.content_shas(active.number), corpus),
    )
    return Draft(corpus, entries, new)


def _digest(corpus: Corpus, entries: Sequence[Entry]) -> str:
    """Of all that a generation is made from, so that a new way of cutting is a new generation too."""
    digest = hashlib.sha256()
    for read in corpus.documents:
        digest.update(document_json(read.document).encode())
    for entry in entries:
        digest.update(f"\n{entry.passage_id} {entry.kind} {entry.digest}".encode())
    return digest.hexdigest()


def _changes(before: dict[str, str], corpus: Corpus) -> Changes:
    now = {read.document.stable_id: read.sha for read in corpus.documents}
    return Changes(
        added=tuple(sorted(now.keys() - before.keys())),
        changed=tuple(sorted(name for name in now.keys() & before.keys() if now[name] != before[name])),
        removed=tuple(sorted(before.keys() - now.keys())),
    )


def _serves(active: GenerationInfo, new: NewGeneration, store: VectorStore) -> bool:
    """Whether the active generation is this corpus in this space, with its vectors still there."""
    same = (active.corpus_digest, active.space) == (new.corpus_digest, new.space)
    return same and store.generations().get(active.number, False)


def _unchanged(catalog: Catalog, active: GenerationInfo, corpus: Corpus, who: str) -> Unchanged:
    changed = catalog.acts.ledger() != corpus.ledger
    with catalog.database.writing() as connection:
        if changed:
            catalog.acts.mirror(connection, corpus.ledger)
        catalog.acts.write_audit(connection, "ingest", who, "unchanged", active.number)
    return Unchanged(active, changed)


def _refuse_shrink(catalog: Catalog, active: GenerationInfo, corpus: Corpus) -> None:
    stable = {read.document.stable_id for read in corpus.documents if read.document.status == "stable"}
    here = {read.document.stable_id for read in corpus.documents}
    before = catalog.documents(active.number)
    dropped = [
        document.stable_id
        for document in before
        if document.stable_id not in (stable if document.status == "stable" else here)
    ]
    if len(dropped) > SHRINK_LIMIT * len(before):
        raise ShrinkRefused(dropped, len(before))


def _build(catalog: Catalog, store: VectorStore, draft: Draft, embedded: Embedded) -> int:
    """Write a generation nobody sees yet, and read it back. Returns its number."""
    number = catalog.begin(draft.new)
    passages = {passage.id: passage for read in draft.corpus.documents for passage in read.document.passages}
    try:
        store.write(number, draft.new.space, draft.entries, passages, embedded.matrix)
        store.seal(number)
        catalog.put_documents(number, [(read.document, read.sha) for read in draft.corpus.documents])
        verify(store.load(number), catalog.documents(number), draft.entries, embedded.matrix)
    except RecordError:
        catalog.forget(number, State.FAILED)
        raise
    return number


def _refusal(error: RecordError) -> str:
    match error:
        case CorpusRefused():
            return "refused by the check"
        case ShrinkRefused():
            return "refused by the shrink guard"
        case _:
            return "failed"
