"""The verbs that read the record: search, read, outline. Each prints the JSON of the Python API."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer
from pydantic import BaseModel

from store.errors import InvalidRequest, Unpublished
from store.record import Record
from store.search.request import DEFAULT_K, MAX_K

WHO = "process:cli"

Tier = Annotated[
    str, typer.Option("--min-trust-tier", help="unverified, machine-confirmed or human-reviewed.")
]


def register(app: typer.Typer) -> None:
    app.command("search")(search_verb)
    app.command("read")(read_verb)
    app.command("outline")(outline_verb)


def search_verb(
    text: Annotated[str | None, typer.Argument(help="The question, or a step of a workflow.")] = None,
    k: Annotated[int, typer.Option("--k", help=f"How many passages, 1 to {MAX_K}.")] = DEFAULT_K,
    min_trust_tier: Tier = "unverified",
    batch: Annotated[
        Path | None,
        typer.Option("--batch", help="A file with one query per line (- reads standard input)."),
    ] = None,
) -> None:
    """Print the answer to TEXT as JSON; with --batch one answer per line, for every line of a file.

    In a batch a line that cannot be asked prints {"error": ...} in its place, and the exit status is 1.
    """
    if (text is None) == (batch is None):
        raise InvalidRequest('give either a question, as in `search "what is a gate?"`, or --batch FILE.')
    if text is not None:
        with Record.open(who=WHO) as record:
            envelope = record.search(text, k, min_trust_tier)
        _show(envelope)
        _tell_if_unpublished(envelope.reason)
    elif batch is not None and not _search_all(_lines(batch), k, min_trust_tier):
        raise typer.Exit(1)


def read_verb(
    name: Annotated[str, typer.Argument(help="A slug or a stable_id, as a search or the outline shows it.")],
    heading: Annotated[str | None, typer.Option("--heading", help="One section only.")] = None,
    snapshot_token: Annotated[
        str | None, typer.Option("--snapshot-token", help="Read from the generation this token pins.")
    ] = None,
    min_trust_tier: Tier = "unverified",
) -> None:
    """Print a document, or one of its sections, byte for byte, with its governance, as JSON."""
    with Record.open(who=WHO) as record:
        _show(record.read(name, heading, snapshot_token, min_trust_tier))


def outline_verb(
    node: Annotated[
        str | None, typer.Argument(help="A folder, a slug or a stable_id; all without one.")
    ] = None,
    depth: Annotated[int, typer.Option("--depth", help="Levels of headings below each row.")] = 0,
    limit: Annotated[int, typer.Option("--limit", help="Rows per page.")] = 200,
    offset: Annotated[int, typer.Option("--offset", help="First row, from 0.")] = 0,
    min_trust_tier: Tier = "unverified",
) -> None:
    """Print what the record holds, in reading order, as JSON."""
    with Record.open(who=WHO) as record:
        _show(record.outline(node, depth, limit, offset, min_trust_tier))


def _search_all(queries: Iterator[str], k: int, min_trust_tier: str) -> bool:
    """One line of JSON per query. False when one of them could not be asked."""
    every_one, reason = True, None
    with Record.open(who=WHO) as record:
        for query in queries:
            try:
                answer = record.search(query, k, min_trust_tier).model_dump(mode="json")
                reason = answer["reason"]
            except InvalidRequest as error:
                answer, every_one = {"error": str(error)}, False
            print(json.dumps(answer, ensure_ascii=False), flush=True)
    _tell_if_unpublished(reason)
    return every_one


def _tell_if_unpublished(reason: str | None) -> None:
    """One line for the person at the shell, who may not know the envelope's reasons."""
    if reason == "unpublished":
        print(Unpublished(), file=sys.stderr)


def _lines(file: Path) -> Iterator[str]:
    try:
        raw = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
        text = raw.decode("utf-8-sig")
    except OSError:
        raise InvalidRequest(
            f"--batch: {file.name!r} is no file that can be read. Give a text file."
        ) from None
    except UnicodeDecodeError:
        raise InvalidRequest(f"--batch: {file.name!r} is not UTF-8 text. Save it as UTF-8.") from None
    for line in text.removesuffix("\n").split("\n") if text else ():
        yield line.removesuffix("\r")


def _show(answer: BaseModel) -> None:
    print(json.dumps(answer.model_dump(mode="json"), ensure_ascii=False, indent=2))
