"""Gates, stretches and the G2 warning, straight from method.md section 4."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings

from counting import Reason, Run, Step, Stretch, Tag, g2_warnings, gate_numbers, longest_stretch, stretches
from counting.remedy import Remedy, smallest_gates
from tests.counting.strategies import runs


def step(word: str) -> Step:
    """AI, TYPING, DECISION; "!" outward, "+" a gate by hand, "-" lifted, "~" by presence."""
    name = word.rstrip("!+-~")
    marks = word[len(name) :]
    return Step(
        text=word,
        tag={"A": Tag.AI, "T": Tag.TYPING, "D": Tag.DECISION, "?": None}[name],
        reason=Reason.PRESENCE if "~" in marks else None,
        gate=True if "+" in marks else False if "-" in marks else None,
        outward="!" in marks,
    )


def run_of(words: str, edges: tuple[tuple[str, str], ...] | None = None) -> Run:
    return Run("A run", tuple(map(step, words.split())), edges=edges)


@pytest.mark.parametrize(
    ("words", "warned"),
    [
        ("A T!", (2,)),
        ("T T!", ()),
        ("A D T!", ()),
        ("A D~ T!", (3,)),
        ("A D- T!", (3,)),
        ("A+ T!", ()),
        ("A T+ T!", ()),
        ("A T!+", (2,)),
        ("A!", (1,)),
        ("A!+", (1,)),
        ("D A!", (2,)),
        ("A D!", ()),
        ("A D!~", ()),
        ("A D!-", (2,)),
        ("A T! T!", (2, 3)),
        ("A D A T!", (4,)),
        ("A A D T!", ()),
        ("A T!+ T!", (2,)),
        ("D! T!", ()),
        ("A ? T!", (3,)),
        ("A ?!", ()),
        ("", ()),
    ],
)
def test_g2(words: str, warned: tuple[int, ...]) -> None:
    assert g2_warnings(run_of(words)) == warned


def test_g2_holds_when_any_path_has_no_gate() -> None:
    edges = (("s1", "s2"), ("s1", "s3"), ("s2", "s4"), ("s3", "s4"))
    assert g2_warnings(run_of("A D T T!", edges)) == (4,)
    assert g2_warnings(run_of("A D T T!")) == ()


def test_g2_looks_back_through_a_loop() -> None:
    edges = (("s1", "s2"), ("s2", "s3"), ("s3", "s1"))
    assert g2_warnings(run_of("T! T A", edges)) == (1,)


def test_a_gate_on_the_other_branch_protects_nothing() -> None:
    edges = (("s1", "s2"), ("s1", "s3"), ("s3", "s4"))
    assert g2_warnings(run_of("A D T T!", edges)) == (4,)


@pytest.mark.parametrize(
    ("words", "gates", "found"),
    [
        ("A T D T", (3,), ((1, 2), (4, 4))),
        ("A T+ T D- A", (2,), ((1, 1), (3, 3), (5, 5))),
        ("D D", (1, 2), ()),
        ("A ? T", (), ((1, 1), (3, 3))),
    ],
)
def test_gates_and_stretches(words: str, gates: tuple[int, ...], found: tuple[tuple[int, int], ...]) -> None:
    run = run_of(words)
    assert gate_numbers(run) == gates
    assert stretches(run) == tuple(Stretch(*pair) for pair in found)


def test_the_longest_stretch_is_the_first_of_equals() -> None:
    assert longest_stretch(run_of("A T D T A D T")) == Stretch(1, 2)
    assert longest_stretch(run_of("D")) is None


@pytest.mark.parametrize(
    ("words", "remedy"),
    [
        ("A T T!", Remedy((2,), ())),
        ("A T!", Remedy((1,), ())),
        ("A T! T!", Remedy((1,), ())),
        ("A T! A T T! T!", Remedy((1, 4), ())),
        ("A D~ T!", Remedy((1,), ())),
        ("A!", Remedy((), (1,))),
        ("A D T!", Remedy((), ())),
    ],
)
def test_the_smallest_set_of_gates(words: str, remedy: Remedy) -> None:
    assert smallest_gates(run_of(words)) == remedy


@settings(deadline=None)
@given(runs())
def test_the_remedy_closes_every_warning_but_the_outward_ai_steps(run: Run) -> None:
    remedy = smallest_gates(run)
    gated = tuple(
        replace(each, gate=True) if number in remedy.gates else each
        for number, each in enumerate(run.steps, 1)
    )
    assert g2_warnings(replace(run, steps=gated)) == remedy.unclosable
    assert remedy.unclosable == tuple(n for n in g2_warnings(run) if run.steps[n - 1].tag is Tag.AI)


@settings(deadline=None)
@given(runs(max_size=7))
def test_no_smaller_set_would_do(run: Run) -> None:
    remedy = smallest_gates(run)
    for left_out in remedy.gates:
        fewer = set(remedy.gates) - {left_out}
        gated = tuple(replace(s, gate=True) if n in fewer else s for n, s in enumerate(run.steps, 1))
        assert g2_warnings(replace(run, steps=gated)) != remedy.unclosable


@given(runs())
def test_stretches_hold_exactly_the_unattended_steps(run: Run) -> None:
    inside = {n for found in stretches(run) for n in range(found.first, found.last + 1)}
    unattended = {
        n for n, s in enumerate(run.steps, 1) if s.tag in (Tag.AI, Tag.TYPING) and n not in gate_numbers(run)
    }
    assert inside == unattended
    assert all(b.first > a.last + 1 for a, b in zip(stretches(run), stretches(run)[1:], strict=False))
