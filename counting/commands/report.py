"""`python -m counting report`: the report of a run, without a browser and without a published record."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from counting.commands.stop import printable, stop
from counting.report import FORMATS, Example, open_report, write
from counting.steps import RunError
from counting.worked import examples_in

CORPUS = Path(__file__).parents[2] / "corpus"  # where the record's documents are edited


def report(
    run: Annotated[Path, typer.Argument(help="RUN.json, or a report of any format.")],
    format: Annotated[str, typer.Option(help=f"One of: {', '.join(FORMATS)}.")] = "md",
    out: Annotated[Path | None, typer.Option(help="Write to this file instead of the screen.")] = None,
    corpus: Annotated[
        Path, typer.Option(help="Folder of the record's documents; the worked counts are read there.")
    ] = CORPUS,
) -> None:
    """Compute the report of a run, beside the worked counts. A report keeps the worked counts it shows."""
    if format not in FORMATS:
        stop(f"--format is {format!r}; it has to be one of: {', '.join(FORMATS)}.")
    if out is None and not FORMATS[format].is_text and sys.stdout.isatty():
        stop(f"A {format} file is not for the screen. Add --out FILE.{format}")
    try:
        written = write(open_report(run.read_bytes(), run.name, lambda: _examples(corpus)), format)
        if out is None:
            sys.stdout.buffer.write(written)
        else:
            out.write_bytes(written)
    except RunError as error:
        stop(f"{run.name}: {error}")
    except OSError as error:
        stop(f"{error.filename}: {error.strerror}. Check the path.")


def _examples(corpus: Path) -> tuple[Example, ...]:
    """The worked counts; a report without them says so itself, and this says why."""
    try:
        return examples_in(corpus)
    except RunError as error:
        typer.echo(printable(f"The worked counts are left out: {error}"), err=True)
        return ()
