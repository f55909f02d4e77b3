"""What people and machines did to the record: withdrawals, the audit, gaps somebody asked us to keep."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import Protocol

from sqlalchemy import Connection, bindparam, delete, insert, select

from store.index import tables
from store.index.database import Database


class TakedownKind(StrEnum):
    ADD = "add"
    REVOKE = "revoke"


@dataclass(frozen=True)
class Takedown:
    """One line of the ledger: from this act on the document is withdrawn, or served again."""

    act: TakedownKind
    stable_id: str
    by: str
    at: datetime
    why: str


@dataclass(frozen=True)
class AuditRow:
    """One act. `sizes` are numbers (k, hits, query_chars, top_cosine...); a query's text is never here."""

    at: datetime
    act: str
    who: str
    outcome: str
    generation: int | None
    subject: str | None
    sizes: dict[str, float | int | None]


@dataclass(frozen=True)
class Gap:
    """A question the record did not cover, kept because the person who asked pressed the button for it."""

    at: datetime
    question: str
    generation: int | None
    top_cosine: float | None


class _Act(Protocol):
    @property
    def act(self) -> str: ...
    @property
    def stable_id(self) -> str: ...


def withdrawn_by(acts: Iterable[_Act]) -> frozenset[str]:
    """The stable_ids that are withdrawn once `acts` have happened in order: the last act on each decides."""
    last = {act.stable_id: act.act for act in acts}
    return frozenset(stable_id for stable_id, act in last.items() if act == TakedownKind.ADD)


class Acts:
    """The acts of one corpus in one database."""

    def __init__(self, database: Database, corpus_id: str, *, audited: bool = True) -> None:
        self._database = database
        self._corpus_id = corpus_id
        self._audited = audited

    def ledger(self) -> tuple[Takedown, ...]:
        """Every takedown act in force or not, in order, as the database last saw the corpus's ledger."""
        with self._database.reading() as connection:
            return read_ledger(connection, self._corpus_id)

    def withdrawn(self) -> frozenset[str]:
        """The stable_ids withdrawn now."""
        return withdrawn_by(self.ledger())

    def mirror(self, connection: Connection, ledger: Sequence[Takedown]) -> None:
        """Bring the database's copy up to `ledger`, inside the caller's transaction.

        The ledger only grows: a copy that is `ledger` and more holds acts made after `ledger` was read.
        """
        present = read_ledger(connection, self._corpus_id)
        if present[: len(ledger)] == tuple(ledger):
            return
        connection.execute(delete(tables.takedowns).where(tables.takedowns.c.corpus_id == self._corpus_id))
        rows = [
            {
                "corpus_id": self._corpus_id,
                "position": position,
                "act": act.act.value,
                "stable_id": act.stable_id,
                "by": act.by,
                "at": act.at,
                "why": act.why,
            }
            for position, act in enumerate(ledger)
        ]
        connection.execute(insert(tables.takedowns), rows)

    def audit(
        self,
        act: str,
        who: str,
        outcome: str,
        generation: int | None = None,
        *,
        subject: str | None = None,
        **sizes: float | int | None,
    ) -> None:
        """Write one audit row now. `subject` is a stable_id; `sizes` are numbers: no text slips in."""
        with self._database.writing() as connection:
            self.write_audit(connection, act, who, outcome, generation, subject=subject, at=None, **sizes)

    def write_audit(
        self,
        connection: Connection,
        act: str,
        who: str,
        outcome: str,
        generation: int | None = None,
        *,
        subject: str | None = None,
        at: datetime | None = None,
        **sizes: float | int | None,
    ) -> None:
        """The audit row of an act, kept or lost with the act's own transaction. `at`: now if not given."""
        for name, size in sizes.items():
            if size is not None and not isinstance(size, int | float):
                raise TypeError(f"audit size {name} is {type(size).__name__}, not a number")
        if self._audited:
            connection.execute(
                insert(tables.audit).values(
                    at=at or datetime.now(UTC),
                    corpus_id=self._corpus_id,
                    act=act,
                    who=who,
                    outcome=outcome,
                    generation=generation,
                    subject=subject,
                    sizes=sizes,
                )
            )

    def audit_rows(
        self, since: datetime | None = None, *, acts: Sequence[str] = (), limit: int | None = None
    ) -> tuple[AuditRow, ...]:
        """Audit rows, oldest first; with `limit` the newest ones of them. `acts` keeps only those named."""
        table = tables.audit
        query = select(table).where(table.c.corpus_id == self._corpus_id).order_by(table.c.id.desc())
        if since is not None:
            query = query.where(table.c.at >= since)
        if acts:
            query = query.where(table.c.act.in_(acts))
        with self._database.reading() as connection:
            rows = connection.execute(query.limit(limit)).all()
        return tuple(
            AuditRow(row.at, row.act, row.who, row.outcome, row.generation, row.subject, row.sizes)
            for row in reversed(rows)
        )

    def report_gap(self, question: str, generation: int | None, top_cosine: float | None) -> None:
        """Keep a question the record did not cover. Only ever called because a person asked for it."""
        with self._database.writing() as connection:
            connection.execute(
                insert(tables.gaps).values(
                    at=datetime.now(UTC),
                    corpus_id=self._corpus_id,
                    question=question,
                    generation=generation,
                    top_cosine=top_cosine,
                )
            )

    def gaps(self) -> tuple[Gap, ...]:
        """Reported gaps, newest first."""
        table = tables.gaps
        query = select(table).where(table.c.corpus_id == self._corpus_id).order_by(table.c.id.desc())
        with self._database.reading() as connection:
            rows = connection.execute(query).all()
        return tuple(Gap(row.at, row.question, row.generation, row.top_cosine) for row in rows)


_LAST_ACTS = (
    select(tables.takedowns.c.stable_id, tables.takedowns.c.act)
    .where(tables.takedowns.c.corpus_id == bindparam("corpus_id"))
    .order_by(tables.takedowns.c.position)
)


def read_withdrawn(connection: Connection, corpus_id: str) -> frozenset[str]:
    """The stable_ids withdrawn now. Every search asks this, so it reads no more than it needs."""
    return withdrawn_by(connection.execute(_LAST_ACTS, {"corpus_id": corpus_id}))


def read_ledger(connection: Connection, corpus_id: str) -> tuple[Takedown, ...]:
    table = tables.takedowns
    rows = connection.execute(
        select(table).where(table.c.corpus_id == corpus_id).order_by(table.c.position)
    ).all()
    return tuple(Takedown(TakedownKind(row.act), row.stable_id, row.by, row.at, row.why) for row in rows)
