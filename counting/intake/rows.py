"""The rows of a table as blocks: rows of steps, or asides that say why they are none."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from counting.intake.blocks import Block, BlockKind
from counting.intake.columns import Columns, find_columns
from counting.intake.grid import Cell, Grid

NO_STEPS = "A table without a column of steps."
_SUM = re.compile(
    r"^(?:grand |sub-?)?(?:total|sum|summe|gesamt|somme|suma|soma|totaal)\b[^.]{0,30}$", re.IGNORECASE
)
_MARKED_LINE = re.compile(r"^\s*(?:\(?\d{1,3}[.):]|[-*•‣▪–·])\s+")


def table_blocks(grid: Grid, *, headed: bool = False) -> tuple[Block, ...]:
    """The rows of a table as blocks: rows of steps, or asides that say why they are none.

    `headed`: only a table that names its columns is one of steps.
    """
    columns = find_columns(grid)
    if columns is None or (headed and columns.header < 0):
        return tuple(_aside(row, NO_STEPS) for row in grid.rows if _first_filled(row) is not None)
    return tuple(_rows(grid, columns))


def _rows(grid: Grid, columns: Columns) -> Iterator[Block]:
    names = [cell.text for cell in grid.rows[columns.header]] if columns.header >= 0 else []
    phase = ""
    for place, row in enumerate(grid.rows):
        if _first_filled(row) is None:
            continue
        if place < columns.header:
            yield _aside(row, "It stands above the table.")
        elif place == columns.header:
            yield _aside(row, "It names the columns.")
        elif [cell.text for cell in row] == names:
            yield _aside(row, "It names the columns again.")
        else:
            named = _at(row, columns.phase)
            if named is not None and named.text and named.text != phase:
                phase = named.text
                heading = replace(_block(BlockKind.HEADING, named), level=4)
                yield replace(heading, level=2, marker="") if columns.procedures else heading
            yield from _row(row, columns, names)


def _row(row: Sequence[Cell], columns: Columns, names: list[str]) -> Iterator[Block]:
    cell = _at(row, columns.step)
    if columns.lanes:
        yield from _of_lanes(row, columns, names)
        return
    only = [other for other in row if other.text and not other.filled]
    said = [other for other in only if other is not _at(row, columns.number)]
    if cell is None or not cell.text:
        yield replace(_aside(row, "The row names no step."), kind=BlockKind.ASIDE)
    elif _SUM.match(cell.text):
        yield _aside(row, "A sum of the rows above it.")
    elif len(only) == 1 and (
        only[0] is not cell or (columns.number is not None and max(len(row), len(names)) > 2)
    ):
        yield replace(_block(BlockKind.HEADING, only[0]), level=4)
    elif columns.raci and len(said) == 1 and not _owned(row, columns):
        yield replace(_block(BlockKind.HEADING, cell), level=4)
    else:
        actor = _actor(row, columns, names)
        detail = _at(row, columns.detail)
        notes = (detail.text,) if detail is not None and detail.text else ()
        for part in _lines_of(cell):
            yield replace(part, actor=actor, notes=notes)


def _of_lanes(row: Sequence[Cell], columns: Columns, names: list[str]) -> Iterator[Block]:
    """The acts of a row, each done by the actor its column is named after."""
    found = [index for index in columns.lanes if (cell := _at(row, index)) is not None and cell.text]
    if not found:
        yield _aside(row, "The row names no step.")
    for index in found:
        cell = row[index]
        bare = replace(cell, text=_MARKED_LINE.sub("", cell.text).strip())
        for part in _lines_of(bare):
            yield replace(part, actor=" ".join(names[index].split()))


def _lines_of(cell: Cell) -> Iterator[Block]:
    """A cell with a numbered list inside is several steps."""
    lines = [line for line in cell.text.split("\n") if line.strip()]
    if len(lines) < 2 or not all(_MARKED_LINE.match(line) for line in lines):
        yield _block(BlockKind.ROW, replace(cell, text=" ".join(cell.text.split())))
        return
    for line in lines:
        yield _block(BlockKind.ROW, replace(cell, text=_MARKED_LINE.sub("", line).strip()))


def _owned(row: Sequence[Cell], columns: Columns) -> bool:
    return any((cell := _at(row, index)) is not None and cell.text for index in columns.raci)


def _actor(row: Sequence[Cell], columns: Columns, names: list[str]) -> str | None:
    if columns.raci:
        for letter in ("R", "X", "A"):
            marked = [names[i] for i in columns.raci if i < len(names) and _marks(_at(row, i), letter)]
            if marked:
                return ", ".join(" ".join(name.split()) for name in marked)
    cell = _at(row, columns.actor)
    text = " ".join(cell.text.split()) if cell is not None else ""
    return text if text and not re.fullmatch(r"[-–—?]+|n/?a|tbd", text, re.IGNORECASE) else None


def _marks(cell: Cell | None, letter: str) -> bool:
    text = cell.text.strip().upper() if cell is not None else ""
    if letter == "X":
        return text in ("X", "✓", "✔", "●")
    return letter in re.split(r"[^A-Z]*", text)


def _block(kind: BlockKind, cell: Cell) -> Block:
    return Block(kind, " ".join(cell.text.split()), cell.where, cell.start, cell.end, cell.line, marker="|")


def _aside(row: Sequence[Cell], why: str) -> Block:
    cells = [cell for cell in row if cell.text and not cell.filled] or [cell for cell in row if cell.text]
    text = " | ".join(" ".join(cell.text.split()) for cell in cells)
    first, last = cells[0], cells[-1]
    return Block(BlockKind.ASIDE, text, first.where, first.start, last.end, first.line, why=why)


def _first_filled(row: Sequence[Cell]) -> Cell | None:
    return next((cell for cell in row if cell.text.strip()), None)


def _at(row: Sequence[Cell], index: int | None) -> Cell | None:
    return row[index] if index is not None and index < len(row) else None
