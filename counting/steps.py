"""What is counted: steps and the run they make. Source: method.md sections 1 and 2."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any

MAX_STEPS = 5000
MAX_STEP_CHARS = 10_000


class RunError(ValueError):
    """A run or a step that cannot be counted. The message names the thing, the value and what to do."""


class Tag(StrEnum):
    """What a step needs: a model, a person, or ordinary software."""

    AI = "AI"
    DECISION = "DECISION"
    TYPING = "TYPING"


class Reason(StrEnum):
    """Why a person keeps a DECISION."""

    JUDGEMENT = "judgement"
    ACCOUNTABILITY = "accountability"
    RELATIONSHIP = "relationship"
    PRESENCE = "presence"


@dataclass(frozen=True)
class Suggestion:
    """What the record proposed for a step; a person decides.

    `tag` is None when the record reads the line as no step at all (R12). `sure` is a yes or no, never a
    percentage. `stable_id` names the document behind it, `evidence` the passage or example line.
    """

    tag: Tag | None
    rule: str
    sure: bool
    reason: Reason | None = None
    stable_id: str | None = None
    evidence: str | None = None


@dataclass(frozen=True)
class Step:
    """One actor, one act, one object.

    `id` is unique inside its run and survives edits; "" lets the run hand one out. `gate` None means the
    default of G1. `outward`: the effect leaves the house or cannot be undone. `minutes` per run, None is
    missing and never zero. `unsplit`: the line holds several acts that were left together (R1).
    `source` says in words where the step came from. `extra` keeps keys this version does not know.
    """

    text: str
    actor: str | None = None
    tag: Tag | None = None
    reason: Reason | None = None
    gate: bool | None = None
    outward: bool = False
    minutes: float | None = None
    note: str | None = None
    rule: str | None = None
    suggestion: Suggestion | None = None
    override_why: str | None = None
    unsplit: bool = False
    source: str | None = None
    id: str = ""
    extra: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))

    def __post_init__(self) -> None:
        if not self.text.strip():
            raise RunError("A step has no text. Write what is done, or delete the step.")
        if len(self.text) > MAX_STEP_CHARS:
            raise RunError(
                f"A step has {len(self.text):,} characters; {MAX_STEP_CHARS:,} is the most. "
                f"Split it: {self.text[:60]!r}..."
            )
        if self.reason is not None and self.tag is not Tag.DECISION:
            raise RunError(
                f"Step {self.text[:60]!r} has the reason {self.reason.value!r} but is not a DECISION. "
                "Remove the reason or tag the step DECISION."
            )
        if self.minutes is not None and not (math.isfinite(self.minutes) and self.minutes >= 0):
            raise RunError(
                f"Step {self.text[:60]!r} has {self.minutes} minutes. "
                "Give a number from 0 up, or leave it empty."
            )

    def tagged(self, tag: Tag | None, reason: Reason | None = None, rule: str | None = None) -> Step:
        """The same step under another tag; a reason survives only on a DECISION."""
        kept = reason if tag is Tag.DECISION else None
        return replace(self, tag=tag, reason=kept, rule=rule)


@dataclass(frozen=True)
class Citation:
    """A passage of the record a count leans on. `retrieved_at` is ISO 8601 with an offset."""

    corpus_id: str
    stable_id: str
    title: str
    generation: int
    retrieved_at: str
    trust_tier: str
    quote: str = ""


@dataclass(frozen=True)
class Run:
    """One pass from trigger to finished outcome, as it is done today.

    `edges` are (from id, to id) pairs where the source had branches or loops; None means the steps follow
    each other in order. `date` is ISO 8601 (YYYY-MM-DD). `generation` is the record the method came from.
    """

    title: str
    steps: tuple[Step, ...] = ()
    trigger: str = ""
    description: str = ""
    counted_by: str = ""
    date: str = ""
    runs_per_month: float | None = None
    edges: tuple[tuple[str, str], ...] | None = None
    citations: tuple[Citation, ...] = ()
    generation: int | None = None
    extra: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))

    def __post_init__(self) -> None:
        if len(self.steps) > MAX_STEPS:
            raise RunError(
                f"The run has {len(self.steps):,} steps; {MAX_STEPS:,} is the most. "
                "A run is one pass from trigger to outcome: count the parts as runs of their own."
            )
        if self.runs_per_month is not None and not (
            math.isfinite(self.runs_per_month) and self.runs_per_month >= 0
        ):
            raise RunError(
                f"runs_per_month is {self.runs_per_month}. Give a number from 0 up, or leave it empty."
            )
        object.__setattr__(self, "steps", _with_ids(self.steps))
        known = {step.id for step in self.steps}
        for edge in self.edges or ():
            for end in edge:
                if end not in known:
                    raise RunError(f"The flow names step {end!r}, which the run does not have.")


def _with_ids(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """Hand an id to every step without one; two steps with the same id are an error."""
    taken = [step.id for step in steps if step.id]
    twice = (
        {step_id for step_id in taken if taken.count(step_id) > 1} if len(taken) != len(set(taken)) else set()
    )
    if twice:
        raise RunError(f"Two steps share the id {min(twice)!r}. Give each step its own, or leave ids out.")
    seen = set(taken)
    fresh = (f"s{number}" for number in range(1, 2 * len(steps) + 2) if f"s{number}" not in seen)
    return tuple(step if step.id else replace(step, id=next(fresh)) for step in steps)
