"""Lines that a parser left out, shown as skipped, so that nothing is lost unseen."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import accumulate

from counting.intake.blocks import Block, BlockKind

_WHY = "It could not be read as text."


def with_lost_lines(found: list[Block], lines: Sequence[str], starts: Sequence[int]) -> list[Block]:
    """The blocks with those lines that none of them covers, in order; `starts` are the lines' offsets."""
    covered = sorted(
        (block.start, block.end) for block in found if block.start is not None and block.end is not None
    )
    ends = list(accumulate((end for _, end in covered), max))
    lost = []
    for number, line in enumerate(lines):
        start, end = starts[number], starts[number] + len(line)
        at = bisect_left(covered, (end,)) - 1
        if (at >= 0 and ends[at] > start) or not any(character.isalpha() for character in line):
            continue
        lead = len(line) - len(line.lstrip())
        where = f"line {number + 1}"
        lost.append(Block(BlockKind.ASIDE, line.strip(), where, start + lead, end, number + 1, why=_WHY))
    return sorted([*found, *lost], key=lambda block: block.start or 0) if lost else found
