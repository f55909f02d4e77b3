"""One SQL database, SQLite or PostgreSQL: opening it, its migrations, its lock for writers."""

from __future__ import annotations

import ssl
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from filelock import FileLock, Timeout
from sqlalchemy import Connection, Engine, create_engine, event, func, select
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import DatabaseError, DBAPIError, InterfaceError, OperationalError

from store.errors import RecordError, SettingsError, StoreUnavailable
from store.settings import Settings

MIGRATIONS = Path(__file__).resolve().parent.parent / "migrations"
ANSWER_SECONDS = 10.0
"""A PostgreSQL server that leaves one statement unanswered for this long is not answering."""
BUSY_SECONDS = 30.0
"""How long one statement waits for another process's transaction on SQLite."""
MIGRATE_WAIT_SECONDS = 60.0
POLL_SECONDS = 0.1
_PG_LOCKS = {"ingest": 7_391_001, "migrate": 7_391_002, "ledger": 7_391_003}
_UNREACHABLE = (OperationalError, InterfaceError)


class Busy(RecordError):
    """Another process holds the lock and did not let go in time."""


class Database:
    """Transactions over one engine. Every driver error leaves here as StoreUnavailable."""

    def __init__(self, engine: Engine, lock_folder: Path) -> None:
        self._engine = engine
        self._lock_folder = lock_folder

    @property
    def engine(self) -> Engine:
        return self._engine

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that only reads."""
        with _as_outage(), self._engine.connect() as connection, connection.begin():
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """One transaction: all of it is kept, or none."""
        with _as_outage(), self._engine.connect() as connection:
            connection.execution_options(record_writes=True)
            with connection.begin():
                yield connection

    @contextmanager
    def locked(
        self, name: str, wait_seconds: float, waiting: Callable[[], None] = lambda: None
    ) -> Iterator[None]:
        """Hold the lock `name` across processes; it falls free when its process dies. Raises Busy.

        `waiting` is called once if somebody else holds it.
        """
        if self._engine.dialect.name == "postgresql":
            lock = _postgres_lock(self._engine, name)
        else:
            make_folder(self._lock_folder)
            lock = _file_lock(self._lock_folder / f"{name}.lock")
        with lock as taken:
            if not taken():
                waiting()
                until = time.monotonic() + wait_seconds
                while not taken():
                    if time.monotonic() >= until:
                        raise Busy(_busy_message(name, wait_seconds))
                    time.sleep(POLL_SECONDS)
            yield

    def scrub(self) -> None:
        """After a deletion for good: SQLite keeps old pages in its log until it is told to empty it."""
        if self._engine.dialect.name == "sqlite":
            with self._engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
                connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")

    def close(self) -> None:
        self._engine.dispose()


def open_database(settings: Settings) -> Database:
    """Open the database of `settings`, made and brought to the newest migration where it is not."""
    url = _driver_url(settings.sql_url)
    if url.get_backend_name() == "sqlite":
        engine = _sqlite(url)
        lock_folder = Path(url.database or settings.home).absolute().parent
    else:
        engine = _postgres(url)
        lock_folder = settings.home
    database = Database(engine, lock_folder)
    _migrate(database)
    return database


def database_exists(settings: Settings) -> bool:
    """False when the database is an SQLite file that nobody has made yet."""
    url = _driver_url(settings.sql_url)
    return url.get_backend_name() != "sqlite" or Path(url.database or "").is_file()


def _driver_url(address: str) -> URL:
    """The address with the driver this product ships: a setting names a database, not a Python package."""
    url = make_url(address)
    if url.get_backend_name() == "sqlite":
        return url.set(drivername="sqlite+pysqlite")
    return url.set(drivername="postgresql+pg8000")


def _sqlite(url: URL) -> Engine:
    if url.database:
        make_folder(Path(url.database).absolute().parent)
    engine = create_engine(url, connect_args={"timeout": BUSY_SECONDS})
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def make_folder(folder: Path) -> None:
    """A folder for the record's own files, readable by its owner alone: saved counts hold what people typed.

    Raises SettingsError where it cannot be made or nothing can be written into it.
    """
    act = "made"
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        act = "written"
        TemporaryFile(dir=folder).close()  # asked by writing: permissions do not tell of a read-only disk
    except OSError as error:
        raise SettingsError(
            f"the folder {folder.name!r} for the record's own files cannot be {act} ({error.strerror}). "
            "Set RECORD_HOME to a folder that can be made and written."
        ) from None


def _prepare_sqlite(connection: Any, _record: object) -> None:
    """Our own BEGIN, so that a migration is one transaction; WAL, so that readers never wait for a writer."""
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON", "secure_delete=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    """A writer takes its place at the start: a reader that turns writer half-way could not wait."""
    writes = connection.get_execution_options().get("record_writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _postgres(url: URL) -> Engine:
    """`sslmode` is how everyone writes TLS in a PostgreSQL address; the driver wants an SSL context."""
    mode = url.query.get("sslmode", "prefer")
    url = url.difference_update_query(["sslmode"])
    context: ssl.SSLContext | None = None
    if mode in ("require", "verify-ca", "verify-full"):
        context = ssl.create_default_context()
        context.check_hostname = mode == "verify-full"
        if mode == "require":
            context.verify_mode = ssl.CERT_NONE
    return create_engine(
        url, pool_pre_ping=True, connect_args={"ssl_context": context, "timeout": ANSWER_SECONDS}
    )


@contextmanager
def _as_outage() -> Iterator[None]:
    try:
        yield
    except DBAPIError as error:
        damaged = type(error) is DatabaseError  # what SQLite raises for a file that is not a database
        if damaged or isinstance(error, _UNREACHABLE) or error.connection_invalidated:
            raise StoreUnavailable("the database") from error
        raise
    except (TimeoutError, ConnectionError) as error:  # the driver lets the socket's own errors through
        raise StoreUnavailable("the database") from error


@contextmanager
def _file_lock(path: Path) -> Iterator[Callable[[], bool]]:
    """A way to try for the lock; what was taken is let go at the end."""
    lock = FileLock(path)

    def taken() -> bool:
        try:
            lock.acquire(blocking=False)
        except Timeout:
            return False
        return True

    try:
        yield taken
    finally:
        lock.release()


@contextmanager
def _postgres_lock(engine: Engine, name: str) -> Iterator[Callable[[], bool]]:
    """The same on a connection of its own: the server frees a session's lock when the session ends."""
    number = _PG_LOCKS[name]
    with _as_outage(), engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        try:
            yield lambda: bool(connection.scalar(select(func.pg_try_advisory_lock(number))))
        finally:
            connection.execute(select(func.pg_advisory_unlock_all()))


def _busy_message(name: str, wait_seconds: float) -> str:
    return (
        f"another process holds the {name} lock of this record and did not finish within {wait_seconds:g} "
        "seconds. Wait for it to end, then run the command again."
    )


def _migrate(database: Database) -> None:
    """Bring the schema to the newest migration, once, however many processes start together."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    newest = ScriptDirectory.from_config(config).get_current_head()
    if _revision(database) == newest:
        return
    with database.locked("migrate", MIGRATE_WAIT_SECONDS):
        if _revision(database) != newest:
            with database.writing() as connection:
                config.attributes["connection"] = connection
                command.upgrade(config, "head")


def _revision(database: Database) -> str | None:
    with database.reading() as connection:
        return MigrationContext.configure(connection).get_current_revision()
