"""Reciprocal rank fusion of the two arms."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

RRF_K = 60
"""Damps the head of each ranking; 60 is the constant of the method's own paper (Cormack et al., 2009)."""

ARM_DEPTH = 100
"""Each arm puts up this many passages: twice the most hits an answer can have."""

TUNED_WEIGHTS = (0.1, 1.0, 4.0)
"""Keywords, vectors, concepts in a tuned space. Measured: at equal weights the keyword arm costs a third of
the first places, because shared words say little about a step or a story; it still lifts a rare term."""


def ranking(
    scores: NDArray[np.float32], served: NDArray[np.bool_], above: float = -np.inf, depth: int = ARM_DEPTH
) -> NDArray[np.int64]:
    """Rows by falling score, at most `depth`: only those `served` that score strictly more than `above`.

    Equal scores keep the order of the rows, which is the order of the passages' ids.
    """
    rows = np.flatnonzero(served & (scores > above))
    if len(rows) > depth:
        found = scores[rows]
        least = np.partition(found, len(found) - depth)[len(found) - depth]
        rows = rows[found >= least]
    best = rows[np.argsort(-scores[rows], kind="stable")]
    return best[:depth]


def nearest_per_document(
    document_scores: NDArray[np.float32],
    document_of: NDArray[np.int64],
    cosines: NDArray[np.float32],
    served: NDArray[np.bool_],
) -> NDArray[np.int64]:
    """Documents by falling score, at most ARM_DEPTH, each by its nearest served passage.

    The passages of a document stand together. Documents scored -inf, and those with nothing served, are left
    out; equal scores keep the order of the documents, equal cosines that of the rows.
    """
    starts = np.flatnonzero(np.diff(document_of, prepend=-1))
    ends = np.append(starts[1:], len(document_of))
    documents = document_of[starts]
    any_served = np.add.reduceat(served, starts, dtype=np.int64) > 0 if len(starts) else starts > 0
    found = np.flatnonzero(any_served & (document_scores[documents] > -np.inf))
    best = found[np.lexsort((documents[found], -document_scores[documents[found]]))][:ARM_DEPTH]
    nearest = np.where(served, cosines, -np.inf)
    rows = [starts[place] + int(np.argmax(nearest[starts[place] : ends[place]])) for place in best]
    return np.array(rows, dtype=np.int64)


def fuse(
    rankings: Sequence[NDArray[np.int64]], weights: Sequence[float] | None = None
) -> list[tuple[int, float]]:
    """Rows by falling score, the sum of weight / (RRF_K + rank) over the rankings, ranks from 1. Ties by row.

    Without `weights` every ranking weighs 1.
    """
    scores: dict[int, float] = {}
    for order, weight in zip(rankings, weights or [1.0] * len(rankings), strict=True):
        for rank, row in enumerate(order.tolist(), start=1):
            scores[row] = scores.get(row, 0.0) + weight / (RRF_K + rank)
    return sorted(scores.items(), key=lambda item: (-item[1], item[0]))
