"""Rates of a floor, pure: nothing here reads a file or a model. A score at or above the floor is answered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

CONFIDENCE = 0.95
FLOOR_DIGITS = 3

Scores = NDArray[np.float64]


@dataclass(frozen=True)
class Rate:
    """`hits` of `of`, and where the true rate lies with 95 % confidence (Clopper-Pearson, two-sided)."""

    hits: int
    of: int
    low: float
    high: float

    @property
    def point(self) -> float:
        """nan when there was nothing to measure."""
        return self.hits / self.of if self.of else float("nan")

    def __str__(self) -> str:
        if not self.of:
            return "not measured (no such probes)"
        return (
            f"{self.point:.1%} ({self.hits} of {self.of}; 95 % confidence {self.low:.1%} to {self.high:.1%})"
        )


def rate(hits: int, of: int) -> Rate:
    from scipy.stats import binomtest  # type: ignore[import-untyped]

    if not of:
        return Rate(0, 0, 0.0, 1.0)
    bounds = binomtest(hits, of).proportion_ci(confidence_level=CONFIDENCE, method="exact")
    return Rate(hits, of, float(bounds.low), float(bounds.high))


def auc(covered: Sequence[float], other: Sequence[float]) -> float:
    """How often a covered question scores above another; a tie counts half. nan when a side is empty."""
    if not len(covered) or not len(other):
        return float("nan")
    above = np.subtract.outer(np.asarray(covered), np.asarray(other))
    return float((above > 0).mean() + (above == 0).mean() / 2)


def refused(covered: Scores, floor: float) -> Rate:
    """False abstention: covered questions strictly below the floor."""
    return rate(int((covered < floor).sum()), len(covered))


def leaked(other: Scores, floor: float) -> Rate:
    """Questions that are not covered, at the floor or above."""
    return rate(int((other >= floor).sum()), len(other))


def lowest_floor(other: Scores, most_leaked: float) -> float:
    """The lowest floor of FLOOR_DIGITS digits that lets at most this share of `other` through.

    The lowest, because every step higher refuses more covered questions.
    """
    allowed = int(np.floor(most_leaked * len(other) + 1e-9))
    falling = np.sort(other)[::-1]
    if allowed >= len(falling):
        return -1.0
    scale = 10.0**FLOOR_DIGITS
    return float(np.clip((np.floor(falling[allowed] * scale) + 1) / scale, -1.0, 1.0))
