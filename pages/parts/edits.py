"""Run -> Run: what a person does to a list of steps. The flow, where a run has one, follows the list."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from counting import Run, Step, Tag

Edges = tuple[tuple[str, str], ...]
STRICTEST = (Tag.DECISION, Tag.AI, Tag.TYPING)  # R1: an unsplit line takes the first of these inside it


def place(run: Run, step_id: str) -> int:
    """Index from 0 of a step; -1 when the run no longer holds it."""
    return next((index for index, step in enumerate(run.steps) if step.id == step_id), -1)


def change(run: Run, step_id: str, **fields: Any) -> Run:
    """The same run with other values in one step."""
    return change_many(run, (step_id,), **fields)


def change_many(run: Run, step_ids: Iterable[str], **fields: Any) -> Run:
    chosen = set(step_ids)
    return replace(
        run, steps=tuple(replace(step, **fields) if step.id in chosen else step for step in run.steps)
    )


def put(run: Run, changed: Iterable[Step]) -> Run:
    """The same run with some of its steps replaced, matched by id."""
    by_id = {step.id: step for step in changed}
    return replace(run, steps=tuple(by_id.get(step.id, step) for step in run.steps))


def insert(run: Run, index: int, step: Step) -> Run:
    """Put a new step before the one at `index`; it follows the step now in front of it."""
    step = step if step.id else replace(step, id=fresh_id(run))
    before = run.steps[index - 1].id if index > 0 else None
    steps = (*run.steps[:index], step, *run.steps[index:])
    return replace(run, steps=steps, edges=_link_after(run.edges, before, step.id, _first(run)))


def delete(run: Run, step_ids: Iterable[str]) -> Run:
    """Take steps out; what came before each now leads to what came after."""
    gone = set(step_ids)
    edges = run.edges
    for step_id in gone:
        edges = _unlink(edges, step_id)
    return replace(run, steps=tuple(step for step in run.steps if step.id not in gone), edges=edges)


def move(run: Run, step_id: str, by: int) -> Run:
    """Move a step up (negative) or down; at either end it stays."""
    index = place(run, step_id)
    target = min(max(index + by, 0), len(run.steps) - 1)
    if index < 0 or target == index:
        return run
    step = run.steps[index]
    return insert(delete(run, (step_id,)), target, step)


def split(run: Run, step_id: str, parts: Iterable[str]) -> Run:
    """R1: one line becomes several steps. Parts are tagged afresh; an outward effect stays with the last."""
    texts = [part.strip() for part in parts if part.strip()]
    index = place(run, step_id)
    if index < 0 or len(texts) < 2:
        return run
    whole = run.steps[index]
    bare = replace(whole.tagged(None), gate=None, outward=False, minutes=None, unsplit=False, suggestion=None)
    run = change(run, step_id, **_fields(replace(bare, text=texts[0])))
    for offset, text in enumerate(texts[1:], 1):
        run = insert(run, index + offset, replace(bare, text=text, id=fresh_id(run)))
    return change(run, run.steps[index + len(texts) - 1].id, outward=whole.outward)


def merge(run: Run, step_id: str) -> Run:
    """Join a step with the one after it; different tags leave an unsplit line with the strictest (R1)."""
    index = place(run, step_id)
    if index < 0 or index + 1 >= len(run.steps):
        return run
    first, second = run.steps[index], run.steps[index + 1]
    tag = next((tag for tag in STRICTEST if tag in (first.tag, second.tag)), None)
    holder = first if first.tag is tag else second
    joined = replace(
        first,
        text=f"{first.text.rstrip(' .;')}; {second.text}",
        actor=first.actor or second.actor,
        tag=tag,
        reason=holder.reason,
        rule=holder.rule,
        gate=True if True in (first.gate, second.gate) else holder.gate,
        outward=first.outward or second.outward,
        minutes=None if None in (first.minutes, second.minutes) else first.minutes + second.minutes,  # type: ignore[operator]
        note="; ".join(note for note in (first.note, second.note) if note) or None,
        unsplit=first.unsplit or second.unsplit or first.tag is not second.tag,
        suggestion=None,
        override_why=None,
    )
    return put(delete(run, (second.id,)), (joined,))


def fresh_id(run: Run) -> str:
    """An id no step of the run has."""
    taken = {step.id for step in run.steps}
    number = len(taken) + 1
    while f"new-{number}" in taken:
        number += 1
    return f"new-{number}"


def _fields(step: Step) -> dict[str, Any]:
    return {name: getattr(step, name) for name in Step.__dataclass_fields__ if name != "id"}


def _first(run: Run) -> str | None:
    return run.steps[0].id if run.steps else None


def _link_after(edges: Edges | None, before: str | None, new: str, first: str | None) -> Edges | None:
    """The new step takes over what followed `before`; with nothing before, it leads to the first step."""
    if edges is None:
        return None
    if before is None:
        return (*edges, (new, first)) if first else edges
    moved = tuple((new, target) if source == before else (source, target) for source, target in edges)
    return (*moved, (before, new))


def _unlink(edges: Edges | None, gone: str) -> Edges | None:
    if edges is None:
        return None
    sources = [source for source, target in edges if target == gone and source != gone]
    targets = [target for source, target in edges if source == gone and target != gone]
    kept = [edge for edge in edges if gone not in edge]
    bridges = [(source, target) for source in sources for target in targets]
    return tuple(dict.fromkeys((*kept, *bridges)))
