"""The tables of example step lines that rule and tag documents carry."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from markdown_it.token import Token

from store.index.passages import Document, Passage
from store.ingest.chunks import markdown, plain_text

STEP_COLUMN = "Step line"
HEADINGS = ("Examples", "Near misses")


@dataclass(frozen=True)
class ExampleRow:
    """One row: the step line, and the table's other cells by column name. `passage_id` is where it stands."""

    passage_id: str
    heading: str
    step: str
    cells: dict[str, str]


def example_rows(document: Document) -> tuple[ExampleRow, ...]:
    """Every row with a `Step line` under the headings Examples and Near misses, in order."""
    return tuple(
        row
        for passage in document.passages
        if passage.heading_path and passage.heading_path[-1] in HEADINGS
        for row in _rows(passage)
    )


def _rows(passage: Passage) -> Iterator[ExampleRow]:
    columns: list[str] = []
    for header, cells in _table_rows(markdown().parse(passage.text)):
        if header:
            columns = cells
        elif STEP_COLUMN in columns:
            by_column = dict(zip(columns, cells, strict=True))
            if step := by_column.pop(STEP_COLUMN):
                yield ExampleRow(passage.id, passage.heading_path[-1], step, by_column)


def _table_rows(tokens: list[Token]) -> Iterator[tuple[bool, list[str]]]:
    """Each row of each table: whether it is the header, and its cells (the parser pads short rows)."""
    header = False
    cells: list[str] = []
    for position, token in enumerate(tokens):
        match token.type:
            case "tr_open":
                cells = []
            case "th_open" | "td_open":
                header = token.type == "th_open"
                cells.append(plain_text(tokens[position + 1]))
            case "tr_close":
                yield header, cells
