"""Verbs that govern what is served and show what was done: takedown, audit."""

from __future__ import annotations

import json
import re
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from typing import Annotated

import typer

from store.errors import InvalidRequest
from store.index.acts import AuditRow, Takedown, TakedownKind, withdrawn_by
from store.index.catalog import open_catalog
from store.ingest.withdraw import take_down
from store.settings import open_settings

Name = Annotated[str, typer.Argument(help="The document: its stable_id or its slug.")]
By = Annotated[
    str, typer.Option("--by", help="Who decides it: human:<id>, process:<id> or <producer>/<version>.")
]
Why = Annotated[str, typer.Option("--why", help="One sentence for whoever reads the ledger later.")]

_AGO = re.compile(r"(\d{1,6})([mhd])")
_UNITS = {"m": "minutes", "h": "hours", "d": "days"}


def register(app: typer.Typer) -> None:
    takedown = typer.Typer(
        help="Withdraw documents, at once, and let them be served again.", no_args_is_help=True
    )
    takedown.command("add")(add)
    takedown.command("revoke")(revoke)
    takedown.command("list")(list_acts)
    app.add_typer(takedown, name="takedown")
    app.command("audit")(audit)


def add(name: Name, by: By, why: Why) -> None:
    """Withdraw a document: from now on it answers like one that never was."""
    act = take_down(open_settings(), name, TakedownKind.ADD, by, why)
    print(f"{act.stable_id} is withdrawn now, and takedowns.yaml says so.")


def revoke(name: Name, by: By, why: Why) -> None:
    """Let a withdrawn document be served again."""
    act = take_down(open_settings(), name, TakedownKind.REVOKE, by, why)
    print(f"{act.stable_id} is no longer withdrawn, and takedowns.yaml says so.")


def list_acts() -> None:
    """Print every takedown act, and what is withdrawn now."""
    ledger = open_catalog(open_settings()).acts.ledger()
    for act in ledger:
        print(_act_line(act))
    withdrawn = sorted(withdrawn_by(ledger))
    print(f"withdrawn now: {', '.join(withdrawn) if withdrawn else 'nothing'}.")


def audit(
    since: Annotated[
        str, typer.Option("--since", help="An age (30m, 24h, 7d), a day or an instant (ISO 8601).")
    ] = "7d",
    act: Annotated[list[str] | None, typer.Option("--act", help="Only this act; may be repeated.")] = None,
    limit: Annotated[int | None, typer.Option("--limit", min=1, help="Only the newest so many.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object per line.")] = False,
) -> None:
    """Print what was done, oldest first: when, what, who, outcome, generation. Never a query's text."""
    start = _since(since)
    for row in open_catalog(open_settings()).acts.audit_rows(start, acts=act or (), limit=limit):
        print(json.dumps({**asdict(row), "at": row.at.isoformat()}) if as_json else _audit_line(row))


def _since(text: str) -> datetime:
    """The instant `text` means; without an offset it is in UTC. Raises InvalidRequest."""
    try:
        if ago := _AGO.fullmatch(text):
            return datetime.now(UTC) - timedelta(**{_UNITS[ago[2]]: int(ago[1])})
        instant = datetime.fromisoformat(text)
        return (instant if instant.tzinfo else instant.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        raise InvalidRequest(
            f"--since is {text!r}: write an age (30m, 24h, 7d), a day (2026-11-30) or an instant "
            "(2026-11-30T09:00:00+00:00)."
        ) from None


def _audit_line(row: AuditRow) -> str:
    generation = "-" if row.generation is None else f"generation {row.generation}"
    sizes = " ".join(f"{name}={_number(size)}" for name, size in row.sizes.items())
    fields = [row.at.isoformat(timespec="seconds"), row.act, row.who, row.outcome, generation]
    return "\t".join([*fields, row.subject or "-", sizes or "-"])


def _number(size: float | int | None) -> str:
    match size:
        case None:
            return "-"
        case float():
            return f"{size:.4f}"
        case _:
            return str(size)


def _act_line(act: Takedown) -> str:
    return "\t".join([act.at.isoformat(timespec="seconds"), act.act, act.stable_id, act.by, act.why])
