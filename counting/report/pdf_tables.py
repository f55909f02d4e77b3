"""Sections as PDF tables: the head on every page, a cell longer than a page goes on in the next row."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, zip_longest
from typing import Any, cast

from reportlab.platypus import Flowable, LongTable, Paragraph, TableStyle

from counting.report.cells import words
from counting.report.pdf_fonts import FontText
from counting.report.pdf_styles import BAND, LINE, STYLES
from counting.report.sections import Section

_CELL_POINTS = 400.0  # height of a cell before it goes on in a further row; a page holds more than that
_CHUNK_CHARS = 1_500  # of a long cell in one paragraph
_LEFT, _TOP = 4.0, 3.0  # padding, the same on the other side
_NUMBERS = ("No.", "Minutes", "AI", "TYPING", "DECISION", "Generation")

# Shares of the page width, in the order of the columns.
_SHARES: dict[str, tuple[float, ...]] = {
    "steps": (4, 29, 11, 8.5, 14, 5, 7.5, 11, 7, 13),
    "overrides": (4, 40, 10, 10, 36),
    "examples": (40, 24, 8, 10, 11),
    "citations": (18, 11, 18, 9.5, 16, 16, 27),
}
_PAIR_SHARES = (27.0, 73.0)

Cells = list[Paragraph | str]


def pair_table(section: Section, width: float, text: FontText) -> Iterator[Flowable]:
    """Labels and their values, without a head."""
    rows = (
        [_paragraphs(words(label), "label", text), _paragraphs(words(value), "value", text)]
        for label, value in section.rows
    )
    yield _table(None, rows, _widths(_PAIR_SHARES, width))


def wide_table(section: Section, width: float, text: FontText) -> Iterator[Flowable]:
    """A table with a head that is repeated on every page."""
    head = [
        _paragraphs(column, "head-number" if column in _NUMBERS else "head", text)
        for column in section.columns
    ]
    rows = (
        [
            _paragraphs(words(cell), _style(column, words(cell)), text)
            for column, cell in zip(section.columns, row, strict=True)
        ]
        for row in section.rows
    )
    yield _table(head, rows, _widths(_SHARES[section.key], width))


def _style(column: str, cell: str) -> str:
    if column in ("Tag", "Gate") and f"tag-{cell}" in STYLES:
        return f"tag-{cell}"
    return "number" if column in _NUMBERS else "cell"


def _paragraphs(cell: str, style: str, text: FontText) -> list[Paragraph]:
    """A cell as paragraphs of a length that is cheap to break into lines; an empty cell is none."""
    found = []
    while cell:
        end = _CHUNK_CHARS
        if len(cell) > end:
            end = max(cell.rfind(" ", 0, end), cell.rfind("\n", 0, end)) + 1 or end
        found.append(Paragraph(text(cell[:end].removesuffix("\n")), STYLES[style]))
        cell = cell[end:]
    return found


def _table(
    head: list[list[Paragraph]] | None, rows: Iterable[list[list[Paragraph]]], widths: list[float]
) -> Flowable:
    """All heights are given: measured once here, the table need not measure them on every page."""
    every = chain([head], rows) if head else rows
    content = [piece for row in every for piece in _fitting_rows(row, widths)]
    heights = [_height(row) for row in content]
    table = LongTable(content, colWidths=widths, rowHeights=heights, repeatRows=1 if head else 0)
    styles: list[Any] = [
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ("LINEBELOW", (0, 0), (-1, -1), 0.5, LINE),
        ("LEFTPADDING", (0, 0), (-1, -1), _LEFT),
        ("RIGHTPADDING", (0, 0), (-1, -1), _LEFT),
        ("TOPPADDING", (0, 0), (-1, -1), _TOP),
        ("BOTTOMPADDING", (0, 0), (-1, -1), _TOP),
    ]
    if head:
        styles.append(("BACKGROUND", (0, 0), (-1, 0), BAND))
    table.setStyle(TableStyle(styles))
    return table


def _fitting_rows(row: Sequence[list[Paragraph]], widths: list[float]) -> Iterator[Cells]:
    """The row as rows that fit a page each: a long cell goes on in the same column of the next row."""
    columns: list[Cells] = [
        [piece for paragraph in cell for piece in _cut(paragraph, width - 2 * _LEFT)]
        for cell, width in zip(row, widths, strict=True)
    ]
    if any(columns):
        yield from (list(piece) for piece in zip_longest(*columns, fillvalue=""))


def _cut(cell: Paragraph, inside: float) -> list[Paragraph]:
    """The paragraph in measured pieces that fit a page."""
    if cell.wrap(inside, _CELL_POINTS)[1] <= _CELL_POINTS:
        return [cell]
    first, rest = cast(list[Paragraph], cell.split(inside, _CELL_POINTS))
    first.wrap(inside, _CELL_POINTS)
    return [first, *_cut(rest, inside)]


def _height(row: Cells) -> float:
    """The height of a row whose cells have been measured."""
    measured = (cell.height for cell in row if isinstance(cell, Paragraph))
    return float(max(measured, default=STYLES["cell"].leading)) + 2 * _TOP


def _widths(shares: tuple[float, ...], width: float) -> list[float]:
    return [width * share / sum(shares) for share in shares]
