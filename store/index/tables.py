"""The tables of the SQL database: everything that must be transactional. Migrations create them; a test holds
the two together."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    DateTime,
    Dialect,
    Float,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
)


class Instant(TypeDecorator[datetime]):
    """An instant in UTC, on databases that keep an offset and on those that do not."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return None if value is None else value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

store = Table("store", metadata, Column("store_id", String(16), primary_key=True))

generations = Table(
    "generations",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=True),
    Column("corpus_id", String(200), nullable=False, index=True),
    Column("state", String(16), nullable=False),  # building, ready, failed, removed
    Column("created", Instant, nullable=False),
    Column("flipped", Instant),  # first became active
    Column("retired", Instant),  # last stopped being active
    Column("corpus_digest", String(64), nullable=False),
    Column("model_id", Text, nullable=False),
    Column("dimension", Integer, nullable=False),
    Column("adapter_digest", String(64)),
    Column("documents", Integer, nullable=False),
    Column("passages", Integer, nullable=False),
    Column("entries", Integer, nullable=False),
    Column("changes", JSON, nullable=False),
    sqlite_autoincrement=True,  # a number is never given twice, not even after a crash
)

pointers = Table(
    "pointers",
    metadata,
    Column("corpus_id", String(200), primary_key=True),
    Column("active", Integer, ForeignKey("generations.number"), nullable=False),
    Column("rollback", Integer, ForeignKey("generations.number")),
)

documents = Table(
    "documents",
    metadata,
    Column("generation", Integer, ForeignKey("generations.number"), primary_key=True),
    Column("position", Integer, primary_key=True, autoincrement=False),
    Column("stable_id", Text, nullable=False),
    Column("content_sha", String(64), nullable=False),
    Column("document", Text, nullable=False),  # the Document as JSON; its body is its passages
    UniqueConstraint("generation", "stable_id"),
)

takedowns = Table(
    "takedowns",
    metadata,
    Column("corpus_id", String(200), primary_key=True),
    Column("position", Integer, primary_key=True, autoincrement=False),  # line of the ledger, from 0
    Column("act", String(8), nullable=False),  # add, revoke
    Column("stable_id", Text, nullable=False),
    Column("by", Text, nullable=False),
    Column("at", Instant, nullable=False),
    Column("why", Text, nullable=False),
)

audit = Table(
    "audit",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("at", Instant, nullable=False, index=True),
    Column("corpus_id", String(200), nullable=False),
    Column("act", String(32), nullable=False),
    Column("who", Text, nullable=False),
    Column("outcome", String(64), nullable=False),
    Column("generation", Integer),
    Column("subject", Text),  # a stable_id; never a query
    Column("sizes", JSON, nullable=False),  # numbers only
    sqlite_autoincrement=True,
)

gaps = Table(
    "gaps",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("at", Instant, nullable=False),
    Column("corpus_id", String(200), nullable=False, index=True),
    Column("question", Text, nullable=False),
    Column("generation", Integer),
    Column("top_cosine", Float),
    sqlite_autoincrement=True,
)

saved_counts = Table(
    "saved_counts",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("edit_hash", String(64), nullable=False, unique=True),
    Column("share_hash", String(64), nullable=False, unique=True),
    Column("shared", Boolean, nullable=False),
    Column("revision", Integer, nullable=False),  # grows with every change, undo and redo among them
    Column("position", Integer, nullable=False),  # which state of the history is shown
    Column("created", Instant, nullable=False),
    Column("changed", Instant, nullable=False),
    sqlite_autoincrement=True,
)

saved_states = Table(
    "saved_states",
    metadata,
    Column("count_id", Integer, ForeignKey("saved_counts.id", ondelete="CASCADE"), primary_key=True),
    Column("position", Integer, primary_key=True, autoincrement=False),
    Column("act", Text, nullable=False),  # what led to this state, in a few words
    Column("payload", LargeBinary, nullable=False),  # zlib
    Column("at", Instant, nullable=False),
)
