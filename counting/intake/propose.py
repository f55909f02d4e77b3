"""From the blocks of a text to a draft: what is a step, what is skipped and why, what is split."""

from __future__ import annotations

from collections.abc import Iterator

from counting.intake.acts import parts_of
from counting.intake.blocks import Block, BlockKind
from counting.intake.draft import Draft, IntakeError, Item, Position, Proposal

_SKIP = {
    BlockKind.HEADING: "A heading names what follows; it is not an act.",
    BlockKind.CODE: "A command or an example belongs to the step above it.",
}


def propose(
    blocks: tuple[Block, ...],
    *,
    kind: str,
    source: str | None = None,
    notes: tuple[str, ...] = (),
    title: str = "",
) -> Draft:
    """The draft of `blocks`. Raises IntakeError when none of them is a step."""
    listed = any(block.kind is BlockKind.ITEM for block in blocks)
    items = tuple(item for block in blocks for item in _items(block, listed=listed))
    numbered = tuple(
        Item(
            f"i{number}",
            item.text,
            item.original,
            item.position,
            item.proposed,
            item.actor,
            item.why,
            item.rule,
            item.parts,
        )
        for number, item in enumerate(items, start=1)
    )
    if not any(item.proposed is not Proposal.SKIPPED for item in numbered):
        raise IntakeError(
            f"This {kind} holds {len(numbered)} lines but no step. "
            "Write one act per line, for example: Nurse copies the insurance number into the form."
        )
    return Draft(kind, understood(kind, numbered), numbered, title=title, source=source, notes=notes)


def understood(kind: str, items: tuple[Item, ...]) -> str:
    """The one sentence about what was found."""
    steps = sum(item.proposed is Proposal.STEP for item in items)
    splits = sum(item.proposed is Proposal.SPLIT for item in items)
    skipped = sum(item.proposed is Proposal.SKIPPED for item in items)
    return f"{kind[:1].upper()}{kind[1:]}: {steps} steps, {skipped} lines skipped, {splits} to split."


def _items(block: Block, *, listed: bool) -> Iterator[Item]:
    position = Position(block.where, block.start, block.end, block.line)
    if block.kind in _SKIP:
        yield Item("", block.text, block.text, position, Proposal.SKIPPED, why=_SKIP[block.kind], rule="R12")
    elif block.kind is BlockKind.ASIDE or (block.kind is BlockKind.PARAGRAPH and listed):
        why = block.why or "A note around the list; it is not an act."
        yield Item("", block.text, block.text, position, Proposal.SKIPPED, why=why, rule="R12")
    else:
        parts = parts_of(block.text)
        proposed = Proposal.SPLIT if parts else Proposal.STEP
        why, rule = ("The line holds more than one act.", "R1") if parts else ("", None)
        yield Item("", block.text, block.text, position, proposed, block.actor, why, rule, parts)
