"""The query's vector: from the cache, else from the model within the wall clock, else an honest refusal."""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from store.errors import EmbedUnavailable, SpaceMismatch
from store.index.embedder import Embedder, Matrix, Space
from store.search.breaker import Breaker
from store.search.deadline import Deadline, TooLate
from store.settings import Settings

Vector = NDArray[np.float32]

BATCH = 16
"""Steps read in one go: few enough that a question never waits long behind them for the one thread."""

log = logging.getLogger(__name__)


class QueryEmbedding:
    """One per process: one model, one thread for queries, one breaker, one cache."""

    def __init__(self, settings: Settings, load: Callable[[], Embedder]) -> None:
        self._load = load
        self._embedder: Embedder | None = None
        self._asked_for: Space | None = None
        self._deadline: Deadline[Matrix] = Deadline(settings.embed_wall_clock_seconds)
        self._breaker = Breaker(settings.breaker_failures, settings.breaker_rest_seconds)
        self._cache = _Cache(settings.query_cache_size)

    def of(self, query: str, served: Space | None) -> Vector:
        """The vector of `query`. `served`: the space of the generation it is compared in, if there is one.

        Raises EmbedUnavailable when the model fails, is late or rests; SpaceMismatch for another space.
        """
        return self.of_all([query], served)[0]

    def of_all(self, texts: Sequence[str], served: Space | None) -> list[Vector]:
        """One vector per text, BATCH texts at a time, each batch within the wall clock. Raises as `of`."""
        known = {text: self._cached(text, served) for text in texts}
        missing = [text for text, vector in known.items() if vector is None]
        for start in range(0, len(missing), BATCH):
            batch = missing[start : start + BATCH]
            known.update(zip(batch, self._encoded(batch, served), strict=True))
        return [vector for text in texts if (vector := known[text]) is not None]

    def _cached(self, text: str, served: Space | None) -> Vector | None:
        return None if served is None else self._cache.get((served.digest, text))

    def _encoded(self, texts: Sequence[str], served: Space | None) -> list[Vector]:
        if not self._breaker.allows():
            raise EmbedUnavailable(
                "the embedding model failed a moment ago and is being left alone. Try again in a moment."
            )
        try:
            embedder = self._model(served)
            vectors = list(self._deadline.run(lambda: embedder.encode(texts)))
        except BaseException as error:
            self._breaker.failed()
            raise _refusal(error) from None
        self._breaker.succeeded()
        if served is not None and embedder.space != served:
            raise SpaceMismatch(served.model_id, embedder.space.model_id)
        for text, vector in zip(texts, vectors, strict=True):
            self._cache.put((embedder.space.digest, text), vector)
        return vectors

    def warm(self) -> None:
        """Load the model now, so that the first search does not wait for it. Raises EmbedUnavailable."""
        self._model(None)

    def _model(self, served: Space | None) -> Embedder:
        """The model, asked for again once when another space is served: its corpus may have a newer one.

        Loading is not under the wall clock: it happens once, and a start waits for it.
        """
        stale = served is not None and self._embedder is not None and self._embedder.space != served
        if self._embedder is None or (stale and self._asked_for != served):
            self._embedder = self._load()
            self._asked_for = served
            if served is not None and self._embedder.space != served:
                log.warning("%s", SpaceMismatch(served.model_id, self._embedder.space.model_id))
        return self._embedder


def _refusal(error: BaseException) -> BaseException:
    if isinstance(error, EmbedUnavailable) or not isinstance(error, Exception):
        return error
    if isinstance(error, TooLate):
        return EmbedUnavailable("the embedding model did not answer in time. Try again in a moment.")
    log.warning("embedding a query failed: %s", type(error).__name__)
    return EmbedUnavailable("the embedding model failed. Try again in a moment.")


class _Cache:
    """The vectors of the queries asked last."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._lock = threading.Lock()
        self._vectors: OrderedDict[tuple[str, str], Vector] = OrderedDict()

    def get(self, key: tuple[str, str]) -> Vector | None:
        with self._lock:
            if key in self._vectors:
                self._vectors.move_to_end(key)
            return self._vectors.get(key)

    def put(self, key: tuple[str, str], vector: Vector) -> None:
        with self._lock:
            self._vectors[key] = vector
            while len(self._vectors) > self._size:
                self._vectors.popitem(last=False)
