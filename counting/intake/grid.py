"""The rows of a table whose cells know their place in the shown text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from counting.intake.rendering import Rendering

Where = Callable[[int, int], str]


@dataclass(frozen=True)
class Cell:
    """One cell: its text, its place in words, and its offsets in the shown source."""

    text: str
    where: str
    start: int | None = None
    end: int | None = None
    line: int | None = None
    filled: bool = False  # repeats the value of the merged cell it belongs to


@dataclass(frozen=True)
class Grid:
    """The rows of one table or sheet; rows may differ in length."""

    rows: tuple[tuple[Cell, ...], ...]
    name: str = ""


def to_grid(
    rows: Iterable[Sequence[str]],
    rendering: Rendering,
    where: Where,
    *,
    name: str = "",
    filled: frozenset[tuple[int, int]] = frozenset(),
) -> Grid:
    """The grid of `rows`, written into the rendering as one line a row. `where(row, column)` counts from 0.

    `filled` are the cells that repeat the value of a merged one.
    """
    out = []
    for row_number, row in enumerate(rows):
        cells = []
        for column, value in enumerate(row):
            if column:
                rendering.add(" | ")
            start, end = rendering.add(" ".join(value.split()))
            again = (row_number, column) in filled
            cells.append(Cell(value.strip(), where(row_number, column), start, end, filled=again))
        rendering.end_line()
        out.append(tuple(cells))
    return Grid(tuple(out), name)
