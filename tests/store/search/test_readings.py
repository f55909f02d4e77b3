"""What is read off a vector, on heads made by hand: four numbers of the vector are the four tags' scores."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from store.envelope import SUGGESTED, StepLine
from store.index.adapter import Head, Heads
from store.search.readings import NOT_A_STEP_MARGIN, RULES, RULES_OF, read_lines, read_steps

REASONS = ("judgement", "accountability", "relationship", "presence")


def flat(*labels: str) -> Head:
    """A head that prefers nothing."""
    return Head(labels, np.zeros((len(labels), 4), np.float32), np.zeros(len(labels), np.float32))


HEADS = Heads(
    covered=np.eye(4, dtype=np.float32)[0],
    concepts=flat("tag-AI", "G1"),
    rules=flat(*RULES),
    tags=Head(SUGGESTED, np.eye(4, dtype=np.float32), np.zeros(4, np.float32)),
    reasons=flat(*REASONS),
)


def scored(**scores: float) -> np.ndarray:
    return np.array([[scores.get(tag, 0.0) for tag in SUGGESTED]], np.float32)


@pytest.mark.parametrize("tag", ["AI", "DECISION", "TYPING"])
@pytest.mark.parametrize(("ahead", "no_step"), [(-0.1, False), (0.1, True)])
def test_a_line_is_called_no_step_only_by_the_margin(tag: str, ahead: float, no_step: bool) -> None:
    scores = {tag: 3.0, "NOTASTEP": 3.0 + NOT_A_STEP_MARGIN + ahead}
    assert read_steps(scored(**scores), HEADS)[0].tag == ("NOTASTEP" if no_step else tag)


def test_the_confidence_is_the_share_after_the_margin() -> None:
    reading = read_steps(scored(TYPING=2.0, NOTASTEP=2.0), HEADS)[0]
    parts = np.exp([0.0, 0.0, 2.0, 2.0 - NOT_A_STEP_MARGIN])
    assert (reading.tag, reading.reason) == ("TYPING", "")
    assert reading.rule in RULES_OF["TYPING", ""]
    assert reading.confidence == pytest.approx(parts[2] / parts.sum())


def test_a_step_is_read_with_its_actor_and_nothing_else() -> None:
    seen: list[str] = []

    def encode(texts: Sequence[str]) -> np.ndarray:
        seen.extend(texts)
        return scored(TYPING=2.0)

    line = StepLine(
        id="1", step="Book it", actor="clerk", before="It came", after="It goes", domain="new patient"
    )
    assert [reading.tag for _, reading in read_lines([line], HEADS, encode)] == ["TYPING"]
    assert seen == ["[clerk] Book it"]
