"""Optional weights: minutes per run and runs per month. Source: method.md section 5; always second."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from counting.steps import Run, Tag
from counting.tally import percent


@dataclass(frozen=True)
class Weights:
    """Time in one run. `missing` are the step numbers, from 1, without minutes.

    `automatable_minutes` and `percentage` are None while minutes are missing, while a step is untagged, or
    where all minutes are 0; hours per month are None without runs per month.
    """

    minutes: float
    missing: tuple[int, ...]
    automatable_minutes: float | None
    percentage: int | None
    hours_per_month: float | None
    automatable_hours_per_month: float | None


def weigh(run: Run) -> Weights | None:
    """The time side of a run, None when nobody gave a minute."""
    given = [(step.tag, _exact(step.minutes)) for step in run.steps if step.minutes is not None]
    if not given:
        return None
    missing = tuple(number for number, step in enumerate(run.steps, 1) if step.minutes is None)
    total = sum((minutes for _, minutes in given), Fraction(0))
    automatable = None
    if not missing and all(tag is not None for tag, _ in given):
        automatable = sum((minutes for tag, minutes in given if tag is not Tag.DECISION), Fraction(0))
    return Weights(
        minutes=float(total),
        missing=missing,
        automatable_minutes=None if automatable is None else float(automatable),
        percentage=percent(automatable, total) if automatable is not None and total > 0 else None,
        hours_per_month=None if missing else _hours(total, run.runs_per_month),
        automatable_hours_per_month=_hours(automatable, run.runs_per_month),
    )


def _exact(number: float) -> Fraction:
    """The number as it was typed: ten times 0.1 minutes is one minute."""
    return Fraction(repr(number))


def _hours(minutes: Fraction | None, runs_per_month: float | None) -> float | None:
    if minutes is None or runs_per_month is None:
        return None
    return float(minutes * _exact(runs_per_month) / 60)
