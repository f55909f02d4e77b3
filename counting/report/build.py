"""Run -> Report: everything a report says, computed once. Source: method.md section 7."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from counting.gates import G2_SENTENCE, Stretch, g2_warnings, gate_numbers, longest_stretch, stretches
from counting.steps import Reason, Run, Step, Tag
from counting.tally import Count, tally
from counting.totals import Totals, three_totals
from counting.weights import Weights, weigh

EXAMPLES_SENTENCE = "The worked counts are constructed examples, not targets and not templates."
NO_REASON = "no reason given"


@dataclass(frozen=True)
class Example:
    """One worked count of the record, shown beside a count as context."""

    title: str
    count: Count


@dataclass(frozen=True)
class Line:
    """One row of the step table."""

    number: int
    step: Step
    is_gate: bool
    warns: bool
    stretch: Stretch | None
    in_longest_stretch: bool

    @property
    def warning(self) -> str:
        return G2_SENTENCE if self.warns else ""

    @property
    def in_stretch(self) -> bool:
        return self.stretch is not None


@dataclass(frozen=True)
class Override:
    """A person tagged a step otherwise than a sure suggestion of the record."""

    number: int
    text: str
    suggested: str
    tagged: Tag
    why: str


@dataclass(frozen=True)
class Report:
    """A count, ready to be written in any format."""

    run: Run
    count: Count
    lines: tuple[Line, ...]
    gates: tuple[int, ...]
    stretches: tuple[Stretch, ...]
    longest: Stretch | None
    warnings: tuple[int, ...]
    decisions_by_reason: dict[str, int]
    totals: Totals | None
    weights: Weights | None
    overrides: tuple[Override, ...]
    unsplit: tuple[int, ...]
    examples: tuple[Example, ...]

    @property
    def title(self) -> str:
        return self.run.title.strip() or "Untitled run"

    @property
    def longest_length(self) -> int:
        return self.longest.length if self.longest else 0


def build(run: Run, examples: Sequence[Example] = ()) -> Report:
    """Compute every number of the report of `run`."""
    warned = g2_warnings(run)
    gates = gate_numbers(run)
    warned_set, gate_set = set(warned), set(gates)
    longest = longest_stretch(run)
    unattended = stretches(run)
    around = {n: each for each in unattended for n in range(each.first, each.last + 1)}
    lines = tuple(
        Line(
            number=number,
            step=step,
            is_gate=number in gate_set,
            warns=number in warned_set,
            stretch=around.get(number),
            in_longest_stretch=longest is not None and around.get(number) == longest,
        )
        for number, step in enumerate(run.steps, 1)
    )
    return Report(
        run=run,
        count=tally(run),
        lines=lines,
        gates=gates,
        stretches=unattended,
        longest=longest,
        warnings=warned,
        decisions_by_reason=_by_reason(run),
        totals=three_totals(run),
        weights=weigh(run),
        overrides=_overrides(run),
        unsplit=tuple(number for number, step in enumerate(run.steps, 1) if step.unsplit),
        examples=tuple(examples),
    )


def _by_reason(run: Run) -> dict[str, int]:
    seen = Counter(step.reason for step in run.steps if step.tag is Tag.DECISION)
    named = {reason.value: seen[reason] for reason in Reason}
    return named | ({NO_REASON: seen[None]} if seen[None] else {})


def _overrides(run: Run) -> tuple[Override, ...]:
    return tuple(
        Override(
            number=number,
            text=step.text,
            suggested=suggestion.tag.value if suggestion.tag else "not a step",
            tagged=step.tag,
            why=step.override_why or "",
        )
        for number, step in enumerate(run.steps, 1)
        if (suggestion := step.suggestion) and suggestion.sure and step.tag and suggestion.tag is not step.tag
    )
