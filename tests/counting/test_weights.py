"""Minutes and hours: exact, second to the count, and missing where they are missing."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from counting import Run, Step, Tag
from counting.weights import Weights, weigh


def run(*minutes: tuple[Tag | None, float | None], runs_per_month: float | None = None) -> Run:
    steps = tuple(Step("a", tag=tag, minutes=each) for tag, each in minutes)
    return Run("T", steps, runs_per_month=runs_per_month)


def test_no_minutes_no_weights() -> None:
    assert weigh(run((Tag.AI, None))) is None


def test_minutes_on_every_step_give_a_share_and_hours() -> None:
    found = weigh(run((Tag.AI, 10), (Tag.TYPING, 5), (Tag.DECISION, 15), runs_per_month=20))
    assert found == Weights(30.0, (), 15.0, 50, 10.0, 5.0)


def test_missing_minutes_are_named_and_never_zero() -> None:
    found = weigh(run((Tag.AI, 10), (Tag.TYPING, None), (Tag.DECISION, 0), runs_per_month=20))
    assert found == Weights(10.0, (2,), None, None, None, None)


def test_an_untagged_step_leaves_no_share() -> None:
    found = weigh(run((Tag.AI, 10), (None, 5), runs_per_month=6))
    assert found == Weights(15.0, (), None, None, 1.5, None)


def test_all_zero_minutes_have_no_share() -> None:
    assert weigh(run((Tag.AI, 0), (Tag.DECISION, 0))) == Weights(0.0, (), 0.0, None, None, None)


def test_decimals_are_counted_as_they_were_typed() -> None:
    """2.9 of 20 minutes are 14.5 %, rounded up; ten times 0.1 minutes is one minute."""
    found = weigh(run((Tag.AI, 2.9), (Tag.DECISION, 17.1)))
    assert found is not None
    assert (found.minutes, found.percentage) == (20.0, 15)
    ten = weigh(run(*[(Tag.TYPING, 0.1)] * 10))
    assert ten is not None
    assert ten.minutes == 1.0


tagged = st.tuples(st.sampled_from(Tag), st.floats(0, 1e6))


@given(st.lists(tagged, min_size=1, max_size=20), st.randoms())
def test_order_changes_nothing(minutes: list[tuple[Tag, float]], random: object) -> None:
    shuffled = list(minutes)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert weigh(run(*minutes)) == weigh(run(*shuffled))


@given(st.lists(tagged, min_size=1, max_size=20))
def test_the_automatable_part_is_a_part(minutes: list[tuple[Tag, float]]) -> None:
    found = weigh(run(*minutes))
    assert found is not None
    assert found.automatable_minutes is not None
    assert 0 <= found.automatable_minutes <= found.minutes
    assert found.percentage is None if found.minutes == 0 else 0 <= (found.percentage or 0) <= 100
