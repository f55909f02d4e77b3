"""Reciprocal rank fusion of the two arms."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

RRF_K = 60
"""Damps the head of each ranking; 60 is the constant of the method's own paper (Cormack et al., 2009)."""

ARM_DEPTH = 100
"""Each arm puts up this many passages: twice the most hits an answer can have."""


def ranking(
    scores: NDArray[np.float32], served: NDArray[np.bool_], above: float = -np.inf
) -> NDArray[np.int64]:
    """Rows by falling score, at most ARM_DEPTH: only those `served` that score strictly more than `above`.

    Equal scores keep the order of the rows, which is the order of the passages' ids.
    """
    rows = np.flatnonzero(served & (scores > above))
    if len(rows) > ARM_DEPTH:
        found = scores[rows]
        least = np.partition(found, len(found) - ARM_DEPTH)[len(found) - ARM_DEPTH]
        rows = rows[found >= least]
    best = rows[np.argsort(-scores[rows], kind="stable")]
    return best[:ARM_DEPTH]


def fuse(rankings: Sequence[NDArray[np.int64]]) -> list[tuple[int, float]]:
    """Rows by falling score, the sum of 1 / (RRF_K + rank) over the rankings, ranks from 1. Ties by row."""
    scores: dict[int, float] = {}
    for order in rankings:
        for rank, row in enumerate(order.tolist(), start=1):
            scores[row] = scores.get(row, 0.0) + 1.0 / (RRF_K + rank)
    return sorted(scores.items(), key=lambda item: (-item[1], item[0]))
