"""Governance is inside every door: a withheld document answers exactly like an unknown one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from store.errors import NotInRecord
from store.index.acts import Takedown, TakedownKind
from store.index.catalog import open_catalog
from store.index.embedder import Embedder
from store.ingest.publish import publish
from store.record import Record
from store.settings import Settings
from tests.store.conftest import SettingsFor
from tests.store.corpora import NOTES, document, write_corpus
from tests.store.fakes import HandClock

HONEY = "# Honey\n\nHoney is made by bees from nectar.\n"


@contextmanager
def opened(settings: Settings, embedder: Embedder, clock: HandClock | None = None) -> Iterator[Record]:
    with Record.open(settings, embedder=lambda: embedder, clock=clock or HandClock()) as record:
        yield record


def doors(record: Record, tier: str = "unverified") -> dict[str, bool]:
    """Through which doors the document documents/honey can be had."""
    try:
        record.read("honey", min_trust_tier=tier)
        by_slug = True
    except NotInRecord:
        by_slug = False
    found = [hit.slug for hit in record.search("honey", k=50, min_trust_tier=tier).hits]
    listed = [row.slug for row in record.outline(min_trust_tier=tier).rows]
    return {"search": "honey" in found, "read": by_slug, "outline": "honey" in listed}


EVERY_DOOR = {"search": True, "read": True, "outline": True}
NO_DOOR = {"search": False, "read": False, "outline": False}


@pytest.fixture
def publish_honey(settings_for: SettingsFor, embedder: Embedder, tmp_path: Path):
    """Publishes the notes and a document about honey with these lines in its frontmatter."""

    def make(*, settings: Settings | None = None, **lines: str) -> Settings:
        corpus = write_corpus(tmp_path, {**NOTES, "honey.md": document(HONEY, title="Honey", **lines)})
        settings = settings or settings_for(corpus)
        publish(settings, who="process:test", embedder=embedder)
        return settings

    return make


@pytest.mark.parametrize(
    "lines",
    [
        {"status": "draft"},
        {"status": "deprecated"},
        {"record": "effective_from: 2026-06-01T12:00:01+00:00"},
        {"front": "stale_after: 2026-06-01T11:59:59+00:00"},
    ],
)
def test_a_document_that_may_not_be_served_is_in_no_door(
    publish_honey, embedder: Embedder, lines: dict[str, str]
) -> None:
    with opened(publish_honey(**lines), embedder) as record:
        assert doors(record) == NO_DOOR


def test_a_withheld_document_cannot_be_told_from_an_unknown_one(publish_honey, embedder: Embedder) -> None:
    with opened(publish_honey(status="draft"), embedder) as record:
        said = []
        for name in ("honey", "hornets"):
            with pytest.raises(NotInRecord) as caught:
                record.read(name)
            said.append(str(caught.value).replace(name, "NAME"))
            with pytest.raises(NotInRecord) as caught:
                record.outline(name)
            said.append(str(caught.value).replace(name, "NAME"))
    assert (
        said
        == [
            "this record serves no document named 'NAME'. The outline lists what it serves.",
            "this record serves no document or folder named 'NAME'. An outline without a node lists all.",
        ]
        * 2
    )


def test_lifecycle_is_decided_at_the_moment_of_the_call(publish_honey, embedder: Embedder) -> None:
    settings = publish_honey(
        front="stale_after: 2026-06-01T13:00:00+00:00", record="effective_from: 2026-06-01T12:30:00+00:00"
    )
    clock = HandClock()
    with opened(settings, embedder, clock) as record:
        seen = []
        for _ in range(3):
            seen.append(doors(record))
            clock.move(minutes=30, seconds=1)
    assert seen == [NO_DOOR, EVERY_DOOR, NO_DOOR]


def test_the_tier_is_a_filter_inside_both_arms(publish_honey, embedder: Embedder) -> None:
    settings = publish_honey(front="verified: [{by: process:linter, at: 2026-02-01T00:00:00+00:00}]")
    with opened(settings, embedder) as record:
        assert doors(record, "machine-confirmed") == EVERY_DOOR
        assert doors(record, "human-reviewed") == NO_DOOR
        only = record.search("boats float", k=50, min_trust_tier="machine-confirmed")
        assert [hit.slug for hit in only.hits] == ["honey"]
        assert only.hits[0].governance.model_dump(include={"trust_tier", "verified"}) == {
            "trust_tier": "machine-confirmed",
            "verified": {"by": "process:linter", "at": "2026-02-01T00:00:00+00:00"},
        }


def test_a_deployments_tier_can_be_raised_but_not_lowered(publish_honey, embedder: Embedder) -> None:
    settings = publish_honey(front="verified: [{by: process:linter, at: 2026-02-01T00:00:00+00:00}]")
    raised = settings.model_copy(update={"min_trust_tier": "machine-confirmed"})
    with opened(raised, embedder) as record:
        assert [row.slug for row in record.outline(min_trust_tier="unverified").rows] == ["honey"]
        assert doors(record, "human-reviewed") == NO_DOOR
        with pytest.raises(NotInRecord):
            record.read("bees", min_trust_tier="unverified")


def test_a_takedown_is_effective_at_once_and_a_revocation_too(publish_honey, embedder: Embedder) -> None:
    settings = publish_honey()
    catalog = open_catalog(settings)
    clock = HandClock()
    ledger: list[Takedown] = []

    def act(kind: TakedownKind) -> None:
        ledger.append(Takedown(kind, "documents/honey", "human:owner", clock(), "test"))
        with catalog.database.writing() as connection:
            catalog.acts.mirror(connection, ledger)

    with opened(settings, embedder, clock) as record:
        token = record.read("honey").snapshot.token
        assert doors(record) == EVERY_DOOR
        act(TakedownKind.ADD)
        assert doors(record) == NO_DOOR
        with pytest.raises(NotInRecord):
            record.read("honey", snapshot_token=token)
        act(TakedownKind.REVOKE)
        assert doors(record) == EVERY_DOOR


def test_the_best_match_withheld_does_not_lift_what_is_measured(publish_honey, embedder: Embedder) -> None:
    with opened(publish_honey(status="draft"), embedder) as record:
        envelope = record.search("Honey is made by bees from nectar.")
    assert envelope.top_cosine == envelope.hits[0].cosine
    assert envelope.hits[0].slug == "bees"
