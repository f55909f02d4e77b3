"""What a data editor hands over, applied to the run it was opened on."""

from __future__ import annotations

import pytest

from counting import Reason, Run, RunError, Step, Tag
from pages.parts import grid

RUN = Run("t", (Step("a", id="a"), Step("b", tag=Tag.AI, id="b"), Step("c", minutes=3, id="c")))


def test_edited_added_and_deleted_rows_are_applied_together() -> None:
    delta = {
        "edited_rows": {0: {"tag": "DECISION", "reason": "judgement", "gate": False}, "2": {"minutes": None}},
        "deleted_rows": [1],
        "added_rows": [{"text": " new step ", "actor": "Clerk"}, {"text": ""}, {}],
    }
    assert grid.applied(RUN, delta).steps == (
        Step("a", tag=Tag.DECISION, reason=Reason.JUDGEMENT, gate=False, id="a"),
        Step("c", id="c"),
        Step("new step", actor="Clerk", id="new-3"),
    )


def test_a_reason_makes_the_step_a_decision_and_another_tag_drops_it() -> None:
    decided = grid.applied(RUN, {"edited_rows": {1: {"reason": "presence"}}})
    assert decided.steps[1] == Step("b", tag=Tag.DECISION, reason=Reason.PRESENCE, id="b")
    assert grid.applied(decided, {"edited_rows": {1: {"tag": "TYPING"}}}).steps[1] == Step(
        "b", tag=Tag.TYPING, id="b"
    )


def test_an_emptied_text_is_refused_with_what_to_do() -> None:
    with pytest.raises(RunError, match=r"A step has no text\. Write what is done, or delete the step\."):
        grid.applied(RUN, {"edited_rows": {0: {"text": "  "}}})


def test_the_frame_shows_the_gate_in_force_and_counts_from_one() -> None:
    run = Run("t", (Step("a", tag=Tag.DECISION, id="a"), Step("b", tag=Tag.DECISION, gate=False, id="b")))
    shown = grid.frame(run, ("text", "tag", "gate"))
    assert list(shown.index) == [1, 2]
    assert shown.to_dict("list") == {
        "text": ["a", "b"],
        "tag": ["DECISION", "DECISION"],
        "gate": [True, False],
    }
