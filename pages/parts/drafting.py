"""Draft -> Run, and back to the draft: which items became steps, which were left out, which want a split."""

from __future__ import annotations

from dataclasses import replace

from counting import Run, Step
from counting.intake.draft import Draft, Item, Proposal
from pages.parts import edits

ALL = -1  # stands for every procedure of the file
DECISION_PROPOSED = "asks for a choice: DECISION is proposed"


def items_of(draft: Draft, procedure: int) -> tuple[Item, ...]:
    return tuple(item for item in draft.items if procedure in (ALL, item.procedure))


def run_of(draft: Draft, procedure: int, before: Run) -> Run:
    """The proposed steps of one procedure (or all); title, trigger and names already written stay."""
    kept = [item for item in items_of(draft, procedure) if item.proposed is not Proposal.SKIPPED]
    ids = {item.id for item in kept}
    edges = draft.edges and tuple(edge for edge in draft.edges if ids.issuperset(edge))
    title = before.title or _title(draft, procedure)
    return replace(before, title=title, steps=tuple(map(step_of, kept)), edges=edges or None, citations=())


def step_of(item: Item) -> Step:
    """One item as an untagged step. A proposed split starts as one unsplit line (R1)."""
    notes = (*item.notes, DECISION_PROPOSED) if item.decision else item.notes
    return Step(
        text=item.text,
        actor=item.actor,
        unsplit=item.proposed is Proposal.SPLIT,
        note="; ".join(notes) or None,
        source=item.position.words,
        id=item.id,
    )


def item_of(draft: Draft | None, step_id: str) -> Item | None:
    """The item a step came from, None for a step typed by hand."""
    return next((item for item in draft.items if item.id == step_id), None) if draft else None


def left_out(draft: Draft | None, run: Run) -> tuple[Item, ...]:
    """Items proposed as skipped that are not steps of the run now, in the order of the source."""
    if draft is None:
        return ()
    here = {step.id for step in run.steps}
    return tuple(item for item in draft.items if item.proposed is Proposal.SKIPPED and item.id not in here)


def bring_back(draft: Draft, run: Run, item_id: str) -> Run:
    """Put a skipped item into the run, at its place in the source."""
    order = {item.id: index for index, item in enumerate(draft.items)}
    after = [index for index, step in enumerate(run.steps) if order.get(step.id, len(order)) < order[item_id]]
    item = draft.items[order[item_id]]
    return edits.insert(run, after[-1] + 1 if after else 0, step_of(item))


def splits(draft: Draft | None, run: Run) -> tuple[Item, ...]:
    """Items whose proposed split is still open: the line stands unsplit in the run."""
    if draft is None:
        return ()
    open_lines = {step.id for step in run.steps if step.unsplit}
    return tuple(item for item in draft.items if len(item.parts) > 1 and item.id in open_lines)


def accept_splits(draft: Draft, run: Run) -> Run:
    for item in splits(draft, run):
        run = edits.split(run, item.id, item.parts)
    return run


def _title(draft: Draft, procedure: int) -> str:
    name = draft.procedures[procedure] if procedure != ALL else ""
    return name or draft.title
