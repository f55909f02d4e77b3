"""The sequence flows of a run: from the start event through the steps to the end event."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from counting.steps import Run

START, END = "Start_1", "End_1"


@dataclass(frozen=True)
class Flow:
    """A sequence flow by the ids of the elements at its ends."""

    id: str
    source: str
    target: str


def flows_of(run: Run) -> tuple[Flow, ...]:
    """The run's own flow, or its order where it has none. Nearer branches come first."""
    count = len(run.steps)
    number = {step.id: place for place, step in enumerate(run.steps, 1)}
    if run.edges is None:
        links = set(pairwise(range(1, count + 1)))
    else:
        links = {(number[source], number[target]) for source, target in run.edges}
    followed = {source for source, _ in links}
    links |= {(0, first) for first in _entries(count, links)}
    links |= {(last, count + 1) for last in range(1, count + 1) if last not in followed}
    if count and not any(target == count + 1 for _, target in links):
        links.add((count, count + 1))
    names = {0: START, count + 1: END} | {place: f"Step_{place}" for place in range(1, count + 1)}
    if not count:
        links = {(0, 1)}
    return tuple(
        Flow(f"Flow_{place}", names[source], names[target])
        for place, (source, target) in enumerate(sorted(links), 1)
    )


def _entries(count: int, links: set[tuple[int, int]]) -> list[int]:
    """Steps nothing leads to, and the first step of every loop that no other step leads into."""
    after: dict[int, list[int]] = {}
    for source, target in links:
        after.setdefault(source, []).append(target)
    entered = {target for _, target in links}
    entries = [place for place in range(1, count + 1) if place not in entered]
    reached = _reach(entries, after)
    for place in range(1, count + 1):
        if place not in reached:
            entries.append(place)
            reached |= _reach([place], after)
    return entries


def _reach(starts: Iterable[int], after: dict[int, list[int]]) -> set[int]:
    waiting = list(starts)
    seen = set(waiting)
    while waiting:
        for target in after.get(waiting.pop(), ()):
            if target not in seen:
                seen.add(target)
                waiting.append(target)
    return seen
