"""One line of a text, and lines made to blocks: joined, a chain of arrows, a table of tabs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from counting.intake.blocks import Block, BlockKind
from counting.intake.grid import Cell, Grid

ARROW = re.compile(r"\s*(?:→|⇒|➔|➜|->|-->|=>|==>)\s*")


@dataclass(frozen=True)
class Row:
    """One line with words. `gap`: a blank line or more stands before it. `why` set: it is never a step.

    `big` is true for letters larger than the text, None where that is not known. `full` says whether the line
    reaches the right margin, None where only its length can tell.
    """

    text: str
    start: int
    where: str
    line: int | None = None
    indent: int = 0
    gap: bool = False
    why: str = ""
    big: bool | None = None
    full: bool | None = None

    @property
    def end(self) -> int:
        return self.start + len(self.text)


def joined(kind: BlockKind, group: Sequence[Row]) -> Block:
    """The rows as one text; a word broken at a line's end is made whole."""
    text: list[str] = []
    offsets: list[int] = []
    for row in group:
        body = row.text
        if text and text[-1] == "-" and len(text) > 1 and text[-2].isalpha() and body[:1].islower():
            text.pop()
            offsets.pop()
        elif text:
            text.append(" ")
            offsets.append(row.start)
        for at, character in enumerate(body):
            if not (character.isspace() and text and text[-1] == " "):
                text.append(" " if character.isspace() else character)
                offsets.append(row.start + at)
    first, last = group[0], group[-1]
    return Block(kind, "".join(text), first.where, first.start, last.end, first.line, offsets=tuple(offsets))


def chain(row: Row) -> list[Block]:
    """ "Receive order -> check stock -> ship": each link is a step."""
    found = []
    position = 0
    for arrow in [*ARROW.finditer(row.text), None]:
        end = arrow.start() if arrow else len(row.text)
        piece = row.text[position:end]
        if piece.strip():
            start = row.start + position
            found.append(
                Block(BlockKind.ITEM, piece, row.where, start, start + len(piece), row.line, marker="→1")
            )
        position = arrow.end() if arrow else end
    return found


def tab_grid(group: Sequence[Row]) -> Grid:
    rows = []
    for row in group:
        cells, position = [], 0
        for column, value in enumerate(row.text.split("\t")):
            start = row.start + position
            where = f"{row.where}, column {column + 1}"
            cells.append(Cell(value.strip(), where, start, start + len(value), row.line))
            position += len(value) + 1
        rows.append(tuple(cells))
    return Grid(tuple(rows))
