"""`python -m counting check`: does a report file still say what it said when it was written?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from counting.commands.stop import printable, stop
from counting.report import Kind, check
from counting.report.check import MAX_CHANGES


def check_file(
    file: Annotated[Path, typer.Argument(help="A report of any format, as it was downloaded.")],
) -> None:
    """Check a report. Leaves with 0 when it matches, 1 when it was changed, 2 when it cannot be checked."""
    try:
        verdict = check(file.read_bytes(), file.name)
    except OSError as error:
        stop(f"{error.filename}: {error.strerror}. Check the path.")
    if verdict.kind not in (Kind.MATCHES, Kind.CHANGED):
        stop(verdict.words)
    typer.echo(printable(verdict.words))
    for change in verdict.changes:
        typer.echo(printable(f"  {change.words}"))
    if len(verdict.changes) == MAX_CHANGES:
        typer.echo(f"  (the first {MAX_CHANGES} are shown)")
    raise typer.Exit(0 if verdict.kind is Kind.MATCHES else 1)
