"""Saved counts: unguessable links, every act undoable, and no lost update between two tabs."""

from __future__ import annotations

import hashlib
import secrets
import zlib
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import Connection, Row, delete, func, insert, or_, select, update

from store.errors import InvalidRequest, RecordError
from store.index import tables
from store.index.database import Database, open_database
from store.settings import Settings

MAX_PAYLOAD_CHARS = 4_000_000
"""About twenty times a run of 2,000 long steps."""

MAX_STATES = 500
"""Acts that can be undone; the oldest beyond them are forgotten."""

MAX_ACT_CHARS = 200
KEY_BYTES = 32

_counts, _states = tables.saved_counts, tables.saved_states


class SavedMissing(RecordError):
    """No saved count has this key: mistyped, deleted, or never there. The three are not told apart."""

    def __init__(self) -> None:
        super().__init__(
            "no saved count has this link. It was deleted, or the link is not complete. "
            "Check that the whole link was copied, or start a new count."
        )


class TooLarge(InvalidRequest):
    """The count is larger than the server keeps."""

    def __init__(self, chars: int) -> None:
        super().__init__(
            f"this count has {chars:,} characters and the server keeps at most {MAX_PAYLOAD_CHARS:,}. "
            "It is not saved; download it as JSON, or cut it into several runs."
        )


@dataclass(frozen=True)
class Saved:
    """A count as it is on the server. `undo` and `redo` name the act that each would take back or do again.

    `revision` grows with every change; hand it back when saving. `read_only`: it was opened by its share key.
    """

    payload: str
    revision: int
    changed: datetime
    read_only: bool
    undo: str | None
    redo: str | None


class Conflict(RecordError):
    """Somebody else saved in between (another tab). `newer` is what is on the server now."""

    def __init__(self, newer: Saved) -> None:
        super().__init__(
            "this count was changed in another tab in the meantime, so nothing was saved here. "
            "Take the newer version, or keep yours as a copy."
        )
        self.newer = newer


class SavedCounts:
    """The saved counts of one database. A key is the only way to a count; only its hash is stored.

    The share key follows from the key and opens the same count for reading; no way leads back from it.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def create(self, payload: str, act: str = "start") -> str:
        """Save a new count and return its key."""
        key = secrets.token_urlsafe(KEY_BYTES)
        now = datetime.now(UTC)
        state = _packed(payload)
        with self._database.writing() as connection:
            count_id = connection.execute(
                insert(_counts)
                .values(
                    edit_hash=_hash(key),
                    share_hash=_hash(share_key(key)),
                    shared=False,
                    revision=1,
                    position=1,
                    created=now,
                    changed=now,
                )
                .returning(_counts.c.id)
            ).scalar_one()
            _put_state(connection, count_id, 1, act, state, now)
        return key

    def load(self, key: str) -> Saved:
        """The count behind a key or a share key. Raises SavedMissing."""
        with self._database.reading() as connection:
            return _saved(connection, _found(connection, key), key)

    def save(self, key: str, payload: str, expected_revision: int, act: str) -> Saved:
        """Save one act on top of the state that was loaded as `expected_revision`.

        What had been undone can no longer be redone. Raises Conflict, SavedMissing, TooLarge.
        """
        state = _packed(payload)
        now = datetime.now(UTC)
        with self._database.writing() as connection:
            row = _claimed(connection, key, expected_revision, now)
            mine = _states.c.count_id == row.id
            connection.execute(delete(_states).where(mine, _states.c.position > row.position))
            _put_state(connection, row.id, row.position + 1, act, state, now)
            connection.execute(
                delete(_states).where(mine, _states.c.position <= row.position + 1 - MAX_STATES)
            )
            return _moved(connection, row, row.position + 1, key)

    def undo(self, key: str, expected_revision: int) -> Saved:
        """Go back by one act; nothing happens at the first. Raises Conflict, SavedMissing."""
        return self._step(key, expected_revision, -1)

    def redo(self, key: str, expected_revision: int) -> Saved:
        """Do the act undone last again; nothing happens at the newest. Raises Conflict, SavedMissing."""
        return self._step(key, expected_revision, 1)

    def share(self, key: str) -> str:
        """Open the count for reading and return its share key."""
        self._set_shared(key, True)
        return share_key(key)

    def unshare(self, key: str) -> None:
        """Close the share link again."""
        self._set_shared(key, False)

    def duplicate(self, key: str) -> str:
        """A new count that starts from what this one shows now, also by its share key. Returns the key."""
        return self.create(self.load(key).payload, act="duplicate")

    def delete(self, key: str) -> None:
        """Delete the count and its whole history for good. Raises SavedMissing."""
        with self._database.writing() as connection:
            row = _owned(connection, key)
            connection.execute(delete(_states).where(_states.c.count_id == row.id))
            connection.execute(delete(_counts).where(_counts.c.id == row.id))
        self._database.scrub()

    def _step(self, key: str, expected_revision: int, by: int) -> Saved:
        now = datetime.now(UTC)
        with self._database.writing() as connection:
            row = _claimed(connection, key, expected_revision, now)
            position = row.position + by
            there = select(func.count()).where(_states.c.count_id == row.id, _states.c.position == position)
            if not connection.execute(there).scalar_one():
                position = row.position
            return _moved(connection, row, position, key)

    def _set_shared(self, key: str, shared: bool) -> None:
        with self._database.writing() as connection:
            row = _owned(connection, key)
            connection.execute(update(_counts).where(_counts.c.id == row.id).values(shared=shared))


def open_saved_counts(settings: Settings) -> SavedCounts | None:
    """The saved counts of `settings`; None where RECORD_SAVE_COUNTS is off and counts stay in the session."""
    return SavedCounts(open_database(settings)) if settings.save_counts else None


def share_key(key: str) -> str:
    """The key that reads what `key` edits. It can be worked out from `key`, never the other way round."""
    return "s" + _hash(f"share {key}")[:42]


def _hash(key: str) -> str:
    return hashlib.sha256(key.encode("utf-8", "replace")).hexdigest()


def _packed(payload: str) -> bytes:
    if len(payload) > MAX_PAYLOAD_CHARS:
        raise TooLarge(len(payload))
    return zlib.compress(payload.encode("utf-8", "surrogatepass"))


def _found(connection: Connection, key: str) -> Row[*tuple[object, ...]]:
    hashed = _hash(key)
    by_share = (_counts.c.share_hash == hashed) & _counts.c.shared
    row = connection.execute(
        select(_counts).where(or_(_counts.c.edit_hash == hashed, by_share))
    ).one_or_none()
    if row is None:
        raise SavedMissing
    return row


def _owned(connection: Connection, key: str) -> Row[*tuple[object, ...]]:
    row = connection.execute(select(_counts).where(_counts.c.edit_hash == _hash(key))).one_or_none()
    if row is None:
        raise SavedMissing
    return row


def _claimed(
    connection: Connection, key: str, expected_revision: int, now: datetime
) -> Row[*tuple[object, ...]]:
    """Take the next revision in one statement, so that of two tabs only one gets it. Raises Conflict."""
    row = _owned(connection, key)
    claimed = connection.execute(
        update(_counts)
        .where(_counts.c.id == row.id, _counts.c.revision == expected_revision)
        .values(revision=expected_revision + 1, changed=now)
    )
    if not claimed.rowcount:
        raise Conflict(_saved(connection, _owned(connection, key), key))
    return _owned(connection, key)


def _put_state(
    connection: Connection, count_id: object, position: int, act: str, state: bytes, now: datetime
) -> None:
    named = " ".join(act.split())[:MAX_ACT_CHARS]
    connection.execute(
        insert(_states).values(count_id=count_id, position=position, act=named, payload=state, at=now)
    )


def _moved(connection: Connection, row: Row[*tuple[object, ...]], position: int, key: str) -> Saved:
    connection.execute(update(_counts).where(_counts.c.id == row.id).values(position=position))
    return _saved(connection, _owned(connection, key), key)


def _saved(connection: Connection, row: Row[*tuple[object, ...]], key: str) -> Saved:
    near = select(_states.c.position, _states.c.act).where(
        _states.c.count_id == row.id, _states.c.position.between(row.position - 1, row.position + 1)
    )
    acts = {state.position: state.act for state in connection.execute(near)}
    here = select(_states.c.payload).where(_states.c.count_id == row.id, _states.c.position == row.position)
    state: bytes = connection.execute(here).scalar_one()
    return Saved(
        payload=zlib.decompress(state).decode("utf-8", "surrogatepass"),
        revision=row.revision,
        changed=row.changed,
        read_only=row.edit_hash != _hash(key),
        undo=acts[row.position] if row.position - 1 in acts else None,
        redo=acts.get(row.position + 1),
    )
