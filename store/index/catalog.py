"""The catalog: which generations exist, which one is served, and the documents in each."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from sqlalchemy import Connection, Row, bindparam, delete, insert, select, update

from store.errors import RecordError
from store.index import tables
from store.index.acts import Acts, Takedown, read_withdrawn
from store.index.database import Database, open_database
from store.index.generations import (
    GenerationInfo,
    NewGeneration,
    Serving,
    State,
    changes_json,
    document_json,
    document_of,
    info_of,
)
from store.index.identity import read_corpus_id
from store.index.passages import Document
from store.settings import Settings

_generations, _pointers, _documents = tables.generations, tables.pointers, tables.documents
# Every search asks this, so the statement is made once.
_POINTER = select(_pointers.c.active, _pointers.c.rollback).where(
    _pointers.c.corpus_id == bindparam("corpus_id")
)


class Catalog:
    """The generations of one corpus in one database. `acts` holds its takedowns, audit and gap reports."""

    def __init__(self, database: Database, corpus_id: str, *, audited: bool = True) -> None:
        self.database = database
        self.corpus_id = corpus_id
        self.acts = Acts(database, corpus_id, audited=audited)
        self._last_active: GenerationInfo | None = (
            None  # what a generation is does not change while it is active
        )

    @property
    def store_id(self) -> str:
        """Names this database's generations among others' in a shared vector store."""
        with self.database.reading() as connection:
            store_id: str = connection.execute(select(tables.store.c.store_id)).scalar_one()
        return store_id

    def serving(self) -> Serving:
        """The active generation and the withdrawn documents."""
        with self.database.reading() as connection:
            pointer = self._pointer(connection)
            active = self._last_active
            if pointer is None or active is None or active.number != pointer.active:
                active = None if pointer is None else self._one(connection, pointer.active, pointer)
                self._last_active = active
            withdrawn = read_withdrawn(connection, self.corpus_id)
        return Serving(active, withdrawn)

    def active(self) -> GenerationInfo | None:
        """The generation served now, None before the first flip."""
        return self.serving().generation

    def rollback_target(self) -> GenerationInfo | None:
        """The generation a rollback would serve."""
        return next((info for info in self.generations() if info.state is State.ROLLBACK), None)

    def generation(self, number: int) -> GenerationInfo | None:
        """A generation of this corpus by its number, whatever its state."""
        with self.database.reading() as connection:
            return self._one(connection, number)

    def generations(self) -> tuple[GenerationInfo, ...]:
        """Every generation of this corpus, newest first."""
        query = select(_generations).where(_generations.c.corpus_id == self.corpus_id)
        with self.database.reading() as connection:
            pointer = self._pointer(connection)
            rows = connection.execute(query.order_by(_generations.c.number.desc())).all()
        return tuple(info_of(row, pointer) for row in rows)

    def documents(self, generation: int) -> tuple[Document, ...]:
        """The documents of a generation in reading order, each with its passages; () once it was removed."""
        query = select(_documents.c.document).where(_documents.c.generation == generation)
        with self.database.reading() as connection:
            rows = connection.scalars(query.order_by(_documents.c.position)).all()
        return tuple(document_of(row) for row in rows)

    def content_shas(self, generation: int) -> dict[str, str]:
        """sha256 of each document's file, by stable_id."""
        query = select(_documents.c.stable_id, _documents.c.content_sha)
        with self.database.reading() as connection:
            rows = connection.execute(query.where(_documents.c.generation == generation)).all()
        return {row.stable_id: row.content_sha for row in rows}

    def begin(self, new: NewGeneration) -> int:
        """A new generation, building and unseen. Returns its number."""
        with self.database.writing() as connection:
            number: int = connection.execute(
                insert(_generations)
                .values(
                    corpus_id=self.corpus_id,
                    state=State.BUILDING.value,
                    created=datetime.now(UTC),
                    corpus_digest=new.corpus_digest,
                    model_id=new.space.model_id,
                    dimension=new.space.dim,
                    adapter_digest=new.space.adapter_digest,
                    documents=new.documents,
                    passages=new.passages,
                    entries=new.entries,
                    changes=changes_json(new.changes),
                )
                .returning(_generations.c.number)
            ).scalar_one()
        return number

    def put_documents(self, generation: int, documents: Sequence[tuple[Document, str]]) -> None:
        """Write the documents of a building generation, in reading order, each with its file's sha256."""
        rows = [
            {
                "generation": generation,
                "position": position,
                "stable_id": document.stable_id,
                "content_sha": sha,
                "document": document_json(document),
            }
            for position, (document, sha) in enumerate(documents)
        ]
        with self.database.writing() as connection:
            connection.execute(insert(_documents), rows)

    def flip(self, generation: int, ledger: Sequence[Takedown], who: str) -> None:
        """Serve a building `generation` from now on, with `ledger` in force, in one transaction.

        Raises RecordError if it is building no more: this ingest lost its lock and another one dropped it.
        """
        now = datetime.now(UTC)
        with self.database.writing() as connection:
            pointer = self._pointer(connection)
            ready = connection.execute(
                update(_generations)
                .where(_generations.c.number == generation, _generations.c.state == State.BUILDING.value)
                .values(state=State.READY.value, flipped=now)
            )
            if not ready.rowcount:
                raise RecordError(
                    f"generation {generation} was dropped while it was built, so it is not served. "
                    "Run the ingest again."
                )
            self.acts.mirror(connection, ledger)
            self._point(connection, generation, None if pointer is None else pointer.active, now)
            info = self._one(connection, generation)
            self.acts.write_audit(
                connection, "flip", who, "flipped", generation, documents=info.documents if info else None
            )

    def rollback(self, who: str) -> GenerationInfo:
        """Serve the generation before again; a second rollback undoes the first. Raises RecordError."""
        with self.database.writing() as connection:
            pointer = self._pointer(connection)
            if pointer is None or pointer.rollback is None:
                raise RecordError("there is no earlier generation to roll back to. Nothing was changed.")
            self._point(connection, pointer.rollback, pointer.active, datetime.now(UTC))
            self.acts.write_audit(connection, "rollback", who, "rolled back", pointer.rollback)
            info = self._one(connection, pointer.rollback)
        assert info is not None  # noqa: S101  (a foreign key holds the pointer to a generation)
        return info

    def removable(self, now: datetime, pin: timedelta) -> tuple[GenerationInfo, ...]:
        """Generations nobody can be reading: not active, not rollback, retired longer ago than `pin`."""
        return tuple(
            info
            for info in self.generations()
            if info.state is State.READY and info.retired is not None and info.retired + pin < now
        )

    def leftovers(self) -> tuple[int, ...]:
        """Generations an ingest began and never finished. Only meaningful while holding the ingest lock."""
        return tuple(info.number for info in self.generations() if info.state is State.BUILDING)

    def forget(self, generation: int, state: State) -> None:
        """Drop a generation's documents and keep its row as FAILED or REMOVED."""
        with self.database.writing() as connection:
            connection.execute(delete(_documents).where(_documents.c.generation == generation))
            connection.execute(
                update(_generations).where(_generations.c.number == generation).values(state=state.value)
            )

    def _pointer(self, connection: Connection) -> Row[int, int] | None:
        return connection.execute(_POINTER, {"corpus_id": self.corpus_id}).one_or_none()

    def _point(self, connection: Connection, active: int, rollback: int | None, now: datetime) -> None:
        mine = _pointers.c.corpus_id == self.corpus_id
        if not connection.execute(
            update(_pointers).where(mine).values(active=active, rollback=rollback)
        ).rowcount:
            connection.execute(
                insert(_pointers).values(corpus_id=self.corpus_id, active=active, rollback=rollback)
            )
        if rollback is not None:
            connection.execute(
                update(_generations).where(_generations.c.number == rollback).values(retired=now)
            )

    def _one(
        self, connection: Connection, number: int, pointer: Row[int, int] | None = None
    ) -> GenerationInfo | None:
        """A generation; `pointer` saves reading it again where it is known."""
        query = select(_generations).where(
            _generations.c.number == number, _generations.c.corpus_id == self.corpus_id
        )
        row = connection.execute(query).one_or_none()
        return None if row is None else info_of(row, pointer or self._pointer(connection))


def open_catalog(settings: Settings) -> Catalog:
    """The catalog of the corpus that `settings` name, its database made and migrated where needed."""
    corpus_id = read_corpus_id(settings.corpus)
    return Catalog(open_database(settings), corpus_id, audited=settings.audit)
