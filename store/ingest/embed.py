"""A vector for every entry: kept from the generation before where the text is the same, else encoded."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from store.errors import StoreUnavailable
from store.index.embedder import Embedder, Matrix
from store.index.generations import GenerationInfo
from store.index.passages import Entry
from store.index.vectors import VectorStore

BATCH_TEXTS = 256
"""Texts per call of the model: progress moves every few seconds, and the model fills its own batches."""

Progress = Callable[[int, int], None]
"""Called with how many texts are done and how many there are to encode."""


def no_progress(done: int, total: int) -> None:
    """Nobody is watching."""


@dataclass(frozen=True)
class Embedded:
    """Row i of `matrix` is entry i. `encoded` counts texts that went through the model."""

    matrix: Matrix
    encoded: int
    carried: int


def embed(
    entries: Sequence[Entry],
    embedder: Embedder,
    store: VectorStore,
    active: GenerationInfo | None,
    progress: Progress,
) -> Embedded:
    """Vectors for `entries` in the embedder's space, each different text encoded once at most."""
    known = _known(store, active, embedder)
    digests = [entry.digest for entry in entries]
    missing = {
        digest: entry.text for digest, entry in zip(digests, entries, strict=True) if digest not in known
    }
    encoded = _encode(missing, embedder, progress)
    matrix = np.zeros((len(entries), embedder.space.dim), dtype=np.float32)
    for row, digest in enumerate(digests):
        matrix[row] = known[digest] if digest in known else encoded[digest]
    carried = len(set(digests)) - len(missing)
    return Embedded(matrix, len(missing), carried)


def _known(
    store: VectorStore, active: GenerationInfo | None, embedder: Embedder
) -> dict[str, NDArray[np.float32]]:
    """Vectors of the active generation by digest of their text, if they are of the same space."""
    if active is None or active.space != embedder.space or active.number not in store.generations():
        return {}
    try:
        space, known = store.known(active.number)
    except StoreUnavailable:
        return {}  # a damaged generation is encoded anew; a store that is down fails at the write
    return known if space == embedder.space else {}


def _encode(texts: dict[str, str], embedder: Embedder, progress: Progress) -> dict[str, NDArray[np.float32]]:
    """Longest first over the whole work: a batch holds texts of one length and none is padded much."""
    digests = sorted(texts, key=lambda digest: -len(texts[digest]))
    rows: dict[str, NDArray[np.float32]] = {}
    progress(0, len(digests))
    for start in range(0, len(digests), BATCH_TEXTS):
        batch = digests[start : start + BATCH_TEXTS]
        rows.update(zip(batch, embedder.encode([texts[digest] for digest in batch]), strict=True))
        progress(len(rows), len(digests))
    return rows
