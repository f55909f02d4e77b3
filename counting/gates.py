"""Where an automated run stops for a person. Source: method.md section 4."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from counting.steps import Reason, Run, Step, Tag

G2_SENTENCE = "an AI result reaches the outside with no gate between"


@dataclass(frozen=True)
class Stretch:
    """Consecutive unattended steps, numbered from 1, both ends included."""

    first: int
    last: int

    @property
    def length(self) -> int:
        return self.last - self.first + 1


def is_gate(step: Step) -> bool:
    """G1 and G3: a DECISION unless lifted, any other step only when a person marked it."""
    return step.tag is Tag.DECISION if step.gate is None else step.gate


def is_protecting(step: Step) -> bool:
    """A gate whose person could have looked at an AI result: every gate but a presence DECISION."""
    return is_gate(step) and not (step.tag is Tag.DECISION and step.reason is Reason.PRESENCE)


def gate_numbers(run: Run) -> tuple[int, ...]:
    """The step numbers, from 1, where the run stops for a person."""
    return tuple(number for number, step in enumerate(run.steps, 1) if is_gate(step))


def stretches(run: Run) -> tuple[Stretch, ...]:
    """G4: maximal sequences of consecutive AI or TYPING steps that are not gates, in order."""
    found: list[Stretch] = []
    for number, step in enumerate(run.steps, 1):
        if step.tag not in (Tag.AI, Tag.TYPING) or is_gate(step):
            continue
        if found and found[-1].last == number - 1:
            found[-1] = Stretch(found[-1].first, number)
        else:
            found.append(Stretch(number, number))
    return tuple(found)


def longest_stretch(run: Run) -> Stretch | None:
    """The longest unattended stretch, the first of equals; None when every step needs a person."""
    return max(stretches(run), key=lambda stretch: stretch.length, default=None)


def g2_warnings(run: Run) -> tuple[int, ...]:
    """Step numbers, from 1, where an AI result reaches the outside with no gate between."""
    before = predecessors(run)
    by_id = {step.id: step for step in run.steps}
    return tuple(
        number for number, step in enumerate(run.steps, 1) if step.outward and _warns(step, by_id, before)
    )


def predecessors(run: Run) -> dict[str, tuple[str, ...]]:
    """Step id -> ids directly before it, by the run's flow or, where it has none, by order."""
    before: dict[str, list[str]] = {step.id: [] for step in run.steps}
    ids = [step.id for step in run.steps]
    edges = pairwise(ids) if run.edges is None else run.edges
    for source, target in edges:
        before[target].append(source)
    return {step_id: tuple(sources) for step_id, sources in before.items()}


def _warns(step: Step, by_id: dict[str, Step], before: dict[str, tuple[str, ...]]) -> bool:
    if step.tag is None:
        return False
    if step.tag is Tag.AI:
        return True
    if step.tag is Tag.DECISION and is_gate(step):
        return False
    return _reached_by_ungated_ai(step.id, by_id, before)


def _reached_by_ungated_ai(target: str, by_id: dict[str, Step], before: dict[str, tuple[str, ...]]) -> bool:
    """Walk backwards from `target`; a protecting gate ends a path, a bare AI step decides."""
    waiting = list(before[target])
    seen: set[str] = set()
    while waiting:
        step_id = waiting.pop()
        if step_id in seen or is_protecting(by_id[step_id]):
            continue
        if by_id[step_id].tag is Tag.AI:
            return True
        seen.add(step_id)
        waiting.extend(before[step_id])
    return False
