"""A corpus becomes a generation: what is carried forward, what is refused, what is kept."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from store.errors import RecordError
from store.index.catalog import Catalog, open_catalog
from store.index.embedder import Embedder, Matrix, Space
from store.index.generations import Changes, State
from store.index.vectors import VectorStore
from store.ingest.back import roll_back
from store.ingest.findings import CorpusRefused
from store.ingest.publish import Published, ShrinkRefused, Unchanged, publish
from store.ingest.sweep import collect
from store.record import Record
from store.settings import Settings
from tests.store.conftest import SettingsFor
from tests.store.corpora import NOTES, document, write_corpus


class CountingEmbedder:
    """The real model, with a note of every text that goes through it."""

    def __init__(self, real: Embedder) -> None:
        self._real = real
        self.encoded: list[str] = []

    @property
    def space(self) -> Space:
        return self._real.space

    def encode(self, texts: Sequence[str]) -> Matrix:
        self.encoded += texts
        return self._real.encode(texts)


class World:
    """One corpus, one store, and a model that counts."""

    def __init__(self, root: Path, settings_for: SettingsFor, embedder: Embedder) -> None:
        self.root = root
        self.settings: Settings = settings_for(root)
        self.embedder = CountingEmbedder(embedder)

    def write(self, name: str, content: str) -> None:
        path = self.root / "documents" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")

    def remove(self, name: str) -> None:
        (self.root / "documents" / name).unlink()

    def ingest(self, **options: bool) -> Published | Unchanged:
        self.embedder.encoded.clear()
        return publish(self.settings, who="process:test", embedder=self.embedder, **options)

    @property
    def catalog(self) -> Catalog:
        return open_catalog(self.settings)

    def served(self) -> list[str]:
        """Slugs that a search for anything can find, from a record opened anew."""
        with Record.open(self.settings, embedder=lambda: self.embedder) as record:
            return sorted({hit.slug for hit in record.search("a note about something", k=50).hits})

    def held(self) -> dict[int, bool]:
        """Generations in the vector store."""
        with VectorStore(self.settings, self.catalog.store_id) as store:
            return store.generations()


@pytest.fixture
def world(tmp_path: Path, settings_for: SettingsFor, embedder: Embedder) -> World:
    return World(write_corpus(tmp_path / "corpus", NOTES), settings_for, embedder)


def test_published_documents_are_found(published: Settings) -> None:
    with Record.open(published) as record:
        assert record.search("what do bees make?").hits[0].slug == "bees"
    assert [read.slug for read in open_catalog(published).documents(1)] == ["bees", "boats", "bread"]


def test_an_edit_of_one_document_encodes_only_its_passages(world: World) -> None:
    first = world.ingest()
    assert isinstance(first, Published)
    assert (len(world.embedder.encoded), first.encoded, first.carried) == (3, 3, 0)
    world.write("bees.md", document("# Bees\n\nBees dance.\n\n## Winter\n\nThey wait.\n", title="Bees"))
    second = world.ingest()
    assert isinstance(second, Published)
    assert sorted(world.embedder.encoded) == [
        "Bees\n# Bees\n\nBees dance.\n\n",
        "Bees > Winter\n## Winter\n\nThey wait.\n",
    ]
    assert (second.generation.number, second.encoded, second.carried) == (2, 2, 2)
    assert second.generation.changes == Changes(changed=("documents/bees",))


def test_a_carried_vector_is_the_vector_of_its_text(world: World) -> None:
    world.ingest()
    world.write("bees.md", document("# Bees\n\nBees dance.\n", title="Bees"))
    world.ingest()
    with VectorStore(world.settings, world.catalog.store_id) as store:
        vectors = store.load(2)
    texts = [
        f"{name}\n{passage.text}"
        for name, passage in zip(("Bees", "Boats", "Bread"), vectors.passages, strict=True)
    ]
    cosines = (vectors.matrix * world.embedder.encode(texts)).sum(axis=1)
    assert cosines.min() > 0.9999


def test_a_moved_document_and_changed_governance_encode_nothing(world: World) -> None:
    world.ingest()
    moved = (
        (world.root / "documents/bees.md").read_text().replace("owner: human:owner", "owner: human:keeper")
    )
    world.write("garden/bees.md", moved)
    world.remove("bees.md")
    outcome = world.ingest(allow_shrink=True)
    assert isinstance(outcome, Published)
    assert world.embedder.encoded == []
    assert outcome.generation.changes == Changes(
        added=("documents/garden/bees",), removed=("documents/bees",)
    )


def test_an_unchanged_corpus_makes_no_generation(world: World) -> None:
    world.ingest()
    (world.root / "documents/bees.md").touch()
    outcome = world.ingest()
    assert isinstance(outcome, Unchanged)
    assert (outcome.generation.number, outcome.takedowns_changed) == (1, False)
    assert [info.number for info in world.catalog.generations()] == [1]
    assert world.embedder.encoded == []


def test_an_active_generation_whose_vectors_are_gone_is_built_anew(world: World) -> None:
    world.ingest()
    with VectorStore(world.settings, world.catalog.store_id) as store:
        store.drop(1)
    outcome = world.ingest()
    assert isinstance(outcome, Published)
    assert (outcome.generation.number, outcome.encoded) == (2, 3)
    assert world.served() == ["bees", "boats", "bread"]


def test_another_embedding_space_carries_nothing_forward(world: World, embedder: Embedder) -> None:
    class OtherSpace(CountingEmbedder):
        """The real model under another name, as after a change of RECORD_MODEL."""

        @property
        def space(self) -> Space:
            return Space("another-model@1", embedder.space.dim)

    world.ingest()
    world.embedder = OtherSpace(embedder)
    outcome = world.ingest()
    assert isinstance(outcome, Published)
    assert (outcome.generation.number, outcome.encoded, outcome.carried) == (2, 3, 0)
    assert outcome.generation.space == Space("another-model@1", 384)


def test_a_refused_corpus_leaves_what_is_served(world: World) -> None:
    world.ingest()
    world.write("bees.md", "no frontmatter")
    with pytest.raises(
        CorpusRefused, match=r"documents/bees\.md:1: broken-frontmatter: the file has no front"
    ):
        world.ingest()
    assert world.served() == ["bees", "boats", "bread"]
    assert [row.outcome for row in world.catalog.acts.audit_rows(acts=["ingest"])] == [
        "published",
        "refused by the check",
    ]


@pytest.mark.parametrize("gone", [3, 4])
def test_a_flip_that_drops_more_than_15_percent_refuses_unless_told(
    gone: int, tmp_path: Path, settings_for: SettingsFor, embedder: Embedder
) -> None:
    notes = {f"n{number:02}.md": document(title=f"Note {number}") for number in range(20)}
    world = World(write_corpus(tmp_path / "corpus", notes), settings_for, embedder)
    world.ingest()
    for number in range(gone):
        world.remove(f"n{number:02}.md")
    if gone == 3:  # 15 % exactly
        assert isinstance(world.ingest(), Published)
        return
    with pytest.raises(ShrinkRefused) as refused:
        world.ingest()
    assert str(refused.value) == (
        "this would drop 4 of the 20 documents served now (documents/n00, documents/n01, documents/n02, "
        "documents/n03), more than 15%. Nothing was published. If it is meant, run it again with "
        "--allow-shrink."
    )
    active = world.catalog.active()
    assert active is not None and active.number == 1
    assert isinstance(world.ingest(allow_shrink=True), Published)


def test_documents_that_stop_being_stable_count_as_dropped(world: World) -> None:
    world.ingest()
    world.write(
        "bees.md", (world.root / "documents/bees.md").read_text().replace("status: stable", "status: draft")
    )
    with pytest.raises(ShrinkRefused, match=r"would drop 1 of the 3 documents served now \(documents/bees\)"):
        world.ingest()


def test_rollback_serves_the_generation_before_and_a_second_one_undoes_it(world: World) -> None:
    world.ingest()
    world.write("stars.md", document("# Stars\n\nStars shine.\n", title="Stars"))
    world.ingest()
    assert world.served() == ["bees", "boats", "bread", "stars"]
    assert roll_back(world.settings, "human:owner", 1).number == 1
    assert world.served() == ["bees", "boats", "bread"]
    assert roll_back(world.settings, "human:owner", 1).number == 2
    assert world.served() == ["bees", "boats", "bread", "stars"]


def test_there_is_nothing_to_roll_back_to_after_the_first_ingest(world: World) -> None:
    world.ingest()
    with pytest.raises(RecordError, match="there is no earlier generation to roll back to"):
        roll_back(world.settings, "human:owner", 1)


def test_a_generation_that_lost_its_vectors_is_not_rolled_back_to(world: World) -> None:
    world.ingest()
    world.write("stars.md", document("# Stars\n\nStars shine.\n", title="Stars"))
    world.ingest()
    with VectorStore(world.settings, world.catalog.store_id) as store:
        store.drop(1)
    with pytest.raises(RecordError, match="generation 1 has lost its vectors and cannot be served"):
        roll_back(world.settings, "human:owner", 1)
    assert world.served() == ["bees", "boats", "bread", "stars"]


def _collect(world: World, pin: timedelta) -> list[int]:
    with VectorStore(world.settings, world.catalog.store_id) as store:
        return sorted(info.number for info in collect(world.catalog, store, pin, "process:test"))


def test_gc_keeps_the_active_the_rollback_and_the_pinned_generation(world: World) -> None:
    for number in range(4):
        world.write("bread.md", document(f"# Bread\n\nLoaf {number}.\n", title="Bread"))
        world.ingest()
    assert _collect(world, timedelta(minutes=30)) == []
    assert world.held() == {1: True, 2: True, 3: True, 4: True}
    assert _collect(world, timedelta(0)) == [1, 2]
    assert world.held() == {3: True, 4: True}
    assert [(info.number, info.state) for info in world.catalog.generations()] == [
        (4, State.ACTIVE),
        (3, State.ROLLBACK),
        (2, State.REMOVED),
        (1, State.REMOVED),
    ]
    assert world.catalog.documents(1) == ()
    assert roll_back(world.settings, "human:owner", 1).number == 3


def test_a_generation_is_pinned_from_when_it_was_last_served(world: World) -> None:
    before = datetime.now(UTC)
    for number in range(3):
        world.write("bread.md", document(f"# Bread\n\nLoaf {number}.\n", title="Bread"))
        world.ingest()
    (oldest,) = (info for info in world.catalog.generations() if info.number == 1)
    assert oldest.retired is not None and before < oldest.retired < datetime.now(UTC)
    pin = timedelta(minutes=30)
    assert world.catalog.removable(oldest.retired + pin, pin) == ()
    assert [
        info.number for info in world.catalog.removable(oldest.retired + pin + timedelta(seconds=1), pin)
    ] == [1]


def test_progress_counts_every_text_to_encode(world: World) -> None:
    seen: list[tuple[int, int]] = []
    publish(
        world.settings,
        who="process:test",
        embedder=world.embedder,
        progress=lambda *counts: seen.append(counts),
    )
    assert seen == [(0, 3), (3, 3)]


def test_two_corpora_share_a_store_without_meeting(world: World, tmp_path: Path) -> None:
    world.ingest()
    other_root = write_corpus(tmp_path / "other", {"sea.md": document("# Sea\n\nSalt.\n")}, corpus_id="other")
    other = world.settings.model_copy(update={"corpus": other_root})
    outcome = publish(other, who="process:test", embedder=world.embedder)
    assert isinstance(outcome, Published)
    assert (outcome.generation.corpus_id, outcome.generation.changes.added) == ("other", ("documents/sea",))
    assert world.served() == ["bees", "boats", "bread"]
    with Record.open(other, embedder=lambda: world.embedder) as record:
        assert [hit.slug for hit in record.search("salt").hits] == ["sea"]


def test_what_was_published_survives_a_restart_and_a_lost_corpus_folder_is_said_plainly(world: World) -> None:
    world.ingest()
    assert world.served() == ["bees", "boats", "bread"]
    shutil.rmtree(world.root)
    with pytest.raises(RecordError, match="corpus: no-corpus: there is no folder 'corpus' to read"):
        world.ingest()
