"""How a verb ends when it cannot do what it was asked."""

from __future__ import annotations

from typing import NoReturn

import typer


def stop(message: str) -> NoReturn:
    """Say why on the error stream and leave with 2."""
    typer.echo(printable(message), err=True)
    raise typer.Exit(2)


def printable(line: str) -> str:
    """Names come from strangers: nothing in them may steer the terminal."""
    return "".join(character if character.isprintable() else " " for character in line)
