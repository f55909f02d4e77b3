"""The SQL database: made once by however many processes, the same on SQLite and PostgreSQL."""

from __future__ import annotations

import multiprocessing
import sqlite3
import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, inspect, text

from store.errors import RecordError, SettingsError, StoreUnavailable
from store.index.acts import AuditRow, Gap
from store.index.catalog import Catalog, open_catalog
from store.index.database import Busy, database_exists, open_database
from store.index.embedder import Space
from store.index.generations import Changes, NewGeneration, State
from store.index.passages import Act, Answer, Document, Passage, Source
from store.index.tables import metadata
from store.settings import Settings
from tests.store.backends import postgres
from tests.store.conftest import SettingsFor
from tests.store.corpora import write_corpus

NEW = NewGeneration("digest", Space("model@1", 384, "a" * 64), 1, 2, 3, Changes(("documents/a",), (), ()))


@pytest.fixture
def settings(tmp_path: Path, settings_for: SettingsFor) -> Settings:
    return settings_for(write_corpus(tmp_path / "corpus", {}))


@pytest.fixture
def catalog(settings: Settings) -> Catalog:
    return open_catalog(settings)


def test_the_migrations_make_the_tables_the_code_uses(settings: Settings) -> None:
    with open_database(settings).reading() as connection:
        differences = compare_metadata(MigrationContext.configure(connection), metadata)
    assert differences == []


def _open(settings: Settings) -> str:
    return open_catalog(settings).store_id


def test_processes_that_start_together_make_one_database(settings: Settings) -> None:
    with multiprocessing.get_context("spawn").Pool(4) as pool:
        names = pool.map(_open, [settings] * 4, chunksize=1)
    assert len(set(names)) == 1


def test_a_migration_that_is_cut_off_leaves_nothing_half_made(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Cut(Exception):
        """As if the machine had stopped here."""

    def stop(*_: object, **__: object) -> None:
        raise Cut

    with monkeypatch.context() as patch:
        patch.setattr("alembic.operations.Operations.create_index", stop)
        with pytest.raises(Cut):
            open_database(settings)
    engine = create_engine(settings.sql_url.replace("postgresql:", "postgresql+pg8000:"))
    assert inspect(engine).get_table_names() == []
    engine.dispose()
    open_database(settings)
    with open_database(settings).reading() as connection:
        assert "audit" in inspect(connection).get_table_names()


def test_a_document_is_kept_field_by_field(catalog: Catalog) -> None:
    at = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
    passages = (
        Passage("documents/x", 0, ("A",), "# A\r\n"),
        Passage("documents/x", 1, ("A", "ב"), "\ufeffNUL \\u0000 \u2028 数 🚀\r"),
    )
    document = Document(
        stable_id="documents/x",
        slug="x",
        type="note",
        title="A",
        head="---\r\ntype: note\r\n---\r\n",
        body="".join(passage.text for passage in passages),
        passages=passages,
        tags=("t",),
        status="stable",
        generated=Act("process:x", at),
        verified=(Act("human:y", at),),
        effective_from=at,
        order=-5,
        answers=(Answer("Why?", "A"),),
        sources=(Source("i", "r", "t"),),
    )
    number = catalog.begin(NEW)
    catalog.put_documents(number, [(document, "f" * 64)])
    assert catalog.documents(number) == (document,)
    assert catalog.content_shas(number) == {"documents/x": "f" * 64}


def test_a_building_generation_is_unseen_until_the_flip(catalog: Catalog) -> None:
    assert (catalog.active(), catalog.serving().withdrawn) == (None, frozenset())
    first = catalog.begin(NEW)
    assert catalog.active() is None
    assert catalog.leftovers() == (first,)
    catalog.flip(first, (), "process:test")
    active = catalog.active()
    assert active is not None
    assert (active.number, active.state, active.space, active.changes) == (
        first,
        State.ACTIVE,
        NEW.space,
        NEW.changes,
    )
    second = catalog.begin(NEW)
    catalog.flip(second, (), "process:test")
    assert [(info.number, info.state) for info in catalog.generations()] == [
        (second, State.ACTIVE),
        (first, State.ROLLBACK),
    ]


def test_a_generation_dropped_while_it_was_built_is_not_flipped_to(catalog: Catalog) -> None:
    first, second = catalog.begin(NEW), catalog.begin(NEW)
    catalog.flip(first, (), "process:test")
    catalog.forget(second, State.FAILED)
    with pytest.raises(RecordError, match="generation 2 was dropped while it was built, so it is not served"):
        catalog.flip(second, (), "process:test")
    active = catalog.active()
    assert active is not None and active.number == first


def test_a_number_is_never_given_twice(catalog: Catalog) -> None:
    numbers = []
    for _ in range(3):
        numbers.append(catalog.begin(NEW))
        catalog.forget(numbers[-1], State.FAILED)
    assert numbers == [1, 2, 3]
    assert {info.state for info in catalog.generations()} == {State.FAILED}


def test_the_audit_keeps_numbers_and_names_and_refuses_text(catalog: Catalog) -> None:
    before = datetime.now(UTC)
    catalog.acts.audit("search", "process:web", "ok", 3, k=10, query_chars=17, top_cosine=0.5)
    catalog.acts.audit("takedown", "human:o", "withdrawn", 3, subject="documents/x")
    first, second = catalog.acts.audit_rows()
    assert before <= first.at <= second.at <= datetime.now(UTC)
    sizes = {"k": 10, "query_chars": 17, "top_cosine": 0.5}
    assert first == AuditRow(first.at, "search", "process:web", "ok", 3, None, sizes)
    assert second == AuditRow(second.at, "takedown", "human:o", "withdrawn", 3, "documents/x", {})
    assert catalog.acts.audit_rows(acts=["takedown"]) == (second,)
    assert catalog.acts.audit_rows(limit=1) == (second,)
    assert catalog.acts.audit_rows(since=datetime.now(UTC) + timedelta(hours=1)) == ()
    with pytest.raises(TypeError, match="audit size query is str, not a number"):
        catalog.acts.audit("search", "process:web", "ok", 3, query="what I typed")  # type: ignore[arg-type]


def test_an_audit_that_is_off_keeps_nothing(settings: Settings) -> None:
    quiet = open_catalog(settings.model_copy(update={"audit": False}))
    quiet.acts.audit("search", "process:web", "ok", 1)
    assert quiet.acts.audit_rows() == ()


def test_a_reported_gap_is_kept_as_it_was_asked(catalog: Catalog) -> None:
    catalog.acts.report_gap("Was kostet das? \u2028 🚀", 2, 0.25)
    catalog.acts.report_gap("And why?", None, None)
    newest, oldest = catalog.acts.gaps()
    assert newest == Gap(newest.at, "And why?", None, None)
    assert oldest == Gap(oldest.at, "Was kostet das? \u2028 🚀", 2, 0.25)


def test_the_lock_lets_one_in_and_says_so_to_the_other(settings: Settings) -> None:
    one, other = open_database(settings), open_database(settings)
    waited: list[str] = []
    with one.locked("ingest", 1):
        with pytest.raises(Busy) as busy, other.locked("ingest", 0.2, lambda: waited.append("waiting")):
            waited.append("never")
        with other.locked("ledger", 1):
            waited.append("another lock is free")
    with other.locked("ingest", 1):
        waited.append("free again")
    assert waited == ["waiting", "another lock is free", "free again"]
    assert str(busy.value) == (
        "another process holds the ingest lock of this record and did not finish within 0.2 seconds. "
        "Wait for it to end, then run the command again."
    )


def test_writers_at_the_same_time_lose_nothing(settings: Settings) -> None:
    catalogs = [open_catalog(settings) for _ in range(4)]

    def write(catalog: Catalog) -> None:
        for _ in range(10):
            catalog.acts.audit("search", "process:web", "ok")

    threads = [threading.Thread(target=write, args=(catalog,)) for catalog in catalogs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(catalogs[0].acts.audit_rows()) == 40


def test_a_transaction_that_fails_leaves_nothing(settings: Settings) -> None:
    database = open_database(settings)
    catalog = open_catalog(settings)
    with pytest.raises(ZeroDivisionError), database.writing() as connection:
        catalog.acts.write_audit(connection, "flip", "process:test", "flipped")
        raise ZeroDivisionError
    assert catalog.acts.audit_rows() == ()


def test_an_sqlite_file_that_is_not_there_yet_is_not_made_by_asking(tmp_path: Path) -> None:
    settings = Settings(home=tmp_path / "home")
    assert not database_exists(settings)
    assert not settings.home.exists()


def test_a_file_that_is_no_database_and_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    corpus = write_corpus(tmp_path / "corpus", {})
    (tmp_path / "home").mkdir()
    (tmp_path / "home/record.db").write_bytes(b"not a database at all" * 100)
    with pytest.raises(StoreUnavailable, match=r"^the database did not answer\."):
        open_catalog(Settings(home=tmp_path / "home", corpus=corpus))
    (tmp_path / "taken").write_text("a file")
    with pytest.raises(
        SettingsError, match=r"^the folder 'inside' for the record's own files cannot be made"
    ):
        open_catalog(Settings(home=tmp_path / "taken/inside", corpus=corpus))


def test_the_folder_is_for_its_owner_alone(tmp_path: Path) -> None:
    open_catalog(Settings(home=tmp_path / "home", corpus=write_corpus(tmp_path / "corpus", {})))
    assert (tmp_path / "home").stat().st_mode & 0o777 == 0o700
    assert sqlite3.connect(tmp_path / "home/record.db").execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_a_postgres_address_names_a_database_not_a_driver_and_an_outage_is_one(tmp_path: Path) -> None:
    corpus = write_corpus(tmp_path / "corpus", {})
    with postgres() as url:
        plain = url.replace("+pg8000", "")
        for written in (
            plain,
            plain.replace("postgresql", "postgresql+psycopg2"),
            plain + "?sslmode=disable",
        ):
            settings = Settings(home=tmp_path / "home", corpus=corpus, database_url=written)
            with open_database(settings).reading() as connection:
                assert connection.execute(text("SELECT 1")).scalar_one() == 1
        catalog = open_catalog(settings)
        assert catalog.active() is None
    with pytest.raises(StoreUnavailable, match=r"^the database did not answer\. This is an outage"):
        catalog.active()
    with pytest.raises(StoreUnavailable, match=r"^the database did not answer\. This is an outage"):
        open_catalog(settings)
