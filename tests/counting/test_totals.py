"""Strict total, count and ceiling, and the smallest set of gates."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from counting import Reason, Run, Step, Suggestion, Tag, g2_warnings, tally
from counting.remedy import Remedy, smallest_gates
from counting.totals import Totals, three_totals
from tests.counting.strategies import runs


def step(tag: Tag | None, suggested: Tag | None = None, sure: bool = True, **changes: object) -> Step:
    suggestion = None if suggested is None else Suggestion(suggested, "R8", sure)
    return Step("a", tag=tag, suggestion=suggestion, **changes)  # type: ignore[arg-type]


def test_the_three_totals_by_hand() -> None:
    run = Run(
        "T",
        (
            step(Tag.AI, Tag.AI),  # strict
            step(Tag.TYPING, Tag.AI),  # another tag: unbacked
            step(Tag.TYPING, Tag.TYPING, sure=False),  # unsure: unbacked
            step(Tag.TYPING),  # nothing suggested: unbacked
            step(Tag.DECISION, Tag.DECISION),  # agreed: no doubt
            step(Tag.DECISION, Tag.AI),  # doubtful
            step(Tag.DECISION, Tag.DECISION, sure=False),  # doubtful
            step(Tag.DECISION),  # nothing suggested: no doubt
        ),
    )
    assert three_totals(run) == Totals(8, strict=1, count=4, ceiling=6, unbacked=(2, 3, 4), doubtful=(6, 7))


def test_no_totals_while_a_step_is_untagged_or_nothing_was_suggested() -> None:
    assert three_totals(Run("T", (step(Tag.AI, Tag.AI), step(None)))) is None
    assert three_totals(Run("T", (step(Tag.AI),))) is None
    assert three_totals(Run("T")) is None


suggested = st.builds(step, st.sampled_from(Tag), st.none() | st.sampled_from(Tag), st.booleans())


@given(st.lists(suggested, min_size=1, max_size=20))
def test_strict_is_at_most_the_count_and_the_count_at_most_the_ceiling(steps: list[Step]) -> None:
    run = Run("T", tuple(steps))
    found = three_totals(run)
    if found is not None:
        assert 0 <= found.strict <= found.count <= found.ceiling <= found.steps
        assert found.count == tally(run).automatable


def test_one_gate_closes_two_warnings() -> None:
    run = Run(
        "T", (step(Tag.AI), step(Tag.TYPING), step(Tag.TYPING, outward=True), step(Tag.TYPING, outward=True))
    )
    assert g2_warnings(run) == (3, 4)
    found = smallest_gates(run)
    assert (len(found.gates), found.unclosable) == (1, ())
    assert g2_warnings(with_gates(run, found)) == ()


def test_an_outward_ai_step_cannot_be_closed_by_a_gate() -> None:
    assert smallest_gates(Run("T", (step(Tag.AI, outward=True),))) == Remedy((), (1,))


def test_a_presence_decision_cannot_be_the_gate() -> None:
    run = Run(
        "T",
        (
            step(Tag.AI),
            step(Tag.DECISION, reason=Reason.PRESENCE),
            step(Tag.TYPING, outward=True),
        ),
    )
    assert smallest_gates(run).gates == (1,)


@given(runs(max_size=6))
def test_no_smaller_set_of_gates_does(run: Run) -> None:
    from itertools import combinations

    found = smallest_gates(run)
    for fewer in range(len(found.gates)):
        for gates in combinations(range(1, len(run.steps) + 1), fewer):
            assert g2_warnings(with_gates(run, Remedy(gates, ()))) != found.unclosable


def with_gates(run: Run, remedy: Remedy) -> Run:
    from dataclasses import replace

    steps = tuple(replace(s, gate=True) if n in remedy.gates else s for n, s in enumerate(run.steps, 1))
    return replace(run, steps=steps)
