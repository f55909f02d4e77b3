"""Three honest totals: what holds even under doubt, the count, and what doubt could still add."""

from __future__ import annotations

from dataclasses import dataclass

from counting.steps import Run, Step, Tag
from counting.tally import tally


@dataclass(frozen=True)
class Totals:
    """Automatable steps out of `steps`, three ways, with the doubtful steps by number from 1.

    `strict`: tagged AI or TYPING, and a sure suggestion says the same. `ceiling`: the count plus every
    doubtful DECISION. `unbacked` are the AI and TYPING steps outside `strict`, `doubtful` the DECISION steps
    whose suggestion is unsure or sure of another tag.
    """

    steps: int
    strict: int
    count: int
    ceiling: int
    unbacked: tuple[int, ...]
    doubtful: tuple[int, ...]


def three_totals(run: Run) -> Totals | None:
    """None while the count is incomplete, or when the record suggested nothing to hold it against."""
    count = tally(run)
    if count.percentage is None or not any(step.suggestion for step in run.steps):
        return None
    numbered = tuple(enumerate(run.steps, 1))
    unbacked = tuple(n for n, step in numbered if step.tag is not Tag.DECISION and not _agrees(step))
    doubtful = tuple(n for n, step in numbered if _is_doubtful_decision(step))
    return Totals(
        steps=count.steps,
        strict=count.automatable - len(unbacked),
        count=count.automatable,
        ceiling=count.automatable + len(doubtful),
        unbacked=unbacked,
        doubtful=doubtful,
    )


def _agrees(step: Step) -> bool:
    return step.suggestion is not None and step.suggestion.sure and step.suggestion.tag is step.tag


def _is_doubtful_decision(step: Step) -> bool:
    return step.tag is Tag.DECISION and step.suggestion is not None and not _agrees(step)
