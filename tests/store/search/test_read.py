"""read: byte for byte, whole or by section, pinned or not."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from store.envelope import Section
from store.errors import InvalidRequest, NotInRecord, StoreUnavailable, Unpublished
from store.index.catalog import open_catalog
from store.index.embedder import Embedder
from store.index.generations import State
from store.ingest.publish import publish
from store.record import Record
from store.search.snapshot import Snapshots
from store.settings import Settings
from tests.serving import free_port
from tests.store.conftest import SettingsFor
from tests.store.corpora import NOTES, document, write_corpus
from tests.store.fakes import HandClock

BODY = (
    "# Bäume\r\n\r\nOpening.\r\n\r\n"
    "## The test\r\n\r\nIs it *tall*?\r\n\r\n### Detail\r\n\r\n\tIndented\r\n\r\n"
    "## Examples\r\n\r\n```md\r\n## not a heading\r\n```\r\n\r\n## The `test`, again  ##\r\n\r\nYes. 🌳\r\n"
)
TREES = document(BODY, title="Bäume").encode("utf-8")


@contextmanager
def opened(settings: Settings, embedder: Embedder, clock: HandClock | None = None) -> Iterator[Record]:
    with Record.open(settings, embedder=lambda: embedder, clock=clock or HandClock()) as record:
        yield record


@pytest.fixture(scope="module")
def trees(
    settings_for: SettingsFor, embedder: Embedder, tmp_path_factory: pytest.TempPathFactory
) -> Settings:
    corpus = write_corpus(
        tmp_path_factory.mktemp("corpus"),
        {**NOTES, "wood/trees.md": TREES},
    )
    settings = settings_for(corpus)
    publish(settings, who="process:test", embedder=embedder)
    return settings


def test_a_document_is_its_file_byte_for_byte(trees: Settings, embedder: Embedder) -> None:
    with opened(trees, embedder) as record:
        answer = record.read("trees")
        assert record.read("documents/wood/trees") == answer
        assert record.read("  trees ") == answer
    assert answer.content.encode("utf-8") == TREES
    assert answer.body == BODY
    assert answer.frontmatter + answer.body == answer.content
    assert answer.sections == [
        Section(heading_path=path)
        for path in (
            ["Bäume"],
            ["Bäume", "The test"],
            ["Bäume", "The test", "Detail"],
            ["Bäume", "Examples"],
            ["Bäume", "The test, again"],
        )
    ]
    assert (answer.heading, answer.snapshot_status, answer.title) == (None, "unpinned", "Bäume")
    assert answer.provenance.model_dump() == {
        "corpus_id": "tiny",
        "stable_id": "documents/wood/trees",
        "slug": "trees",
        "generation": answer.snapshot.generation,
        "retrieved_at": "2026-06-01T12:00:00+00:00",
    }
    assert answer.governance.owner == "human:owner"


@pytest.mark.parametrize(
    ("heading", "content"),
    [
        (
            "The test",
            "## The test\r\n\r\nIs it *tall*?\r\n\r\n### Detail\r\n\r\n\tIndented\r\n\r\n",
        ),
        ("  the  TEST ", "## The test\r\n\r\nIs it *tall*?\r\n\r\n### Detail\r\n\r\n\tIndented\r\n\r\n"),
        ("Bäume / The test / Detail", "### Detail\r\n\r\n\tIndented\r\n\r\n"),
        ("Examples", "## Examples\r\n\r\n```md\r\n## not a heading\r\n```\r\n\r\n"),
        ("The test, again", "## The `test`, again  ##\r\n\r\nYes. 🌳\r\n"),
        ("Bäume", BODY),
    ],
)
def test_a_section_is_its_part_of_the_file(
    trees: Settings, embedder: Embedder, heading: str, content: str
) -> None:
    with opened(trees, embedder) as record:
        answer = record.read("trees", heading=heading)
    assert (answer.content, answer.heading) == (content, heading)
    assert content in BODY


def test_a_section_that_is_not_there_is_told_with_those_that_are(trees: Settings, embedder: Embedder) -> None:
    with opened(trees, embedder) as record, pytest.raises(InvalidRequest) as caught:
        record.read("trees", heading="Roots")
    assert str(caught.value) == (
        "documents/wood/trees has no section 'Roots'. Its sections: Bäume; Bäume / The test; "
        "Bäume / The test / Detail; Bäume / Examples; Bäume / The test, again."
    )


def test_names_that_mean_nothing(trees: Settings, embedder: Embedder) -> None:
    with opened(trees, embedder) as record:
        with pytest.raises(NotInRecord, match=r"^this record serves no document named 'ferns'\. The outline"):
            record.read("ferns")
        with pytest.raises(InvalidRequest, match=r"^no document was named: give a slug or a stable_id"):
            record.read(" ")


def test_a_token_pins_the_text_it_was_given_for(
    settings_for: SettingsFor, embedder: Embedder, tmp_path: Path
) -> None:
    settings = settings_for(write_corpus(tmp_path, {**NOTES, "a.md": document("# A\n\nold words\n")}))
    publish(settings, who="process:test", embedder=embedder)
    clock = HandClock()
    with opened(settings, embedder, clock) as record:
        token = record.search("words").snapshot.token
        changed = {**NOTES, "a.md": document("# A\n\nnew words\n"), "b.md": document("# B\n\nb\n")}
        write_corpus(tmp_path, changed)
        publish(settings, who="process:test", embedder=embedder)
        now, pinned = record.read("a"), record.read("a", snapshot_token=token)
        assert (now.body, now.snapshot_status) == ("# A\n\nnew words\n", "unpinned")
        assert (pinned.body, pinned.snapshot_status) == ("# A\n\nold words\n", "pinned")
        assert pinned.provenance.generation == now.provenance.generation - 1
        with pytest.raises(NotInRecord, match=r"^this record serves no document named 'b'"):
            record.read("b", snapshot_token=token)  # the pinned generation did not have it
        clock.move(minutes=31)
        late = record.read("a", snapshot_token=token)
        assert (late.body, late.snapshot_status) == ("# A\n\nnew words\n", "refreshed (expired)")
        again = record.read("a", snapshot_token=late.snapshot.token)
        assert again.snapshot_status == "pinned"


def test_bad_tokens_serve_the_active_generation_and_say_so(trees: Settings, embedder: Embedder) -> None:
    clock = HandClock()
    elsewhere = trees.model_copy(update={"deployment": "elsewhere"})
    stranger = Settings(home=trees.home / "stranger")
    with opened(trees, embedder) as record:
        good = record.read("trees").snapshot
        removed = Snapshots(trees, "tiny", clock).mint(good.generation + 1_000)
        tokens = {
            "refreshed (foreign_deployment)": Snapshots(elsewhere, "tiny", clock).mint(1).token,
            "refreshed (unknown_key)": Snapshots(stranger, "tiny", clock).mint(1).token,
            "refreshed (invalid)": good.token[:-3],
            "refreshed (withdrawn)": removed.token,
            "pinned": good.token,
        }
        answers = {status: record.read("trees", snapshot_token=token) for status, token in tokens.items()}
    assert {status: answer.snapshot_status for status, answer in answers.items()} == {s: s for s in tokens}
    assert {answer.content.encode("utf-8") for answer in answers.values()} == {TREES}
    assert {answer.provenance.generation for answer in answers.values()} == {good.generation}


def test_a_generation_that_was_removed_is_withdrawn(
    settings_for: SettingsFor, embedder: Embedder, tmp_path: Path
) -> None:
    settings = settings_for(write_corpus(tmp_path, NOTES))
    publish(settings, who="process:test", embedder=embedder)
    with opened(settings, embedder) as record:
        first = record.read("bees").snapshot
        for words in ("one", "two"):
            write_corpus(tmp_path, {**NOTES, "extra.md": document(f"# {words}\n\n{words}\n")})
            publish(settings, who="process:test", embedder=embedder)
        assert record.read("bees", snapshot_token=first.token).snapshot_status == "pinned"
        open_catalog(settings).forget(first.generation, State.REMOVED)
        assert record.read("bees", snapshot_token=first.token).snapshot_status == "refreshed (withdrawn)"


def test_reading_needs_neither_model_nor_vectors(trees: Settings) -> None:
    away = trees.model_copy(update={"chroma_url": f"http://127.0.0.1:{free_port()}"})

    def no_model() -> Embedder:
        raise AssertionError("the model was loaded")

    with Record.open(away, embedder=no_model) as record:
        assert record.read("trees").body == BODY
        assert record.outline().total == 4


def test_before_anything_is_published_and_without_a_database(
    settings_for: SettingsFor, embedder: Embedder, tmp_path: Path
) -> None:
    settings = settings_for(write_corpus(tmp_path, NOTES))
    with opened(settings, embedder) as record:
        for call in (lambda: record.read("bees"), record.outline):
            with pytest.raises(Unpublished, match=r"^nothing is published yet: .* `python -m store ingest`"):
                call()
    gone = settings.model_copy(update={"database_url": f"postgresql://x@127.0.0.1:{free_port()}/x"})
    with opened(gone, embedder) as record:
        for call in (lambda: record.read("bees"), record.outline):
            with pytest.raises(StoreUnavailable, match=r"^the database did not answer\. This is an outage"):
                call()
