"""`python -m counting report`: the report of a run, without the record."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from counting.report import FORMATS, build, write
from counting.runfile import read_run_file
from counting.steps import RunError


def report(
    run: Annotated[Path, typer.Argument(help="RUN.json, or a JSON report.")],
    format: Annotated[str, typer.Option(help=f"One of: {', '.join(FORMATS)}.")] = "md",
    out: Annotated[Path | None, typer.Option(help="Write to this file instead of the screen.")] = None,
) -> None:
    """Compute the report of a run."""
    if format not in FORMATS:
        _stop(f"--format is {format!r}; it has to be one of: {', '.join(FORMATS)}.")
    try:
        written = write(build(read_run_file(run.read_bytes()).run), format)
        if out is None:
            sys.stdout.buffer.write(written)
        else:
            out.write_bytes(written)
    except RunError as error:
        _stop(f"{run.name}: {error}")
    except OSError as error:
        _stop(f"{error.filename}: {error.strerror}. Check the path.")


def _stop(message: str) -> None:
    typer.echo(message, err=True)
    raise typer.Exit(2)
