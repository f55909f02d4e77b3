"""Editing a run: what changes, what stays, and that the flow follows the list."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from counting import Reason, Run, Step, Tag
from pages.parts import edits


def a_run(*texts: str, edges: bool = False) -> Run:
    steps = tuple(Step(text, id=text) for text in texts)
    return Run("t", steps, edges=tuple(pairwise(texts)) if edges else None)


def texts(run: Run) -> list[str]:
    return [step.text for step in run.steps]


def test_a_step_moves_up_and_down_and_stops_at_both_ends() -> None:
    run = a_run("a", "b", "c")
    assert texts(edits.move(run, "c", -1)) == ["a", "c", "b"]
    assert texts(edits.move(run, "a", 1)) == ["b", "a", "c"]
    assert edits.move(run, "a", -1) == run
    assert edits.move(run, "c", 1) == run


def test_a_moved_step_takes_its_place_in_the_flow() -> None:
    moved = edits.move(a_run("a", "b", "c", edges=True), "c", -1)
    assert set(moved.edges or ()) == {("a", "c"), ("c", "b")}


def test_a_deleted_step_leaves_its_neighbours_joined() -> None:
    run = edits.delete(a_run("a", "b", "c", edges=True), ("b",))
    assert (texts(run), run.edges) == (["a", "c"], (("a", "c"),))


def test_a_step_in_a_loop_can_be_deleted() -> None:
    run = Run("t", (Step("a", id="a"), Step("b", id="b")), edges=(("a", "b"), ("b", "b"), ("b", "a")))
    assert edits.delete(run, ("b",)).edges == (("a", "a"),)


def test_split_parts_are_tagged_afresh_and_the_last_keeps_the_outward_effect() -> None:
    whole = Step(
        "review and send", actor="Clerk", tag=Tag.DECISION, reason=Reason.ACCOUNTABILITY, outward=True,
        minutes=5, unsplit=True, id="w",
    )  # fmt: skip
    run = edits.split(Run("t", (whole, Step("z", id="z"))), "w", ["review", " send ", ""])
    assert run.steps == (
        Step("review", actor="Clerk", id="w"),
        Step("send", actor="Clerk", outward=True, id="new-3"),
        Step("z", id="z"),
    )


def test_a_split_into_one_part_changes_nothing() -> None:
    run = a_run("a")
    assert edits.split(run, "a", ["only this", "  "]) == run


def test_split_parts_follow_each_other_in_the_flow() -> None:
    run = edits.split(a_run("a", "b", "c", edges=True), "b", ["b1", "b2"])
    assert texts(run) == ["a", "b1", "b2", "c"]
    assert set(run.edges or ()) == {("a", "b"), ("b", "new-4"), ("new-4", "c")}


def test_merging_two_tags_leaves_an_unsplit_line_with_the_strictest() -> None:
    first = Step("draft it.", actor="A", tag=Tag.AI, rule="R7", minutes=2, id="a")
    second = Step("approve it", tag=Tag.DECISION, reason=Reason.JUDGEMENT, rule="R4", minutes=3, id="b")
    assert edits.merge(Run("t", (first, second)), "a").steps == (
        Step(
            "draft it; approve it", actor="A", tag=Tag.DECISION, reason=Reason.JUDGEMENT, rule="R4",
            minutes=5, unsplit=True, id="a",
        ),
    )  # fmt: skip


def test_merging_equal_tags_is_one_step_and_missing_minutes_stay_missing() -> None:
    first, second = Step("a", tag=Tag.TYPING, minutes=2, id="a"), Step("b", tag=Tag.TYPING, id="b")
    assert edits.merge(Run("t", (first, second)), "a").steps == (Step("a; b", tag=Tag.TYPING, id="a"),)


def test_the_last_step_has_nothing_to_merge_with() -> None:
    run = a_run("a", "b")
    assert edits.merge(run, "b") == run


def test_a_step_put_first_leads_to_the_old_first() -> None:
    run = edits.insert(a_run("a", "b", edges=True), 0, Step("new"))
    assert (texts(run), run.edges) == (["new", "a", "b"], (("a", "b"), ("new-3", "a")))


@given(
    st.lists(st.sampled_from(["move", "delete", "split", "merge", "insert"]), max_size=12),
    st.lists(st.integers(0, 9), min_size=12, max_size=12),
    st.booleans(),
)
def test_any_row_of_edits_leaves_a_run_whose_flow_names_only_its_steps(
    acts: list[str], places: list[int], with_edges: bool
) -> None:
    run = a_run("a", "b", "c", "d", edges=with_edges)
    for act, place in zip(acts, places, strict=False):
        if not run.steps:
            break
        step = run.steps[place % len(run.steps)]
        run = {
            "move": lambda run=run, step=step, place=place: edits.move(run, step.id, place - 5),
            "delete": lambda run=run, step=step: edits.delete(run, (step.id,)),
            "split": lambda run=run, step=step: edits.split(run, step.id, ["x", "y"]),
            "merge": lambda run=run, step=step: edits.merge(run, step.id),
            "insert": lambda run=run, place=place: edits.insert(run, place % len(run.steps), Step("n")),
        }[act]()
    ids = [step.id for step in run.steps]
    assert len(ids) == len(set(ids))
    assert (run.edges is not None) == with_edges
    assert {end for edge in run.edges or () for end in edge} <= set(ids)
