"""Report -> Excel: sheets Summary, Steps and Context. Numbers are numbers; no text can become a formula."""

from __future__ import annotations

import io

from openpyxl.drawing.image import Image
from openpyxl.workbook import Workbook
from openpyxl.xml.constants import ARC_CORE
from openpyxl.xml.functions import tostring

from counting.report import cells, payload
from counting.report.build import Report
from counting.report.picture import pictures
from counting.report.picture_png import png
from counting.report.sections import Section, sections
from counting.report.xlsx_sheet import LINE_POINTS, Sheet, font
from counting.report.zipped import date_of, repack

DATA_SHEET = "Data"
DATA_SENTENCE = (
    'The hidden sheet "Data" holds the same report for programs: this file can be checked and imported.'
)
_PIECE_CHARS = 30_000
_ROWS_PER_PICTURE = 25
_SUMMARY_COLUMNS = ("What", "In words", "Number")
_SUMMARY_WIDTHS = (46, 70, 12)
_STEP_WIDTHS = (6, 60, 24, 12, 26, 8, 10, 30, 10, 40)
_CONTEXT_WIDTHS = (40, 34, 34, 14, 28, 44, 80)


def write_xlsx(report: Report) -> bytes:
    """The workbook. A hidden sheet holds the report's data, because every program keeps sheets."""
    book = Workbook()
    book.remove(book.worksheets[0])
    by_key = {section.key: section for section in sections(report)}
    _summary(Sheet(book, "Summary", _SUMMARY_WIDTHS), report)
    _steps(Sheet(book, "Steps", _STEP_WIDTHS), by_key["steps"])
    context = Sheet(book, "Context", _CONTEXT_WIDTHS)
    for key in ("overrides", "examples", "citations", "fingerprint"):
        _section(context, by_key[key])
    context.line(DATA_SENTENCE)
    _data(Sheet(book, DATA_SHEET), payload.pack(report))
    book.properties.title = cells.title(report)[:255]
    book.properties.creator = "Workflow Count Workbench"
    book.properties.created = date_of(report.run.date)
    out = io.BytesIO()
    book.save(out)  # writes the time of saving into the properties
    book.properties.modified = book.properties.created
    return repack(out.getvalue(), {ARC_CORE: tostring(book.properties.to_tree())})


def _summary(sheet: Sheet, report: Report) -> None:
    sheet.line(cells.title(report), font(16))
    sheet.line(
        report.count.headline, font(14, "typing" if report.count.percentage is not None else "warning")
    )
    sheet.skip()
    for about in cells.about_rows(report):
        sheet.cells((about.label, about.value))
    sheet.skip()
    sheet.head(_SUMMARY_COLUMNS)
    for row in cells.summary_rows(report):
        made = sheet.cells((row.label, row.value, "" if row.number is None else row.number))
        if row.is_share:
            made[-1].number_format = '0" %"'
    sheet.made.freeze_panes = "A3"
    _show_pictures(sheet, report)


def _show_pictures(sheet: Sheet, report: Report) -> None:
    row = sheet.row + 2
    for picture in pictures(report, _ROWS_PER_PICTURE):
        drawn = Image(io.BytesIO(png(picture)))
        drawn.width, drawn.height = round(picture.width * 96 / 72), round(picture.height * 96 / 72)
        sheet.made.add_image(drawn, f"A{row}")
        row += round(picture.height / LINE_POINTS) + 2


def _steps(sheet: Sheet, section: Section) -> None:
    sheet.table(section.columns, section.rows)
    sheet.made.freeze_panes = "C2"


def _section(sheet: Sheet, section: Section) -> None:
    sheet.line(section.heading, font(13))
    for note in section.notes:
        sheet.line(note)
    if section.columns:
        sheet.table(section.columns, section.rows)
    sheet.skip()


def _data(sheet: Sheet, packed: str) -> None:
    sheet.made.sheet_state = "hidden"
    for piece in payload.pieces(packed, _PIECE_CHARS):
        sheet.line(piece)
