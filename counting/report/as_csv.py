"""Report -> CSV: one table, every cell safe to open in a spreadsheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

from counting.report import cells, payload
from counting.report.build import Report
from counting.report.cells import Cell
from counting.report.sections import Section, sections

COLUMNS = ("Section", *cells.STEP_COLUMNS, "Value")
DATA_ROW = "data"
_CELL_CHARS = 30_000  # a spreadsheet cell holds 32,767 characters
_FORMULA_STARTS = ("=", "+", "-", "@", "＝", "＋", "－", "＠")


def write_csv(report: Report) -> bytes:
    """UTF-8 with BOM (spreadsheets then read it right), CRLF. Steps fill the columns, the rest uses Value."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    for row in _rows(report):
        writer.writerow([safe_cell(cells.words(cell)) for cell in row])
    return out.getvalue().encode("utf-8-sig")


def safe_cell(text: str) -> str:
    """Text no spreadsheet takes for a formula: what starts like one, or with a tab, gets an apostrophe."""
    risky = text.lstrip().startswith(_FORMULA_STARTS) or text.startswith(("\t", "\n"))
    return f"'{text}" if risky else text


def _rows(report: Report) -> Iterator[tuple[Cell, ...]]:
    yield _named("title", "Title", cells.title(report))
    for section in sections(report):
        for note in section.notes:
            yield _named(section.key, section.heading, note)
        for row in section.rows:
            yield _row(section, row)
    for piece in payload.pieces(payload.pack(report), _CELL_CHARS):
        yield _named(DATA_ROW, "Data for checking and importing this report", piece)


def _row(section: Section, row: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """Steps fill the columns, pairs their label and value; of other tables each cell says its column."""
    if section.key == "steps":
        return (section.key, *row, "")
    first, *rest = row
    if len(rest) == 1:
        return _named(section.key, cells.words(first), rest[0])
    named = zip(section.columns[1:], rest, strict=True)
    value = "; ".join(f"{column}: {cells.words(cell)}" for column, cell in named if cells.words(cell))
    return _named(section.key, cells.words(first), value)


def _named(section: str, label: str, value: Cell) -> tuple[Cell, ...]:
    return (section, "", label, *("",) * (len(cells.STEP_COLUMNS) - 2), value)
