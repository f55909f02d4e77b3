"""Report -> Excel: sheets Summary, Steps and Context. Numbers are numbers; no text can become a formula."""

from __future__ import annotations

import io
from collections.abc import Iterable
from datetime import UTC, datetime

from openpyxl import Workbook
from openpyxl.cell import Cell as SheetCell
from openpyxl.drawing.image import Image
from openpyxl.styles import Alignment, Font, PatternFill
from openpyxl.worksheet.worksheet import Worksheet

from counting.report import cells, payload
from counting.report.build import Report
from counting.report.cells import Cell
from counting.report.picture import PAPER, pictures
from counting.report.picture_png import png
from counting.report.readable import is_right_to_left
from counting.report.sections import Section, sections
from counting.report.zipped import repack

DATA_SHEET = "Data"
DATA_SENTENCE = (
    'The hidden sheet "Data" holds the same report for programs, so that this file can be checked and imported.'
)
MAX_CELL_CHARS = 32_767  # what a cell of this format holds
_CUT = "... (cut: a spreadsheet cell holds no more; the other formats show the whole text)"
_PIECE_CHARS = 30_000
_ROWS_PER_PICTURE = 25
_HEAD_FILL = PatternFill("solid", start_color="F4F6F8")
_TOP = Alignment(vertical="top")
_WRAPPED = Alignment(vertical="top", wrap_text=True)
_RTL = Alignment(vertical="top", wrap_text=True, readingOrder=2)
_LINE_POINTS, _MAX_ROW_POINTS = 15.0, 405.0
_SUMMARY_COLUMNS = ("What", "In words", "Number")
_WIDTHS = {
    "Summary": (46, 70, 12),
    "Steps": (6, 60, 24, 12, 26, 8, 10, 30, 10, 40),
    "Context": (40, 34, 34, 14, 28, 44, 80),
}


def _font(size: int, colour: str = PAPER["ink"]) -> Font:
    return Font(name="Calibri", bold=True, size=size, color=colour.lstrip("#").upper())


_TAG_FONTS = {
    word: _font(11, PAPER[role])
    for word, role in (
        ("AI", "ai"), ("TYPING", "typing"), ("DECISION", "decision"), ("not tagged", "untagged"),
    )
}  # fmt: skip


def write_xlsx(report: Report) -> bytes:
    book = Workbook()
    book.remove(book.active)
    summary, steps, context = map(book.create_sheet, _WIDTHS)
    by_key = {section.key: section for section in sections(report)}
    _summary(summary, report)
    _table(steps, by_key["steps"].columns, by_key["steps"].rows)
    steps.freeze_panes = "C2"
    for key in ("overrides", "examples", "citations", "fingerprint"):
        _section(context, by_key[key])
    _append(context, [DATA_SENTENCE], wraps=False)
    _data(book.create_sheet(DATA_SHEET), payload.pack(report))
    for name, widths in _WIDTHS.items():
        _lay_out(book[name], widths)
    return _saved(book, report)


def _summary(sheet: Worksheet, report: Report) -> None:
    _append(sheet, [cells.title(report)], _font(16), wraps=False)
    colour = PAPER["typing" if report.count.percentage is not None else "warning"]
    _append(sheet, [report.count.headline], _font(14, colour), wraps=False)
    _append(sheet, [])
    for about in cells.about_rows(report):
        _append(sheet, [about.label, about.value])
    _append(sheet, [])
    _head(sheet, _SUMMARY_COLUMNS)
    for row in cells.summary_rows(report):
        made = _append(sheet, [row.label, row.value, "" if row.number is None else row.number])
        if row.is_share:
            made[-1].number_format = '0" %"'
    _show_pictures(sheet, report)
    sheet.freeze_panes = "A3"


def _show_pictures(sheet: Worksheet, report: Report) -> None:
    row = sheet.max_row + 2
    for picture in pictures(report, _ROWS_PER_PICTURE):
        drawn = Image(io.BytesIO(png(picture)))
        drawn.width, drawn.height = picture.width * 96 / 72, picture.height * 96 / 72
        sheet.add_image(drawn, f"A{row}")
        row += round(picture.height / _LINE_POINTS) + 2


def _section(sheet: Worksheet, section: Section) -> None:
    _append(sheet, [section.heading], _font(13), wraps=False)
    for note in section.notes:
        _append(sheet, [note], wraps=False)
    if section.columns:
        _table(sheet, section.columns, section.rows)
    _append(sheet, [])


def _table(sheet: Worksheet, columns: tuple[str, ...], rows: Iterable[tuple[Cell, ...]]) -> None:
    _head(sheet, columns)
    at = columns.index("Tag") if "Tag" in columns else None
    for row in rows:
        made = _append(sheet, row)
        if at is not None:
            made[at].font = _TAG_FONTS[str(row[at])]


def _head(sheet: Worksheet, columns: Iterable[str]) -> None:
    for cell in _append(sheet, columns, _font(11)):
        cell.fill = _HEAD_FILL


def _append(
    sheet: Worksheet, row: Iterable[Cell], font: Font | None = None, wraps: bool = True
) -> list[SheetCell]:
    """One more row, high enough for its text; text stays text whatever it starts with."""
    number = sheet._current_row + 1
    sheet._current_row = number
    made = [_fill(sheet.cell(number, column), value, wraps) for column, value in enumerate(row, 1)]
    if font:
        for cell in made:
            cell.font = font
    if wraps:
        lines = max((_lines(cell, width) for cell, width in zip(made, _WIDTHS[sheet.title], strict=False)), default=1)
        sheet.row_dimensions[number].height = min(_LINE_POINTS * lines, _MAX_ROW_POINTS)
    return made


def _fill(cell: SheetCell, value: Cell, wraps: bool) -> SheetCell:
    if not isinstance(value, str):
        cell.value = value
        cell.alignment = _TOP
    elif value:
        cell.value = _whole(value)
        cell.data_type = "s"
        cell.alignment = _TOP if not wraps else _RTL if is_right_to_left(value) else _WRAPPED
    return cell


def _lines(cell: SheetCell, width: int) -> int:
    """Lines the text of a cell takes in a column of `width` characters."""
    if not isinstance(cell.value, str):
        return 1
    return sum(-(-max(len(line), 1) // width) for line in cell.value.split("\n"))


def _whole(text: str) -> str:
    """Text that fits a cell; what does not is cut with a word about it."""
    return text if _units(text) <= MAX_CELL_CHARS else text[: (MAX_CELL_CHARS - len(_CUT)) // 2] + _CUT


def _units(text: str) -> int:
    """Characters as a spreadsheet counts them: an emoji is two."""
    return len(text) + sum(letter > "\uffff" for letter in text)


def _data(sheet: Worksheet, packed: str) -> None:
    sheet.sheet_state = "hidden"
    for piece in payload.pieces(packed, _PIECE_CHARS):
        _append(sheet, [piece], wraps=False)


def _lay_out(sheet: Worksheet, widths: tuple[int, ...]) -> None:
    for column, width in zip("ABCDEFGHIJ", widths, strict=False):
        sheet.column_dimensions[column].width = width
    sheet.page_setup.orientation = "landscape"
    sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight = 1, 0
    sheet.sheet_properties.pageSetUpPr.fitToPage = True


def _saved(book: Workbook, report: Report) -> bytes:
    properties = book.properties
    properties.title = cells.title(report)[:255]
    properties.creator = "Workflow Count Workbench"
    properties.created = properties.modified = datetime(2000, 1, 1, tzinfo=UTC).replace(tzinfo=None)
    out = io.BytesIO()
    book.save(out)
    return repack(out.getvalue())
