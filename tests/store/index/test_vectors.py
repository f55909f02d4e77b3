"""A generation through Chroma and back, on both kinds of server."""

from __future__ import annotations

import uuid
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from store.errors import StoreUnavailable
from store.index.embedder import Embedder, Space
from store.index.passages import Entry, EntryKind, Passage
from store.index.rows import Vectors
from store.index.vectors import PAGE_ROWS, VectorStore
from store.settings import Settings
from tests.store.conftest import SettingsFor

PASSAGES = [
    Passage("documents/a", 9, ("A", 'Späte "Überschrift"'), "nine\r\n"),
    Passage("documents/a", 10, (), "ten"),
    Passage("documents/b|c#d", 0, ("B",), "\ufeffodd name, \x00 and 😀"),
    Passage("documents/b|c#d", 1, ("B",), ""),
]
ENTRIES = [Entry(passage.id, EntryKind.PASSAGE, f"title\n{passage.text}") for passage in PASSAGES] + [
    Entry(PASSAGES[1].id, EntryKind.QUESTION, "which number follows nine?"),
    Entry(PASSAGES[1].id, EntryKind.STEP, "count to ten"),
    Entry(PASSAGES[1].id, EntryKind.QUESTION, "which number follows nine?"),
]
BY_ID = {passage.id: passage for passage in PASSAGES}


@pytest.fixture
def store(settings_for: SettingsFor, tmp_path: Path) -> VectorStore:
    return VectorStore(settings_for(tmp_path), uuid.uuid4().hex[:16])


def write(store: VectorStore, generation: int, embedder: Embedder, entries: list[Entry]) -> None:
    store.write(generation, embedder.space, entries, BY_ID, embedder.encode([e.text for e in entries]))


def test_a_generation_comes_back_as_it_was_written(store: VectorStore, embedder: Embedder) -> None:
    with store:
        write(store, 1, embedder, ENTRIES[3:])  # in pieces, out of order
        write(store, 1, embedder, ENTRIES[:3])
        assert store.seal(1) == 6  # the question that was there twice is there once
    with store:
        loaded = store.load(1)
    assert (loaded.generation, loaded.space) == (1, embedder.space)
    assert list(loaded.passages) == PASSAGES
    assert loaded.kinds == ("passage", "passage", "question", "step", "passage", "passage")
    assert loaded.texts[2:4] == ("which number follows nine?", "count to ten")
    assert loaded.first_row.tolist() == [0, 1, 4, 5]


def test_identical_text_scores_one_and_a_passage_scores_by_its_nearest_entry(
    store: VectorStore, embedder: Embedder
) -> None:
    with store:
        write(store, 1, embedder, ENTRIES)
        store.seal(1)
        loaded = store.load(1)
    cosines = loaded.cosines(embedder.encode(["which number follows nine?"])[0])
    assert cosines[1] == pytest.approx(1.0, abs=1e-6)
    assert cosines[[0, 2, 3]].max() < 0.9


def test_a_generation_that_is_not_whole_or_not_there_is_not_served(
    store: VectorStore, embedder: Embedder
) -> None:
    with store:
        write(store, 1, embedder, ENTRIES)
        for generation in (1, 2):
            with pytest.raises(
                StoreUnavailable, match=r"^the vector store did not answer\. This is an outage"
            ):
                store.load(generation)
        assert store.generations() == {1: False}
        store.seal(1)
        assert store.generations() == {1: True}


def test_what_is_known_can_be_carried_forward(store: VectorStore, embedder: Embedder) -> None:
    matrix = embedder.encode([entry.text for entry in ENTRIES])
    with store:
        store.write(1, embedder.space, ENTRIES, BY_ID, matrix)
        space, known = store.known(1)
    assert space == embedder.space
    assert known.keys() == {entry.digest for entry in ENTRIES}
    for entry, vector in zip(ENTRIES, matrix, strict=True):
        assert np.allclose(known[entry.digest], vector, atol=1e-6)


def test_dropping_removes_one_generation_and_is_no_error_twice(
    store: VectorStore, embedder: Embedder
) -> None:
    with store:
        for generation in (1, 2):
            write(store, generation, embedder, ENTRIES)
            store.seal(generation)
        store.drop(1)
        store.drop(1)
        assert store.generations() == {2: True}


def test_more_rows_than_one_request_carries(settings_for: SettingsFor, tmp_path: Path) -> None:
    count = PAGE_ROWS + 5
    passages = [Passage("documents/long", ordinal, (), f"text {ordinal}") for ordinal in range(count)]
    entries = [Entry(passage.id, EntryKind.PASSAGE, passage.text) for passage in passages]
    matrix = np.eye(8, dtype=np.float32)[np.arange(count) % 8]
    with VectorStore(settings_for(tmp_path), uuid.uuid4().hex[:16]) as store:
        store.write(
            1, Space("unit-vectors", 8), entries, {passage.id: passage for passage in passages}, matrix
        )
        assert store.seal(1) == count
        loaded = store.load(1)
    assert [passage.ordinal for passage in loaded.passages] == list(range(count))
    assert np.array_equal(loaded.matrix, matrix)


def test_a_server_that_is_not_there_is_an_outage_without_its_address(tmp_path: Path) -> None:
    settings = Settings(home=tmp_path, chroma_url="http://127.0.0.1:9")
    with VectorStore(settings, "test") as store, pytest.raises(StoreUnavailable) as caught:
        store.load(1)
    assert str(caught.value) == (
        "the vector store did not answer. This is an outage: it says nothing about what the record covers. "
        "Try again in a moment; if it stays, check that the store is running."
    )


entries_per_passage = st.lists(st.integers(1, 4), min_size=1, max_size=8)


@given(entries_per_passage, st.integers(0, 2**32 - 1))
def test_cosines_are_the_maximum_over_each_passages_entries(counts: list[int], seed: int) -> None:
    random = np.random.default_rng(seed)
    matrix = random.standard_normal((sum(counts), 5)).astype(np.float32)
    matrix /= np.linalg.norm(matrix, axis=1, keepdims=True)
    first_row = np.cumsum([0, *counts[:-1]])
    passages = tuple(Passage("documents/a", ordinal, (), "") for ordinal in range(len(counts)))
    vectors = Vectors(1, Space("random", 5), passages, matrix, first_row, (), ())
    by_hand = [
        max(min(1.0, float(row @ matrix[0])) for row in matrix[start : start + count])
        for start, count in zip(first_row, counts, strict=True)
    ]
    assert vectors.cosines(matrix[0]) == pytest.approx(by_hand, abs=1e-6)
