"""Excel workbooks: every sheet with a column of steps, by its saved values; nothing is calculated or run."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from datetime import date, datetime, time
from typing import Any
from zipfile import ZipFile

from counting.intake.archive import open_zip, part_names, read_part
from counting.intake.blocks import Block, BlockKind
from counting.intake.caps import MIB, refuse
from counting.intake.draft import Draft, IntakeError
from counting.intake.grid import Grid, to_grid
from counting.intake.propose import propose
from counting.intake.rendering import Rendering
from counting.intake.rows import table_blocks
from counting.intake.source import Source

_WHOLE_SHEETS_BYTES = 12 * MIB  # beyond it sheets are streamed, and merged cells are not known
_BROKEN = "This Excel file cannot be read ({error}). Open it in Excel, save it again as .xlsx and try again."


def read(source: Source) -> Draft:
    """The sheets of steps of a workbook as a draft. Raises IntakeError when no sheet has any."""
    archive = open_zip(source)
    sheets = [name for name in part_names(archive) if re.match(r"xl/worksheets/[^/]+\.xml$", name)]
    whole = sum(archive.getinfo(name).file_size for name in sheets) <= _WHOLE_SHEETS_BYTES
    rendering = Rendering()
    notes = [*_formula_note(archive, sheets), *_macro_note(archive)]
    grids: list[Grid] = []
    named: list[tuple[int, int]] = []
    hidden: list[str] = []
    for title, is_hidden, rows, filled, first in _sheets(source, whole=whole):
        if is_hidden:
            hidden.append(title)
        elif rows:
            named.append(rendering.add(title))
            rendering.end_line()
            grids.append(_grid(title, rows, filled, first, rendering))
    if hidden:
        notes.append(f"Hidden, and not read: {_listed('sheet', hidden)}.")
    if not grids:
        raise IntakeError(
            "This Excel file holds no words on a visible sheet. Unhide the sheet or fill it in, and save."
        )
    return propose(
        list(_blocks(grids, named)),
        kind="Excel file",
        source=rendering.text,
        notes=tuple(notes),
        caps=source.caps,
    )


def _blocks(grids: Sequence[Grid], named: Sequence[tuple[int, int]]) -> Iterator[Block]:
    tables = [(grid, table_blocks(grid)) for grid in grids]
    for (grid, found), (start, end) in zip(tables, named, strict=True):
        if len(tables) > 1:
            yield Block(BlockKind.HEADING, grid.name, f"sheet {grid.name}", start, end, level=1)
        yield from found


def _grid(
    title: str, rows: list[list[str]], filled: frozenset[tuple[int, int]], first: int, rendering: Rendering
) -> Grid:
    def where(row: int, column: int) -> str:
        return f"sheet {title}, cell {_letters(column)}{row + first}"

    return to_grid(rows, rendering, where, name=title, filled=filled)


def _sheets(
    source: Source, *, whole: bool
) -> Iterator[tuple[str, bool, list[list[str]], frozenset[tuple[int, int]], int]]:
    """Title, whether hidden, rows, cells that repeat a merged one, number of the first row."""
    from openpyxl import load_workbook

    try:
        book = load_workbook(io.BytesIO(source.data), read_only=not whole, data_only=True, keep_links=False)
        for sheet in book.worksheets:
            if sheet.sheet_state != "visible":
                yield sheet.title, True, [], frozenset(), 1
                continue
            merged = list(sheet.merged_cells.ranges) if whole else []
            rows, first = _rows(source, sheet)
            yield sheet.title, False, rows, _fill(rows, merged, first), first
        book.close()
    except IntakeError:
        raise
    except Exception as error:  # openpyxl raises whatever its XML and value parsers meet in a damaged file
        raise IntakeError(_BROKEN.format(error=str(error)[:120] or type(error).__name__)) from None


def _rows(source: Source, sheet: Any) -> tuple[list[list[str]], int]:
    """The rows with something in them and their number, from the first filled one on."""
    rows: list[list[str]] = []
    first = 1
    for number, values in enumerate(sheet.iter_rows(values_only=True), start=1):
        row = [_said(value) for value in values]
        while row and not row[-1]:
            row.pop()
        if not rows and not row:
            continue
        if not rows:
            first = number
        rows.append(row)
        if len(rows) > source.caps.rows:
            found = f"Sheet {sheet.title!r} has more than {source.caps.rows:,} rows"
            raise refuse("rows", source.caps.rows, found, "Keep the rows that describe the workflow.")
    while rows and not rows[-1]:
        rows.pop()
    return rows, first


def _fill(rows: list[list[str]], merged: Sequence[Any], first: int) -> frozenset[tuple[int, int]]:
    """Write the value of merged cells into the rows below its first; those places are returned."""
    filled = set()
    for area in merged:
        top, left = area.min_row - first, area.min_col - 1
        if not (0 <= top < len(rows)) or left >= len(rows[top]):
            continue
        value = rows[top][left]
        for row in range(top, min(area.max_row - first + 1, len(rows))):
            if row == top or not value:
                continue
            rows[row] += [""] * (left + 1 - len(rows[row]))
            rows[row][left] = value
            filled.add((row, left))
    return frozenset(filled)


def _said(value: object) -> str:
    match value:
        case None | bool():
            return "" if value is None else ("yes" if value else "no")
        case datetime():
            return value.date().isoformat() if value.time() == time() else value.isoformat(" ", "minutes")
        case date() | time():
            return value.isoformat()
        case float() if value.is_integer():
            return str(int(value))
    return str(value).strip()


def _letters(column: int) -> str:
    name = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        name = chr(65 + rest) + name
    return name


def _formula_note(archive: ZipFile, sheets: Sequence[str]) -> list[str]:
    if any(re.search(rb"<f[ >/]", read_part(archive, name)) for name in sheets):
        return ["Formulas are not calculated: the values that were last saved are shown."]
    return []


def _macro_note(archive: ZipFile) -> list[str]:
    if any(name.lower().endswith("vbaproject.bin") for name in part_names(archive)):
        return ["The file holds macros; they are not run."]
    return []


def _listed(noun: str, names: Sequence[str]) -> str:
    return f"{noun}{'' if len(names) == 1 else 's'} {', '.join(names[:5])}" + (
        " and more" if len(names) > 5 else ""
    )
