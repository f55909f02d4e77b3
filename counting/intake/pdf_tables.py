"""Tables of a PDF, put together again from where their words stand on the page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from counting.intake.columns import names_a_column

_NEW_ROW = 1.25  # times the smallest distance of lines in the table
_SAME_LINE = 0.3  # of the height of the text: pieces this close in height stand on one line
_TOUCH = 2.0  # points two columns may come near each other
_FEWEST_ROWS = 2  # beneath the header


@dataclass(frozen=True)
class Piece:
    """Words of a line without a wide gap between them; `left` and `right` in points."""

    text: str
    left: float
    right: float


@dataclass(frozen=True)
class Line:
    """One line of a page with its box in points; `top` is higher further up."""

    text: str
    page: int
    left: float
    right: float
    top: float
    height: float
    margin: bool  # in the band at the top or the bottom where headers and footers stand
    pieces: tuple[Piece, ...]
    low: float  # `top` of its last word: a word broken between two lines makes one of them


@dataclass(frozen=True)
class Table:
    """Rows of cells, and which lines of the page they take."""

    first: int
    length: int
    rows: tuple[tuple[str, ...], ...]


def tables_of(page: Sequence[Line]) -> list[Table]:
    """The tables of a page that begin with a line of column names, in order."""
    found: list[Table] = []
    place = 0
    while place < len(page):
        table = _table(page, place) if _is_header(page[place]) else None
        if table is not None:
            found.append(table)
        place += table.length if table is not None else 1
    return found


def _is_header(line: Line) -> bool:
    named = sum(names_a_column(piece.text) for piece in line.pieces)
    return len(line.pieces) > 1 and named > 1 and not line.margin


def _table(page: Sequence[Line], place: int) -> Table | None:
    spans = [(piece.left, piece.right) for piece in page[place].pieces]
    end = place + 1
    while end < len(page) and not page[end].margin:
        wider = _fitted(spans, page[end].pieces)
        if wider is None:
            break
        spans = wider
        end += 1
    rows = _rows(page[place:end], spans)
    return Table(place, end - place, rows) if len(rows) > _FEWEST_ROWS else None


def _fitted(
    spans: Sequence[tuple[float, float]], pieces: Sequence[Piece]
) -> list[tuple[float, float]] | None:
    """The columns with these pieces in them; None where a piece stands in none or in two of them."""
    wider = list(spans)
    for piece in pieces:
        column = _column(wider, piece)
        if column is None:
            return None
        left, right = wider[column]
        wider[column] = (min(left, piece.left), max(right, piece.right))
    apart = all(one[1] <= other[0] + _TOUCH for one, other in pairwise(wider))
    return wider if apart else None


def _column(spans: Sequence[tuple[float, float]], piece: Piece) -> int | None:
    over = [at for at, (left, right) in enumerate(spans) if piece.left < right and left < piece.right]
    if len(over) == 1:
        return over[0]
    if over:
        return None
    near = [at for at, (left, _) in enumerate(spans) if left <= piece.left + _TOUCH]
    return near[-1] if near else 0


def _rows(lines: Sequence[Line], spans: Sequence[tuple[float, float]]) -> tuple[tuple[str, ...], ...]:
    """The lines as rows of cells: a row begins behind a wider gap, or at each line where all are alike."""
    bands = _bands(lines)
    steps = [one[0].top - other[0].top for one, other in pairwise(bands)]
    least = min(steps, default=0.0)
    grown: list[list[list[str]]] = []
    for at, band in enumerate(bands):
        cells: list[list[str]] = [[] for _ in spans]
        for line in band:
            for piece in line.pieces:
                column = _column(spans, piece)
                cells[column or 0].append(piece.text)
        wide = at == 0 or steps[at - 1] > _NEW_ROW * least or all(cells)
        if at == 0 or wide or _numbered(cells[0]) or max(steps) <= _NEW_ROW * least:
            grown.append(cells)
        else:
            for whole, more in zip(grown[-1], cells, strict=True):
                whole.extend(more)
    return tuple(tuple(" ".join(words) for words in row) for row in grown)


def _bands(lines: Sequence[Line]) -> list[list[Line]]:
    """The lines from the top of the page down, those at one height together."""
    bands: list[list[Line]] = []
    for line in sorted(lines, key=lambda one: -one.top):
        if bands and bands[-1][0].top - line.top < _SAME_LINE * line.height:
            bands[-1].append(line)
        else:
            bands.append([line])
    return bands


def _numbered(cell: Sequence[str]) -> bool:
    return bool(cell) and cell[0].rstrip(".)").isdigit()
