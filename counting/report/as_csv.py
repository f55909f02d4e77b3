"""Report -> CSV: one table, every cell safe to open in a spreadsheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

from counting.report import cells
from counting.report.build import EXAMPLES_SENTENCE, Report
from counting.report.fingerprint import fingerprint

COLUMNS = ("Section", *cells.STEP_COLUMNS, "Value")
_BLANK = ("",) * len(cells.STEP_COLUMNS)


def write_csv(report: Report) -> bytes:
    """UTF-8 with BOM (spreadsheets then read it right), CRLF. Steps fill the columns, the rest uses Value."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    for row in _rows(report):
        writer.writerow([safe_cell(cell) for cell in row])
    return out.getvalue().encode("utf-8-sig", "replace")


def safe_cell(text: str) -> str:
    """Text a spreadsheet cannot take for a formula: a leading = + - @, tab or return gets an apostrophe."""
    return f"'{text}" if text.lstrip(" ").startswith(("=", "+", "-", "@", "\t", "\r")) else text


def _rows(report: Report) -> Iterator[tuple[str, ...]]:
    yield _named("title", "Title", report.title)
    for label, value in cells.about_rows(report):
        yield _named("about", label, value)
    for label, value in cells.summary_rows(report):
        yield _named("count", label, value)
    for line in report.lines:
        yield ("step", *cells.step_cells(line), "")
    for section, rows in (
        ("override", cells.override_rows(report)),
        ("example", cells.example_rows(report)),
        ("citation", cells.citation_rows(report)),
    ):
        for label, value in rows:
            yield _named(section, label, value)
    yield _named("note", "Examples", EXAMPLES_SENTENCE)
    yield _named("fingerprint", "Fingerprint", fingerprint(report))


def _named(section: str, label: str, value: str) -> tuple[str, ...]:
    return (section, "", label, *_BLANK[2:], value)
