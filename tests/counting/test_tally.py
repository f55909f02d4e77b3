"""The count: the fraction, the percentage, what never changes it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from counting import Run, Step, Tag, percent, tally
from tests.counting.strategies import runs

ALL_TAGGED = st.sampled_from(Tag)


def run_of(*tags: Tag | None) -> Run:
    return Run("A run", tuple(Step(f"Step {n}", tag=tag) for n, tag in enumerate(tags, 1)))


def test_a_percentage_stands_beside_its_fraction() -> None:
    tags = [Tag.AI] * 8 + [Tag.TYPING] * 6 + [Tag.DECISION] * 6
    assert tally(run_of(*tags)).headline == "70 % (14 of 20 steps)"


def test_an_untagged_step_makes_the_count_incomplete() -> None:
    count = tally(run_of(Tag.AI, None, Tag.TYPING))
    assert (count.percentage, count.untagged, count.headline) == (
        None,
        1,
        "Incomplete: 1 of 3 steps still to tag.",
    )


def test_no_steps_give_no_percentage_and_the_reason() -> None:
    count = tally(Run("Empty"))
    assert (count.percentage, count.headline) == (None, "No percentage: the run has no steps.")


@pytest.mark.parametrize(
    ("part", "whole", "shown"),
    [
        (1, 8, 13),
        (1, 200, 1),
        (1, 201, 0),
        (3, 8, 38),
        (5, 8, 63),
        (2, 3, 67),
        (1, 3, 33),
        (0, 7, 0),
        (7, 7, 100),
    ],
)
def test_halves_round_up(part: int, whole: int, shown: int) -> None:
    assert percent(part, whole) == shown


@given(st.integers(1, 5000).flatmap(lambda whole: st.tuples(st.integers(0, whole), st.just(whole))))
def test_the_percentage_is_the_nearest_whole_percent_of_the_fraction(pair: tuple[int, int]) -> None:
    part, whole = pair
    off = percent(part, whole) - 100 * Fraction(part, whole)
    assert -Fraction(1, 2) < off <= Fraction(1, 2)


@given(runs(tags=ALL_TAGGED), st.randoms())
def test_order_never_changes_the_count(run: Run, random: Random) -> None:
    shuffled = list(run.steps)
    random.shuffle(shuffled)
    assert tally(replace(run, steps=tuple(shuffled))) == tally(run)


@given(runs(), st.none() | st.booleans())
def test_gates_and_outward_marks_never_change_the_count(run: Run, gate: bool | None) -> None:
    changed = tuple(replace(step, gate=gate, outward=not step.outward) for step in run.steps)
    assert tally(replace(run, steps=changed)) == tally(run)


@given(runs())
def test_the_totals_add_up_and_untagged_means_incomplete(run: Run) -> None:
    count = tally(run)
    assert count.ai + count.typing + count.decision + count.untagged == count.steps == len(run.steps)
    assert count.automatable == count.ai + count.typing
    assert (count.percentage is None) == (count.untagged > 0 or count.steps == 0)
