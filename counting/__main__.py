"""`python -m counting VERB`: counting without a browser and without the record."""

from __future__ import annotations

import typer

from counting.commands.check import check_file
from counting.commands.report import report
from counting.commands.steps import steps

app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)
app.command()(report)
app.command("check")(check_file)
app.command()(steps)


@app.callback()
def counting() -> None:
    """Count how much of a workflow can be automated."""


if __name__ == "__main__":
    app()
