"""A table as text (CSV, tab or semicolon separated): the column of steps in order, with their actors."""

from __future__ import annotations

from counting.intake.delimited import delimiter_of, rows_of
from counting.intake.draft import Draft
from counting.intake.grid import to_grid
from counting.intake.propose import propose
from counting.intake.rendering import Rendering
from counting.intake.rows import table_blocks
from counting.intake.source import Source


def read(source: Source) -> Draft:
    """A delimited table as a draft. Raises IntakeError when it has no column of steps."""
    text = source.decoded.text
    rows = rows_of(text, delimiter_of(text, source.name) or ",", source.caps)
    rendering = Rendering()
    grid = to_grid(rows, rendering, lambda row, column: f"row {row + 1}, column {column + 1}")
    return propose(
        table_blocks(grid), kind="table", source=rendering.text, notes=source.notes, caps=source.caps
    )
