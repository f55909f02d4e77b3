"""A sheet filled from top to bottom, whose texts stay texts whatever they start with."""

from __future__ import annotations

from collections.abc import Iterable

from openpyxl.cell import Cell as SheetCell
from openpyxl.styles import Alignment, Font, PatternFill
from openpyxl.workbook import Workbook
from openpyxl.worksheet.properties import PageSetupProperties

from counting.report.cells import Cell
from counting.report.picture import PAPER
from counting.report.readable import is_right_to_left

MAX_CELL_CHARS = 32_767  # what a cell of this format holds
LINE_POINTS, _MAX_ROW_POINTS = 15.0, 405.0
_CUT = "... (cut: a spreadsheet cell holds no more; the other formats show the whole text)"
_HEAD_FILL = PatternFill("solid", start_color="F4F6F8")
_TOP = Alignment(vertical="top")
_WRAPPED = Alignment(vertical="top", wrap_text=True)
_RTL = Alignment(vertical="top", wrap_text=True, readingOrder=2)


def font(size: int, role: str = "ink") -> Font:
    """A bold font in the colour of a role of the picture."""
    return Font(name="Calibri", bold=True, size=size, color=PAPER[role].lstrip("#").upper())


_TAG_FONTS = {
    "AI": font(11, "ai"), "TYPING": font(11, "typing"), "DECISION": font(11, "decision"),
    "not tagged": font(11, "untagged"),
}  # fmt: skip


class Sheet:
    """A worksheet and the row written last; `widths` are characters per column."""

    def __init__(self, book: Workbook, name: str, widths: tuple[int, ...] = ()) -> None:
        self.made = book.create_sheet(name)
        self.row = 0
        self._widths = widths
        for column, width in zip("ABCDEFGHIJ", widths, strict=False):
            self.made.column_dimensions[column].width = width
        self.made.page_setup.orientation = "landscape"
        self.made.page_setup.fitToHeight = 0
        self.made.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)

    def skip(self) -> None:
        self.row += 1

    def line(self, text: str, looks: Font | None = None) -> None:
        """Text that runs on over the columns beside it."""
        self.row += 1
        cell = self._cell(1, text)
        cell.alignment = _TOP
        if looks:
            cell.font = looks

    def cells(self, row: Iterable[Cell]) -> list[SheetCell]:
        """One more row, high enough for its texts."""
        self.row += 1
        made = [self._cell(column, value) for column, value in enumerate(row, 1)]
        lines = [_lines(cell, width) for cell, width in zip(made, self._widths, strict=False)]
        height = LINE_POINTS * max(lines, default=1)
        self.made.row_dimensions[self.row].height = min(height, _MAX_ROW_POINTS)
        return made

    def head(self, columns: Iterable[str]) -> None:
        for cell in self.cells(columns):
            cell.font, cell.fill = font(11), _HEAD_FILL

    def table(self, columns: tuple[str, ...], rows: Iterable[tuple[Cell, ...]]) -> None:
        self.head(columns)
        at = columns.index("Tag") if "Tag" in columns else None
        for row in rows:
            made = self.cells(row)
            if at is not None:
                made[at].font = _TAG_FONTS[str(row[at])]

    def _cell(self, column: int, value: Cell) -> SheetCell:
        cell = self.made.cell(self.row, column)
        assert isinstance(cell, SheetCell)  # noqa: S101  nothing is merged here
        cell.alignment = _TOP
        if not isinstance(value, str):
            cell.value = value
        elif value:
            cell.value = _fitting(value)
            cell.data_type = "s"
            cell.alignment = _RTL if is_right_to_left(value) else _WRAPPED
        return cell


def _lines(cell: SheetCell, width: int) -> int:
    """Lines the text of a cell takes in a column of `width` characters."""
    if not isinstance(cell.value, str):
        return 1
    return sum(-(-max(len(line), 1) // width) for line in cell.value.split("\n"))


def _fitting(text: str) -> str:
    """Text that fits a cell; what does not is cut with a word about it."""
    return text if _units(text) <= MAX_CELL_CHARS else text[: (MAX_CELL_CHARS - len(_CUT)) // 2] + _CUT


def _units(text: str) -> int:
    """Characters as a spreadsheet counts them: an emoji is two."""
    return len(text) + sum(letter > "\uffff" for letter in text)
