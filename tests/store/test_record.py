"""The record as pages and doors open it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from store.envelope import EmbeddingSpace, Status
from store.errors import SettingsError, StoreUnavailable
from store.index.adapter import Head, Heads, write_adapter
from store.index.catalog import open_catalog
from store.index.embedder import PACKAGED_SHA256, Embedder
from store.ingest.publish import publish
from store.record import Record, open_record
from store.settings import Settings
from tests.store.conftest import SettingsFor
from tests.store.corpora import NOTES, document, write_corpus

RECORD_YAML = """\
title: A small record
covers: [bread, boats]
does_not_cover: [the weather]
"""


def test_status_says_what_is_served(settings_for: SettingsFor, embedder: Embedder, tmp_path: Path) -> None:
    reviewed = document("# Wax\n\nwax\n", front="verified: [{by: human:ana, at: 2026-02-01T00:00:00+00:00}]")
    notes = {**NOTES, "wax.md": reviewed, "draft.md": document("# Draft\n\ndraft\n", status="draft")}
    settings = settings_for(write_corpus(tmp_path, notes, record_yaml=RECORD_YAML))
    publish(settings, who="process:test", embedder=embedder)
    with Record.open(settings) as record:
        status = record.status()
    assert status == Status(
        corpus_id="tiny",
        title="A small record",
        state="serving",
        generation=status.generation,
        published_at=status.published_at,
        documents=5,
        passages=5,
        served=4,
        trust_tiers={"unverified": 3, "human-reviewed": 1},
        embedding_space=EmbeddingSpace(
            model_id="all-MiniLM-L6-v2@53aa51172d14",
            dimension=384,
            adapter_digest=None,
            digest=embedder.space.digest,
        ),
        gate="off",
        min_trust_tier="unverified",
        covers=["bread", "boats"],
        does_not_cover=["the weather"],
        problem=None,
    )
    assert status.generation is not None
    assert status.published_at is not None


def test_status_before_the_first_publishing(settings_for: SettingsFor, tmp_path: Path) -> None:
    with Record.open(settings_for(write_corpus(tmp_path, NOTES))) as record:
        status = record.status()
    assert (status.state, status.generation, status.documents, status.embedding_space) == (
        "unpublished", None, 0, None,
    )  # fmt: skip


def test_opening_connects_to_nothing_and_recovers_when_the_database_comes(
    published: Settings, embedder: Embedder, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / "record.db").mkdir()  # a folder where the database file should be
    away = Settings(home=home, corpus=published.corpus)
    with Record.open(away, embedder=lambda: embedder) as record:
        with pytest.raises(StoreUnavailable, match=r"^the database did not answer\. This is an outage"):
            record.outline()
        assert record.status().state == "unavailable"
        assert record.search("honey").degraded_reason == "store_unavailable"
        (home / "record.db").rmdir()
        assert record.status().state == "unpublished"


def test_a_process_has_one_record_whoever_asks(published: Settings) -> None:
    workbench, agents = open_record(published), open_record(published, who="process:mcp")
    workbench.read("bees")
    agents.read("boats")
    assert workbench.flush()
    assert workbench._parts.shelf is agents._parts.shelf
    assert workbench._parts.embedding is agents._parts.embedding
    rows = open_catalog(published).acts.audit_rows(acts=["read"])
    assert [(row.who, row.subject) for row in rows[-2:]] == [
        ("process:workbench", "documents/bees"),
        ("process:mcp", "documents/boats"),
    ]


@pytest.mark.parametrize(
    ("record_yaml", "message"),
    [
        (
            "gate: {floor: 3}",
            r"^record\.yaml of the corpus: gate\.floor is 3: Input should be less than or equal to 1$",
        ),
        (
            "gate: sometimes",
            r"^record\.yaml of the corpus: gate is 'sometimes': must be \"off\", uncalibrated",
        ),
        (
            "retrieval: {response_budget_chars: lots}",
            r"retrieval\.response_budget_chars is 'lots': Input should be",
        ),
    ],
)
def test_a_record_yaml_that_cannot_be_used_is_refused_in_words(
    tmp_path: Path, record_yaml: str, message: str
) -> None:
    corpus = write_corpus(tmp_path, NOTES, record_yaml=record_yaml + "\n")
    with pytest.raises(SettingsError, match=message):
        Record.open(Settings(home=tmp_path / "home", corpus=corpus))


@pytest.mark.parametrize("gate", ["off", "'off'", "false"])
def test_off_is_off_however_yaml_writes_it(tmp_path: Path, gate: str) -> None:
    corpus = write_corpus(tmp_path, NOTES, record_yaml=f"gate: {gate}\n")
    with Record.open(Settings(home=tmp_path / "home", corpus=corpus)) as record:
        assert record.manifest.gate == "off"


def test_a_record_yaml_that_breaks_while_it_is_served_changes_nothing(
    published: Settings, embedder: Embedder, tmp_path: Path
) -> None:
    corpus = write_corpus(tmp_path, NOTES, record_yaml="title: As it was\n")
    settings = published.model_copy(update={"corpus": corpus})
    with Record.open(settings, embedder=lambda: embedder) as record:
        for broken in ("corpus_id: [", "corpus_id: tiny\ngate: sometimes\n", ""):
            (corpus / "record.yaml").write_text(broken, encoding="utf-8")
            assert record.search("honey").ok
            assert record.status().title == "As it was"
        write_corpus(tmp_path, NOTES, record_yaml="title: As it is now\n")
        assert record.status().title == "As it is now"


def test_a_query_kept_from_before_the_corpus_got_another_adapter_is_not_compared(
    settings_for: SettingsFor, embedder: Embedder, tmp_path: Path
) -> None:
    settings = settings_for(write_corpus(tmp_path, NOTES))
    plain_heads(tmp_path, "first")
    publish(settings, who="process:test")
    with Record.open(settings) as record:
        assert record.search("honey").degraded_reason is None
        plain_heads(tmp_path, "second")
        again = record.search("honey")
        assert (again.ok, again.degraded_reason) == (True, "embed_unavailable_keyword_only")
        publish(settings, who="process:test")
        assert record.search("honey").degraded_reason is None


def plain_heads(corpus: Path, note: str) -> None:
    """An adapter that changes nothing in the packaged model and knows no concept of this corpus."""
    direction = np.eye(1, 384, dtype=np.float32)
    head = Head(("none",), direction, np.zeros(1, dtype=np.float32))
    write_adapter(corpus, PACKAGED_SHA256, Heads(direction[0], head, head, head, head), {}, note)
