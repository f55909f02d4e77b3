"""Reciprocal rank fusion of the two arms."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

RRF_K = 60
"""Damps the head of each ranking; 60 is the constant of the method's own paper (Cormack et al., 2009)."""

ARM_DEPTH = 100
"""Each arm puts up this many passages: twice the most hits an answer can have."""

TUNED_WEIGHTS = (0.1, 1.0, 16.0)
"""Keywords, vectors, concepts in a tuned space. Measured (docs/gate.md): at equal weights the keyword
arm costs a third of the first places, because shared words say little about a step or a story."""


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

    A document scored -inf, one that whatever scored does not know, stands at the rank its nearest passage has
    among all documents. The passages of a document stand together. Documents with nothing served are left
    out; equal scores keep the order of the documents, equal cosines that of the rows.
    """
    starts = np.flatnonzero(np.diff(document_of, prepend=-1))
    if not len(starts):
        return starts
    ends = np.append(starts[1:], len(document_of))
    documents = document_of[starts]
    nearest = np.where(served, cosines, -np.inf)
    nearness = np.maximum.reduceat(nearest, starts)
    scores = document_scores[documents]
    found = np.flatnonzero(nearness > -np.inf)
    by_nearness = found[np.lexsort((documents[found], -nearness[found]))][:ARM_DEPTH]
    known = found[scores[found] > -np.inf]
    best = known[np.lexsort((documents[known], -scores[known]))][:ARM_DEPTH].tolist()
    for rank, place in enumerate(by_nearness.tolist()):
        if scores[place] == -np.inf:
            best.insert(rank, place)
    rows = [
        starts[place] + int(np.argmax(nearest[starts[place] : ends[place]])) for place in best[:ARM_DEPTH]
    ]
    return np.array(rows, dtype=np.int64)


def fuse(
    rankings: Sequence[NDArray[np.int64]], weights: Sequence[float] | None = None
) -> list[tuple[int, float]]:
    """Rows by falling score, the sum of weight / (RRF_K + rank) over the rankings, ranks from 1. Ties by row.

    Without `weights` every ranking weighs 1.
    """
    if not rankings:
        return []
    weighed = zip(rankings, weights or [1.0] * len(rankings), strict=True)
    shares = [weight / (RRF_K + np.arange(1, len(order) + 1)) for order, weight in weighed]
    rows, place_of = np.unique(np.concatenate(rankings), return_inverse=True)
    scores = np.bincount(place_of, weights=np.concatenate(shares), minlength=len(rows))
    best = np.argsort(-scores, kind="stable")
    return list(zip(rows[best].tolist(), scores[best].tolist(), strict=True))
