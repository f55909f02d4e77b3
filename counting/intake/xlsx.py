"""Excel workbooks: every sheet with a column of steps, by its saved values; nothing is calculated or run."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time
from typing import Any
from zipfile import ZipFile

from counting.intake import eventlog
from counting.intake.archive import open_zip, part_names, read_part
from counting.intake.blocks import Block, BlockKind
from counting.intake.caps import MIB, refuse
from counting.intake.columns import find_columns
from counting.intake.draft import Draft, IntakeError
from counting.intake.eventlog_columns import columns_of
from counting.intake.grid import Grid, to_grid
from counting.intake.propose import propose
from counting.intake.rendering import Rendering
from counting.intake.rows import table_blocks
from counting.intake.source import Source

_WHOLE_SHEETS_BYTES = 12 * MIB  # beyond it sheets are streamed, and merged cells are not known
_BROKEN = "This Excel file cannot be read ({error}). Open it in Excel, save it again as .xlsx and try again."


@dataclass(frozen=True)
class _Sheet:
    """One sheet: `first` is the number of its first filled row, `filled` cells repeat a merged one."""

    title: str
    rows: list[list[str]] = field(default_factory=list)
    filled: frozenset[tuple[int, int]] = frozenset()
    first: int = 1
    hidden: bool = False


def read(source: Source) -> Draft:
    """The sheets of steps of a workbook as a draft. Raises IntakeError when no sheet has any."""
    archive = open_zip(source)
    sheets = [name for name in part_names(archive) if re.match(r"xl/worksheets/[^/]+\.xml$", name)]
    whole = sum(archive.getinfo(name).file_size for name in sheets) <= _WHOLE_SHEETS_BYTES
    visible: list[_Sheet] = []
    hidden: list[str] = []
    for sheet in _sheets(source, whole=whole):
        if sheet.hidden:
            hidden.append(sheet.title)
        elif sheet.rows:
            visible.append(sheet)
    notes = [*_formula_note(archive, sheets), *_macro_note(archive)]
    if hidden:
        notes.append(f"Hidden, and not read: {_listed('sheet', hidden)}.")
    if not visible:
        raise IntakeError(
            "This Excel file holds no words on a visible sheet. Unhide the sheet or fill it in, and save."
        )
    return _draft(source, visible, tuple(notes))


def _draft(source: Source, sheets: Sequence[_Sheet], notes: tuple[str, ...]) -> Draft:
    """Sheets of steps come first; where there is none, a sheet that is an event log is read as one."""
    logs = [sheet for sheet in sheets if _is_log(sheet)]
    rendering = Rendering()
    shown = [sheet for sheet in sheets if sheet not in logs]
    named = [_named(sheet, rendering) for sheet in shown]
    if logs and not any(find_columns(grid) for grid, _ in named):
        draft = eventlog.read_rows(source, _log_rows(logs[0]))
        return replace(draft, notes=(*draft.notes, *_unread(sheets, logs[0]), *notes))
    if logs:
        titles = _listed("sheet", [sheet.title for sheet in logs])
        notes = (*notes, f"Not read, because it is an event log: {titles}. Save it as CSV to read it.")
    return propose(
        list(_blocks(named)), kind="Excel file", source=rendering.text, notes=notes, caps=source.caps
    )


def _is_log(sheet: _Sheet) -> bool:
    return columns_of(_log_rows(sheet)[: eventlog.SAMPLE_ROWS]) is not None


def _log_rows(sheet: _Sheet) -> list[list[str]]:
    """The rows from the first that fills two cells; above it stands a title."""
    start = next((place for place, row in enumerate(sheet.rows) if sum(map(bool, row)) > 1), 0)
    return sheet.rows[start:]


def _unread(sheets: Sequence[_Sheet], log: _Sheet) -> list[str]:
    others = [sheet.title for sheet in sheets if sheet is not log]
    return [f"Read: sheet {log.title}. Not read: {_listed('sheet', others)}."] if others else []


def _named(sheet: _Sheet, rendering: Rendering) -> tuple[Grid, tuple[int, int]]:
    """The sheet as a grid, and where its title stands in the shown text."""
    place = rendering.add(sheet.title)
    rendering.end_line()

    def where(row: int, column: int) -> str:
        return f"sheet {sheet.title}, cell {_letters(column)}{row + sheet.first}"

    return to_grid(sheet.rows, rendering, where, name=sheet.title, filled=sheet.filled), place


def _blocks(named: Sequence[tuple[Grid, tuple[int, int]]]) -> Iterator[Block]:
    """The sheets under their titles; beside a sheet that names its columns, one that does not is a cover."""
    headed = any((columns := find_columns(grid)) and columns.header >= 0 for grid, _ in named)
    for grid, (start, end) in named:
        if len(named) > 1:
            yield Block(BlockKind.HEADING, grid.name, f"sheet {grid.name}", start, end, level=1)
        yield from table_blocks(grid, headed=headed and len(named) > 1)


def _sheets(source: Source, *, whole: bool) -> Iterator[_Sheet]:
    from openpyxl import load_workbook

    try:
        book = load_workbook(io.BytesIO(source.data), read_only=not whole, data_only=True, keep_links=False)
        for sheet in book.worksheets:
            if sheet.sheet_state != "visible":
                yield _Sheet(sheet.title, hidden=True)
                continue
            merged = list(sheet.merged_cells.ranges) if whole else []
            rows, first = _rows(source, sheet)
            yield _Sheet(sheet.title, rows, _fill(rows, merged, first), first)
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
        case datetime() if value.time() == time():
            return value.date().isoformat()
        case datetime():
            return value.isoformat(" ", "seconds" if value.second else "minutes")
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
