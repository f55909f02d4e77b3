"""Optional weights: minutes per run and runs per month. Source: method.md section 5; always second."""

from __future__ import annotations

from dataclasses import dataclass

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
    given = [step.minutes for step in run.steps if step.minutes is not None]
    if not given:
        return None
    missing = tuple(number for number, step in enumerate(run.steps, 1) if step.minutes is None)
    total = sum(given)
    whole = not missing and all(step.tag is not None for step in run.steps)
    automatable = (
        sum(step.minutes or 0 for step in run.steps if step.tag in (Tag.AI, Tag.TYPING)) if whole else None
    )
    return Weights(
        minutes=total,
        missing=missing,
        automatable_minutes=automatable,
        percentage=percent(automatable, total) if automatable is not None and total > 0 else None,
        hours_per_month=None if missing else _hours(total, run.runs_per_month),
        automatable_hours_per_month=_hours(automatable, run.runs_per_month),
    )


def _hours(minutes: float | None, runs_per_month: float | None) -> float | None:
    return None if minutes is None or runs_per_month is None else minutes * runs_per_month / 60
