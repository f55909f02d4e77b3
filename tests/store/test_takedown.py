"""Documents are taken down and given back, at once and on the record."""

from __future__ import annotations

import threading
from datetime import UTC, datetime
from pathlib import Path

import pytest
import yaml

from store.errors import InvalidRequest, NotInRecord, RecordError
from store.index.acts import Takedown, TakedownKind
from store.index.catalog import open_catalog
from store.index.embedder import Embedder
from store.ingest.check import check
from store.ingest.corpus import read_corpus
from store.ingest.findings import CorpusRefused
from store.ingest.ledger import appended, read_ledger_file
from store.ingest.publish import Published, publish
from store.ingest.withdraw import take_down
from store.ingest.yamlfile import parse_yaml
from store.record import Record
from store.settings import Settings
from tests.store.conftest import SettingsFor
from tests.store.corpora import NOTES, write_corpus

ADD, REVOKE = TakedownKind.ADD, TakedownKind.REVOKE


@pytest.fixture
def settings(tmp_path: Path, settings_for: SettingsFor, embedder: Embedder) -> Settings:
    settings = settings_for(write_corpus(tmp_path / "corpus", NOTES))
    publish(settings, who="process:test", embedder=embedder)
    return settings


def ledger_of(settings: Settings) -> str:
    return (settings.corpus / "takedowns.yaml").read_text(encoding="utf-8")


def test_a_document_taken_down_is_gone_at_once_in_a_record_that_is_open(
    settings: Settings, embedder: Embedder
) -> None:
    with Record.open(settings, embedder=lambda: embedder) as record:
        token = record.read("bees").snapshot.token
        take_down(settings, "bees", ADD, "human:owner", "it was wrong")
        assert "bees" not in {hit.slug for hit in record.search("bees make honey", k=50).hits}
        for pinned in (None, token):
            with pytest.raises(NotInRecord):
                record.read("bees", snapshot_token=pinned)
        take_down(settings, "documents/bees", REVOKE, "human:owner", "it was right after all")
        assert record.search("bees make honey").hits[0].slug == "bees"


def test_the_ledger_file_the_database_and_the_audit_say_the_same(settings: Settings) -> None:
    first = take_down(settings, "bees", ADD, "human:owner", '  it "was": wrong\n # truly ')
    second = take_down(settings, "bees", REVOKE, "process:review", "corrected")
    assert yaml.safe_load(ledger_of(settings)) == {
        "takedowns": [
            {
                "act": "add",
                "document": "documents/bees",
                "at": first.at.isoformat(),
                "by": "human:owner",
                "why": 'it "was": wrong # truly',
            },
            {
                "act": "revoke",
                "document": "documents/bees",
                "at": second.at.isoformat(),
                "by": "process:review",
                "why": "corrected",
            },
        ]
    }
    acts = open_catalog(settings).acts
    assert acts.ledger() == (first, second)
    assert [
        (row.who, row.outcome, row.generation, row.subject) for row in acts.audit_rows(acts=["takedown"])
    ] == [
        ("human:owner", "withdrawn", 1, "documents/bees"),
        ("process:review", "served again", 1, "documents/bees"),
    ]
    assert check(read_corpus(settings.corpus), acts.ledger()) == ()


@pytest.mark.parametrize(
    ("name", "kind", "by", "why", "message"),
    [
        ("bees", ADD, "ada", "x", "--by is 'ada': write human:<id>, process:<id> or <producer>/<version>."),
        (
            "bees",
            ADD,
            "human:a",
            " ",
            "--why is empty: say in one sentence why, for whoever reads the ledger later.",
        ),
        ("bees", ADD, "human:a", "x" * 501, "--why has 501 characters: keep it to 500."),
        (
            "wasps",
            ADD,
            "human:a",
            "x",
            "'wasps' names no document of this corpus. Give a stable_id like documents/rules/R1-split, or a "
            "slug; `python -m store outline` lists them.",
        ),
        ("bees", REVOKE, "human:a", "x", "documents/bees is not withdrawn, so there is nothing to revoke."),
    ],
)
def test_an_act_that_makes_no_sense_is_refused_and_changes_nothing(
    settings: Settings, name: str, kind: TakedownKind, by: str, why: str, message: str
) -> None:
    before = ledger_of(settings)
    with pytest.raises(InvalidRequest) as refused:
        take_down(settings, name, kind, by, why)
    assert (str(refused.value), ledger_of(settings), open_catalog(settings).acts.ledger()) == (
        message,
        before,
        (),
    )


def test_twice_is_refused(settings: Settings) -> None:
    take_down(settings, "bees", ADD, "human:owner", "x")
    with pytest.raises(InvalidRequest, match=r"documents/bees is withdrawn already\. Nothing was changed\."):
        take_down(settings, "bees", ADD, "human:owner", "x")


def test_a_ledger_edited_by_hand_is_in_force_after_the_next_ingest(
    settings: Settings, embedder: Embedder
) -> None:
    act = "  - {document: documents/boats, at: 2026-02-01T00:00:00Z, by: human:owner, why: sunk}\n"
    (settings.corpus / "takedowns.yaml").write_text("takedowns:\n" + act, encoding="utf-8")
    outcome = publish(settings, who="process:test", embedder=embedder)
    assert outcome.generation.number == 1
    assert open_catalog(settings).acts.withdrawn() == {"documents/boats"}


def test_a_ledger_that_lost_an_act_refuses_ingests_and_further_acts(
    settings: Settings, embedder: Embedder
) -> None:
    take_down(settings, "bees", ADD, "human:owner", "x")
    (settings.corpus / "takedowns.yaml").write_text("takedowns: []\n", encoding="utf-8")
    lost = r"takedowns\.yaml: ledger-shrank: entry 1 \(add documents/bees, by human:owner\) was in force"
    with pytest.raises(CorpusRefused, match=lost):
        publish(settings, who="process:test", embedder=embedder)
    with pytest.raises(CorpusRefused, match=lost):
        take_down(settings, "boats", ADD, "human:owner", "x")
    assert open_catalog(settings).acts.withdrawn() == {"documents/bees"}


def test_an_act_during_an_ingest_is_not_undone_by_its_flip(settings: Settings, embedder: Embedder) -> None:
    (settings.corpus / "documents/bread.md").write_text(
        NOTES["bread.md"].replace("Flour", "Rye flour"), encoding="utf-8"
    )

    def act_meanwhile(done: int, total: int) -> None:
        if done == total:
            take_down(settings, "bees", ADD, "human:owner", "in the middle")

    outcome = publish(settings, who="process:test", embedder=embedder, progress=act_meanwhile)
    assert isinstance(outcome, Published)
    assert open_catalog(settings).acts.withdrawn() == {"documents/bees"}


def test_acts_at_the_same_time_are_all_kept(settings: Settings) -> None:
    def act(name: str) -> None:
        take_down(settings, name, ADD, "human:owner", "all at once")

    threads = [threading.Thread(target=act, args=(name,)) for name in ("bees", "boats", "bread")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    ledger = open_catalog(settings).acts.ledger()
    assert {act.stable_id for act in ledger} == {"documents/bees", "documents/boats", "documents/bread"}
    assert read_corpus(settings.corpus).ledger == ledger


def test_a_ledger_that_cannot_be_written_changes_nothing(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full_disk(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", full_disk)
    with pytest.raises(
        RecordError, match=r"takedowns\.yaml cannot be written \(No space left on device\)\. Noth"
    ):
        take_down(settings, "bees", ADD, "human:owner", "x")
    acts = open_catalog(settings).acts
    assert (acts.ledger(), acts.audit_rows(acts=["takedown"])) == ((), ())
    assert ledger_of(settings) == "takedowns: []\n"
    assert [path.name for path in settings.corpus.iterdir() if path.name.startswith(".")] == []


def test_a_ledger_that_cannot_be_read_changes_nothing(settings: Settings) -> None:
    (settings.corpus / "takedowns.yaml").unlink()
    (settings.corpus / "takedowns.yaml").mkdir()
    with pytest.raises(
        RecordError, match=r"takedowns\.yaml cannot be read\. `python -m store check` says why\."
    ):
        take_down(settings, "bees", ADD, "human:owner", "x")
    assert open_catalog(settings).acts.ledger() == ()


@pytest.mark.parametrize(
    ("before", "kept"),
    [
        ("", ""),
        ("takedowns: []\n", ""),
        ("# why\ntakedowns: []", "# why\n"),
        ("# why\n\ntakedowns:\n", "# why\n"),
        (
            "takedowns:\n  - {document: documents/a, at: 2026-01-01T00:00:00Z, by: human:x, why: y}\n",
            "{document: documents/a",
        ),
        (
            "takedowns:\n- document: documents/a\n  at: 2026-01-01T00:00:00Z\n  by: human:x\n  why: y\n",
            "- document: documents/a",
        ),
        ("takedowns: [{document: documents/a, at: 2026-01-01T00:00:00Z, by: human:x, why: y}]\n", ""),
        ("\ufefftakedowns: []\r\n", ""),
    ],
)
def test_an_entry_is_added_whatever_the_ledger_looks_like(before: str, kept: str) -> None:
    acts = read_ledger_file(parse_yaml(before), [])
    act = Takedown(ADD, "documents/b", "human:x", datetime(2026, 3, 1, tzinfo=UTC), "a: 'b' # c")
    after = appended(before, act)
    assert read_ledger_file(parse_yaml(after), []) == (*acts, act)
    assert kept in after
