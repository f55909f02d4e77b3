"""Tables of a PDF, put together again from where their words stand on the page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from counting.intake.columns import names_a_column
from counting.intake.pdf_lines import Line, Piece

_NEW_ROW = 0.25  # of the height of the text, beyond the space between two lines of a cell
_SAME_LINE = 0.3  # of the height of the text: pieces this close in height stand on one line
_TOUCH = 2.0  # points two columns may come near each other
_FEWEST_ROWS = 2  # beneath the header


@dataclass(frozen=True)
class Table:
    """Rows of cells with the page each begins on, and which lines of the document they take."""

    first: int
    length: int
    rows: tuple[tuple[str, ...], ...]
    pages: tuple[int, ...]


def tables_of(lines: Sequence[Line], aside: Sequence[bool]) -> list[Table]:
    """The tables that begin with a line of column names, in order; they run on from page to page.

    `aside` says of each line whether it is a header or a footer, which a table passes over.
    """
    found: list[Table] = []
    place = 0
    while place < len(lines):
        table = _table(lines, aside, place) if _is_header(lines[place]) and not aside[place] else None
        if table is not None:
            found.append(table)
        place += table.length if table is not None else 1
    return found


def _is_header(line: Line) -> bool:
    named = sum(names_a_column(piece.text) for piece in line.pieces)
    return len(line.pieces) > 1 and named > 1


def _table(lines: Sequence[Line], aside: Sequence[bool], place: int) -> Table | None:
    spans = [(piece.left, piece.right) for piece in lines[place].pieces]
    end = place + 1
    for at in range(place + 1, len(lines)):
        if aside[at]:
            continue
        wider = _fitted(spans, lines[at].pieces)
        if wider is None:
            break
        spans, end = wider, at + 1
    rows = _rows([lines[at] for at in range(place, end) if not aside[at]], spans)
    if len(rows) <= _FEWEST_ROWS:
        return None
    return Table(place, end - place, tuple(cells for _, cells in rows), tuple(page for page, _ in rows))


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


def _rows(lines: Sequence[Line], spans: Sequence[tuple[float, float]]) -> list[tuple[int, tuple[str, ...]]]:
    """The lines as rows: they stand apart where no column has words, or begin in the first column."""
    bands = _bands(lines)
    cells = [_cells(band, spans) for band in bands]
    gaps = _gaps(bands, _leading(lines, spans))
    numbered = any(_numbered(row[0]) for row in cells[1:])
    apart = sum(gaps) > 1
    grown: list[tuple[int, list[list[str]]]] = []
    for at, (band, row) in enumerate(zip(bands, cells, strict=True)):
        opens = _numbered(row[0]) if numbered else not apart and bool(row[0])
        again = opens and bool(grown) and bool(grown[-1][1][0])
        if at <= 1 or gaps[at - 1] or (again if apart else opens):
            grown.append((band[0].page, row))
        else:
            for whole, more in zip(grown[-1][1], row, strict=True):
                whole.extend(more)
    return [(page, tuple(" ".join(words) for words in row)) for page, row in grown]


def _cells(band: Sequence[Line], spans: Sequence[tuple[float, float]]) -> list[list[str]]:
    cells: list[list[str]] = [[] for _ in spans]
    for piece in (piece for line in band for piece in line.pieces):
        cells[_column(spans, piece) or 0].append(piece.text)
    return cells


def _leading(lines: Sequence[Line], spans: Sequence[tuple[float, float]]) -> float:
    """The smallest distance of two lines in one column."""
    tops: dict[int, list[float]] = {}
    for line in sorted(lines, key=lambda one: (one.page, -one.top)):
        for piece in line.pieces:
            tops.setdefault(_column(spans, piece) or 0, []).append(line.top)
    steps = [one - other for column in tops.values() for one, other in pairwise(column) if one - other > 1]
    return min(steps, default=0.0)


def _gaps(bands: Sequence[Sequence[Line]], leading: float) -> list[bool]:
    """For each two neighbours whether more than the space of two lines of a cell is between them."""
    found = []
    low = bands[0][0].top - bands[0][0].height
    for one, other in pairwise(bands):
        line = other[0]
        if line.page != one[0].page:
            low = line.top
            found.append(True)
        else:
            found.append(low - line.top > leading - line.height + _NEW_ROW * line.height)
        low = min(low, line.top - line.height)
    return found


def _bands(lines: Sequence[Line]) -> list[list[Line]]:
    """The lines from the top of each page down, those at one height together."""
    bands: list[list[Line]] = []
    for line in sorted(lines, key=lambda one: (one.page, -one.top)):
        last = bands[-1][0] if bands else None
        if last and last.page == line.page and last.top - line.top < _SAME_LINE * line.height:
            bands[-1].append(line)
        else:
            bands.append([line])
    return bands


def _numbered(cell: Sequence[str]) -> bool:
    return bool(cell) and cell[0].rstrip(".)").isdigit()
