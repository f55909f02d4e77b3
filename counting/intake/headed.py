"""Steps that stand in headings or only name work, where the lines below them hold none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from counting.intake.acts import english_lines
from counting.intake.blocks import Block, BlockKind
from counting.intake.draft import Item, Proposal
from counting.intake.headings import STEP_HEADING, is_reference
from counting.intake.judge import HEADING_WHY, THING_WHY
from counting.intake.listing import LISTED
from counting.intake.named import NOTE, with_named_work
from counting.intake.sentences import NO_VERB

_TOLD_WHY = "It tells more about the step in the heading above it."
_NAMES = frozenset((NO_VERB, THING_WHY))


@dataclass(frozen=True)
class Proposed:
    """An item before it has its number, and the block it came from."""

    item: Item
    block: int


def with_headings(
    found: list[Proposed], blocks: Sequence[Block], spoken: str
) -> tuple[list[Proposed], tuple[str, ...]]:
    """The items with the steps that headings and names hold, and a note when only names were found."""
    found = _with_headed_steps(found, blocks, spoken)
    for reasons in (_NAMES, None, _NAMES | {HEADING_WHY}):
        if any(one.item.proposed is not Proposal.SKIPPED for one in found):
            return found, ()
        if reasons is None:
            found = _with_acting_headings(found, blocks, spoken)
            continue
        items = with_named_work([one.item for one in found], reasons)
        if items is not None:
            return [replace(one, item=item) for one, item in zip(found, items, strict=True)], (NOTE,)
    return found, ()


def _with_headed_steps(found: list[Proposed], blocks: Sequence[Block], spoken: str) -> list[Proposed]:
    """ "Step 3: Sign the form" is a step when no line below it is one."""
    out = list(found)
    for at, one in enumerate(found):
        block = blocks[one.block]
        match = STEP_HEADING.match(block.text) if block.kind is BlockKind.HEADING else None
        if match is None or not match["text"].strip():
            continue
        below = list(_below(at, found, blocks))
        kept = [place for place in below if found[place].item.proposed is not Proposal.SKIPPED]
        listed = any(blocks[found[place].block].kind in LISTED for place in kept)
        if kept and (listed or not (spoken == "en" and english_lines([match["text"]])[0].acts)):
            continue
        item = replace(one.item, text=match["text"].strip(), proposed=Proposal.STEP, why="", rule=None)
        out[at] = replace(one, item=item)
        for place in kept:
            told = replace(out[place].item, proposed=Proposal.SKIPPED, why=_TOLD_WHY, rule="R12", parts=())
            out[place] = replace(out[place], item=told)
    return out


def _below(at: int, found: Sequence[Proposed], blocks: Sequence[Block]) -> Iterator[int]:
    """The places of the items below the heading at `at`, up to the next one of its level."""
    level = blocks[found[at].block].level
    for place in range(at + 1, len(found)):
        block = blocks[found[place].block]
        if block.kind is BlockKind.HEADING and block.level <= level:
            return
        yield place


def _with_acting_headings(found: list[Proposed], blocks: Sequence[Block], spoken: str) -> list[Proposed]:
    """Where no line is a step, the headings that give an order: "3. Receive the goods"."""
    if spoken != "en":
        return found
    heads = [at for at, one in enumerate(found) if blocks[one.block].kind is BlockKind.HEADING]
    heads = [
        at
        for at in heads
        if (at or blocks[found[at].block].level > 1) and not is_reference(found[at].item.text)
    ]
    lines = english_lines([found[at].item.text for at in heads])
    acting = {at for at, line in zip(heads, lines, strict=True) if line.acts}
    if 2 * len(acting) < len(heads):
        return found
    return [
        replace(one, item=replace(one.item, proposed=Proposal.STEP, why="", rule=None))
        if at in acting
        else one
        for at, one in enumerate(found)
    ]
