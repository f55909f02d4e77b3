"""Rates of a floor, against the same thing counted by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import roc_auc_score

from store.calibrate.curve import FLOOR_DIGITS, Rate, auc, leaked, lowest_floor, rate, refused

scores = st.lists(st.floats(-0.96875, 0.96875, width=32), min_size=1, max_size=60).map(np.array)
STEP = 10.0**-FLOOR_DIGITS


@given(scores, st.sampled_from([0.0, 0.05, 0.12, 0.5, 1.0]))
def test_the_lowest_floor_keeps_the_leak_and_one_step_lower_does_not(other: np.ndarray, most: float) -> None:
    floor = lowest_floor(other, most)
    assert leaked(other, floor).point <= most
    assert floor == -1.0 or leaked(other, floor - 1.5 * STEP).point > most


@given(scores, scores)
def test_the_area_is_the_one_everybody_means(covered: np.ndarray, other: np.ndarray) -> None:
    labels = [1] * len(covered) + [0] * len(other)
    assert auc(covered, other) == pytest.approx(roc_auc_score(labels, [*covered, *other]))


def test_an_area_without_one_side_is_no_number() -> None:
    assert np.isnan(auc([], [0.5]))


def test_at_the_floor_is_answered_and_below_is_refused() -> None:
    at = np.array([0.2, 0.3, 0.4])
    assert (refused(at, 0.3).hits, leaked(at, 0.3).hits) == (1, 2)


@pytest.mark.parametrize(
    ("hits", "of", "low", "high"),
    [(0, 10, 0.0, 0.3085), (5, 10, 0.1871, 0.8129), (10, 10, 0.6915, 1.0), (26, 220, 0.0787, 0.1684)],
)
def test_the_bounds_are_those_of_clopper_and_pearson(hits: int, of: int, low: float, high: float) -> None:
    found = rate(hits, of)
    assert (found.low, found.high) == (pytest.approx(low, abs=5e-4), pytest.approx(high, abs=5e-4))


def test_a_rate_says_its_fraction_and_its_bounds() -> None:
    assert str(Rate(1, 8, 0.003, 0.527)) == "12.5% (1 of 8; 95 % confidence 0.3% to 52.7%)"
    assert str(rate(0, 0)) == "not measured (no such probes)"
