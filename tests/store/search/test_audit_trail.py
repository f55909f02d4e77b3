"""Audit rows of the read path: every act, never a query's text, none lost on a clean stop."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from store.errors import InvalidRequest, NotInRecord, Uncalibrated
from store.index.acts import AuditRow
from store.index.catalog import open_catalog
from store.index.embedder import Embedder
from store.ingest.publish import publish
from store.record import Record
from store.search.audit import AuditTrail
from store.settings import Settings
from tests.store.conftest import SettingsFor
from tests.store.corpora import NOTES, write_corpus
from tests.store.fakes import FailingEmbedder, HandClock

READING = ("search", "read", "outline")


@pytest.fixture
def settings(settings_for: SettingsFor, embedder: Embedder, tmp_path: Path) -> Settings:
    made = settings_for(write_corpus(tmp_path, NOTES))
    publish(made, who="process:test", embedder=embedder)
    return made


def rows_of(settings: Settings) -> list[AuditRow]:
    return list(open_catalog(settings).acts.audit_rows(acts=READING))


def test_every_act_is_one_row_with_sizes_and_no_text(settings: Settings, embedder: Embedder) -> None:
    clock = HandClock()
    with Record.open(settings, who="human:ana", embedder=lambda: embedder, clock=clock) as record:
        found = record.search("  a secret question about honey ", k=99)
        record.read("bees")
        record.outline()
        with pytest.raises(NotInRecord):
            record.read("a secret name")
        with pytest.raises(InvalidRequest):
            record.search(" ")
        record.search("honey", min_trust_tier="human-reviewed")
        generation = found.snapshot.generation

    def row(act: str, outcome: str, subject: str | None = None, **sizes: float | int | None) -> AuditRow:
        return AuditRow(clock.at, act, "human:ana", outcome, generation, subject, sizes)

    assert rows_of(settings) == [
        row("search", "ok", k=50, query_chars=29, hits=3, top_cosine=found.top_cosine),
        row("read", "unpinned", "documents/bees"),
        row("outline", "ok", rows=3),
        row("read", "unknown"),
        row("search", "abstained", k=10, query_chars=5, hits=0, top_cosine=None),
    ]


def test_outages_and_refusals_are_rows_too(settings: Settings, embedder: Embedder) -> None:
    with Record.open(settings, embedder=lambda: FailingEmbedder(embedder.space)) as record:
        record.search("honey")
        record.search("zebra")
    (settings.corpus / "record.yaml").write_text("corpus_id: tiny\ngate: uncalibrated\n", encoding="utf-8")
    with Record.open(settings, embedder=lambda: embedder) as record, pytest.raises(Uncalibrated):
        record.search("honey")
    assert [row.outcome for row in rows_of(settings)] == [
        "ok: embed_unavailable_keyword_only",
        "unavailable: embed_unavailable_keyword_only",
        "uncalibrated",
    ]


def test_many_threads_lose_no_row(settings: Settings, embedder: Embedder) -> None:
    with Record.open(settings, embedder=lambda: embedder) as record:
        threads = [
            threading.Thread(target=lambda: [record.read("bees") for _ in range(25)]) for _ in range(8)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert len(rows_of(settings)) == 200


def test_flush_waits_until_the_rows_are_kept(settings: Settings, embedder: Embedder) -> None:
    with Record.open(settings, embedder=lambda: embedder) as record:
        for _ in range(5):
            record.read("bees")
        assert record.flush()
        assert len(rows_of(settings)) == 5


def test_with_the_audit_off_there_is_no_row(settings: Settings, embedder: Embedder) -> None:
    with Record.open(settings.model_copy(update={"audit": False}), embedder=lambda: embedder) as record:
        record.search("honey")
    assert rows_of(settings) == []


def test_rows_wait_for_a_database_that_is_away_and_are_bounded(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("store.search.audit.MOST_WAITING", 30)
    monkeypatch.setattr("store.search.audit.BATCH_ROWS", 7)
    reachable = threading.Event()
    catalog = open_catalog(settings)

    def away_until_reachable():
        reachable.wait()
        return catalog

    trail = AuditTrail(away_until_reachable)
    for number in range(33):
        trail.add(AuditRow(HandClock().at, "read", "human:ana", "ok", number, None, {}))
    assert not trail.flush(timeout_seconds=0)
    reachable.set()
    assert trail.flush(timeout_seconds=60)
    trail.close()
    kept = [row.generation for row in rows_of(settings)]
    assert kept == list(range(3, 33))
