"""The order of a report: title and headline, then these sections, in every format that is read by people."""

from __future__ import annotations

from dataclasses import dataclass

from counting.report import cells
from counting.report.build import EXAMPLES_SENTENCE, Report
from counting.report.cells import Cell
from counting.report.fingerprint import fingerprint

LAYOUT = 1  # raise it with every change of words, order or looks, in any format
PAIR_COLUMNS = ("What", "Value")


@dataclass(frozen=True)
class Section:
    """A heading, sentences under it, and a table. `key` is its name for programs; no columns is no table."""

    key: str
    heading: str
    notes: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[Cell, ...], ...] = ()


def sections(report: Report) -> tuple[Section, ...]:
    """Everything below the headline. The picture of the run belongs between "count" and "steps"."""
    return (
        Section("about", "About this run", columns=PAIR_COLUMNS, rows=_pairs(cells.about_rows(report))),
        Section("count", "The count", columns=PAIR_COLUMNS, rows=_pairs(cells.summary_rows(report))),
        Section(
            "steps",
            "The steps",
            columns=cells.STEP_COLUMNS,
            rows=tuple(cells.step_cells(line) for line in report.lines),
        ),
        _table(
            "overrides",
            "Suggestions the person overrode",
            (),
            cells.NO_OVERRIDES,
            cells.OVERRIDE_COLUMNS,
            cells.override_cells(report),
        ),
        _table(
            "examples",
            "Worked counts, as context",
            (EXAMPLES_SENTENCE,),
            cells.NO_EXAMPLES,
            cells.EXAMPLE_COLUMNS,
            cells.example_cells(report),
        ),
        _table(
            "citations",
            "Passages of the record",
            (),
            cells.NO_CITATIONS,
            cells.CITATION_COLUMNS,
            cells.citation_cells(report),
        ),
        Section("fingerprint", "Fingerprint", (fingerprint(report), cells.FINGERPRINT_SENTENCE)),
    )


def _pairs(rows: tuple[cells.Row, ...]) -> tuple[tuple[Cell, ...], ...]:
    return tuple((row.label, row.value) for row in rows)


def _table(
    key: str,
    heading: str,
    notes: tuple[str, ...],
    empty: str,
    columns: tuple[str, ...],
    rows: tuple[tuple[Cell, ...], ...],
) -> Section:
    """A section whose table may be empty; it then says so instead."""
    return Section(key, heading, notes, columns, rows) if rows else Section(key, heading, (*notes, empty))
