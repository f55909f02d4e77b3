"""A query's vector: one model, one cache, one wall clock, one breaker."""

from __future__ import annotations

import numpy as np
import pytest

from store.errors import EmbedUnavailable, SpaceMismatch
from store.index.embedder import Embedder, Space
from store.search.embedding import QueryEmbedding
from store.settings import Settings
from tests.store.fakes import (
    FailingEmbedder,
    FlappingEmbedder,
    OtherSpaceEmbedder,
    SlowEmbedder,
    UnloadableEmbedder,
)


def embedding(embedder: Embedder, **values: object) -> QueryEmbedding:
    return QueryEmbedding(Settings(**values), lambda: embedder)


def test_it_is_the_models_own_vector(embedder: Embedder) -> None:
    vector = embedding(embedder).of("what do bees make?", embedder.space)
    assert np.array_equal(vector, embedder.encode(["what do bees make?"])[0])


def test_a_query_asked_again_does_not_reach_the_model(embedder: Embedder) -> None:
    counting = FlappingEmbedder(embedder)
    mine = embedding(counting, query_cache_size=2)
    for query in ("a", "b", "a", "c", "a", "b"):
        mine.of(query, embedder.space)
    assert counting.calls == 4  # b was pushed out by c, as the one asked longest ago


def test_a_provider_that_is_down_costs_one_call(embedder: Embedder) -> None:
    failing = FailingEmbedder(embedder.space)
    mine = embedding(failing)
    with pytest.raises(EmbedUnavailable, match=r"^the embedding model failed\. Try again in a moment\.$"):
        mine.of("one", embedder.space)
    for query in ("two", "three"):
        with pytest.raises(EmbedUnavailable, match=r"^the embedding model failed a moment ago"):
            mine.of(query, embedder.space)
    assert failing.calls == 1


def test_a_provider_that_cannot_be_loaded_costs_one_try(embedder: Embedder) -> None:
    unloadable = UnloadableEmbedder()
    mine = QueryEmbedding(Settings(), unloadable.load)
    for query in ("one", "two"):
        with pytest.raises(EmbedUnavailable):
            mine.of(query, embedder.space)
    assert unloadable.loads == 1


def test_a_cached_query_still_answers_while_the_breaker_is_open(embedder: Embedder) -> None:
    flapping = FlappingEmbedder(embedder)
    mine = embedding(flapping)
    before = mine.of("asked before", embedder.space)
    flapping.down = True
    with pytest.raises(EmbedUnavailable):
        mine.of("new", embedder.space)
    assert np.array_equal(mine.of("asked before", embedder.space), before)


def test_recovery_needs_nobody(embedder: Embedder) -> None:
    flapping = FlappingEmbedder(embedder)
    mine = embedding(flapping, breaker_rest_seconds=0)
    for down in (True, True, False, True, False):
        flapping.down = down
        if down:
            with pytest.raises(EmbedUnavailable):
                mine.of(f"query {flapping.calls}", embedder.space)
        else:
            assert mine.of(f"query {flapping.calls}", embedder.space).shape == (embedder.space.dim,)
    assert flapping.calls == 5


def test_a_slow_provider_is_given_up_and_comes_back(embedder: Embedder) -> None:
    slow = SlowEmbedder(embedder)
    mine = embedding(slow, embed_wall_clock_seconds=0.05, breaker_rest_seconds=0)
    with pytest.raises(EmbedUnavailable, match=r"^the embedding model did not answer in time\."):
        mine.of("hangs", embedder.space)
    slow.open_door.set()
    patient = embedding(slow)
    assert patient.of("answers", embedder.space).shape == (embedder.space.dim,)


def test_a_vector_of_another_space_is_never_handed_out(embedder: Embedder) -> None:
    mine = embedding(OtherSpaceEmbedder(embedder))
    for _ in range(2):  # not out of the cache either
        with pytest.raises(
            SpaceMismatch,
            match=r"^the served generation was embedded by all-MiniLM-L6-v2@53aa51172d14, but the model set "
            r"now is other-model@000000000000\. Run `python -m store ingest` .* or set RECORD_MODEL back\.$",
        ):
            mine.of("anything", embedder.space)


def test_a_corpus_that_got_another_model_is_asked_for_it_once(embedder: Embedder) -> None:
    other = OtherSpaceEmbedder(embedder)
    loads: list[Embedder] = []

    def load() -> Embedder:
        loads.append(other if loads else embedder)
        return loads[-1]

    mine = QueryEmbedding(Settings(), load)
    mine.of("before", embedder.space)
    assert np.array_equal(mine.of("after", other.space), embedder.encode(["after"])[0])
    unknown = Space("third-model@000000000000", embedder.space.dim)
    for _ in range(3):
        with pytest.raises(SpaceMismatch):
            mine.of("never", unknown)
    assert len(loads) == 3
