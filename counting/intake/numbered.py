"""Numbers in front of headings ("1. Purpose", "2. Procedure") told from numbers in front of steps."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from counting.intake.blocks import Block, BlockKind
from counting.intake.headings import is_reference


def with_numbered_headings(blocks: list[Block]) -> Iterator[Block]:
    """ "1. Purpose", "2. Procedure": numbers in front of headings, where one of them clearly is a heading."""
    numbered = [
        place
        for place, block in enumerate(blocks)
        if block.kind is BlockKind.ITEM
        and block.level == 0
        and re.fullmatch(r"\d+(?:\.0)?[.)]?", block.marker)
    ]
    short = {place for place in numbered if _could_head(blocks[place])}
    bodies = any(place + 1 < len(blocks) and place + 1 not in numbered for place in short)
    heads = bodies and len(short) >= 2 and any(is_reference(blocks[place].text) for place in short)
    for place, block in enumerate(blocks):
        if heads and place in short and not _in_row(blocks, place):
            yield replace(block, kind=BlockKind.HEADING, level=2, marker="")
        else:
            yield block


def _could_head(block: Block) -> bool:
    return len(block.text.split()) <= 6 and not block.text.endswith((".", ";", ","))


def _in_row(blocks: list[Block], place: int) -> bool:
    """Whether the next item goes on with the same list: then this one heads nothing."""
    if is_reference(blocks[place].text):
        return False
    after = blocks[place + 1] if place + 1 < len(blocks) else None
    return after is None or (
        after.kind is BlockKind.ITEM
        and after.level == blocks[place].level
        and not is_reference(after.text)
        and _follows(blocks[place], after)
    )


def _follows(one: Block, other: Block) -> bool:
    number, after = re.search(r"\d+", one.marker), re.search(r"\d+", other.marker)
    return number is not None and after is not None and int(after[0]) == int(number[0]) + 1
