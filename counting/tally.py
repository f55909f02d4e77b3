"""Run -> Count: the fraction, the percentage, the totals. Source: method.md section 1, move 3."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction

from counting.steps import Run, Tag


@dataclass(frozen=True)
class Count:
    """How much of one run can be automated. `percentage` is whole percent, halves rounded up, or None."""

    steps: int
    ai: int
    decision: int
    typing: int
    untagged: int

    @property
    def automatable(self) -> int:
        return self.ai + self.typing

    @property
    def percentage(self) -> int | None:
        if self.steps == 0 or self.untagged:
            return None
        return percent(self.automatable, self.steps)

    @property
    def totals(self) -> dict[str, int]:
        return {"AI": self.ai, "DECISION": self.decision, "TYPING": self.typing}

    @property
    def headline(self) -> str:
        """The percentage with its fraction, or why there is none."""
        if self.steps == 0:
            return "No percentage: the run has no steps."
        if self.untagged:
            return f"Incomplete: {self.untagged} of {self.steps} {_steps(self.steps)} still to tag."
        return f"{self.percentage} % ({self.automatable} of {self.steps} {_steps(self.steps)})"


def percent(part: float | Fraction, whole: float | Fraction) -> int:
    """Whole percent of `part` in `whole` (above 0), halves rounded up."""
    return int((200 * part + whole) // (2 * whole))


def tally(run: Run) -> Count:
    """Count a run by the tags of its steps. Gates, order and weights never change the result."""
    seen = Counter(step.tag for step in run.steps)
    return Count(len(run.steps), seen[Tag.AI], seen[Tag.DECISION], seen[Tag.TYPING], seen[None])


def _steps(number: int) -> str:
    return "step" if number == 1 else "steps"
