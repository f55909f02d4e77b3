"""Verbs that check the corpus and publish it: check, ingest, status, rollback, gc."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from datetime import timedelta
from typing import Annotated

import typer

from store.commands.progress import progress_bar
from store.errors import InvalidRequest
from store.index.catalog import Catalog, open_catalog
from store.index.vectors import VectorStore
from store.ingest.back import roll_back
from store.ingest.check import check_now
from store.ingest.fields import ACTOR, ACTOR_FORM
from store.ingest.findings import count_of
from store.ingest.publish import WAIT_SECONDS, Published, Unchanged, publish
from store.ingest.sweep import collect
from store.record import Record
from store.search.snapshot import TTL_SECONDS
from store.settings import open_settings


def _actor(by: str) -> str:
    if not ACTOR.fullmatch(by):
        raise InvalidRequest(f"--by is {by!r}: write {ACTOR_FORM}.")
    return by


By = Annotated[
    str, typer.Option("--by", callback=_actor, help=f"Who does this, for the audit: {ACTOR_FORM}.")
]
CLI = "process:cli"
PIN = timedelta(seconds=TTL_SECONDS + 60)
"""A token issued in the last moment before a flip, and a minute for clocks that differ."""


def register(app: typer.Typer) -> None:
    app.command("check")(check_verb)
    app.command("ingest")(ingest_verb)
    app.command("status")(status_verb)
    app.command("rollback")(rollback_verb)
    app.command("gc")(gc_verb)


def check_verb(
    as_json: Annotated[bool, typer.Option("--json", help="Print the findings as JSON.")] = False,
) -> None:
    """Check the corpus: everything that would keep it from being published, in one run."""
    findings = check_now(open_settings())
    if as_json:
        print(json.dumps([asdict(finding) for finding in findings], indent=2, ensure_ascii=False))
    else:
        print("\n".join([*map(str, findings), f"the corpus has {count_of(len(findings))}."]))
    raise typer.Exit(1 if findings else 0)


def ingest_verb(
    by: By = CLI,
    allow_shrink: Annotated[
        bool, typer.Option("--allow-shrink", help="Publish even if many documents are gone.")
    ] = False,
    wait_seconds: Annotated[
        float, typer.Option("--wait", min=0, help="How long to wait for another ingest.")
    ] = WAIT_SECONDS,
) -> None:
    """Publish the corpus as a new generation, unless it is served already."""
    with progress_bar() as progress:
        outcome = publish(
            open_settings(),
            who=by,
            allow_shrink=allow_shrink,
            progress=progress,
            wait_seconds=wait_seconds,
            waiting=lambda: print("another ingest is at work; waiting for it.", file=sys.stderr),
        )
    print(_told(outcome))


def _told(outcome: Published | Unchanged) -> str:
    match outcome:
        case Published(generation, encoded, carried):
            changes = generation.changes
            return (
                f"generation {generation.number} is served now: {generation.documents} documents, "
                f"{generation.passages} passages ({len(changes.added)} added, {len(changes.changed)} "
                f"changed, {len(changes.removed)} removed; {encoded} texts encoded, {carried} carried on)."
            )
        case Unchanged(generation, takedowns_changed):
            also = " The changed takedowns are in force now." if takedowns_changed else ""
            return f"unchanged, generation {generation.number} already serves this corpus.{also}"


def status_verb() -> None:
    """Print what is served now, as JSON."""
    with Record.open(open_settings(), who=CLI) as record:
        print(record.status().model_dump_json(indent=2))


def rollback_verb(by: By = CLI) -> None:
    """Serve the generation before this one again; once more undoes it."""
    info = roll_back(open_settings(), by, WAIT_SECONDS)
    print(f"generation {info.number} is served again: {info.documents} documents.")


def gc_verb(by: By = CLI) -> None:
    """Remove generations that nobody can be reading any more."""
    settings = open_settings()
    catalog = open_catalog(settings)
    with catalog.database.locked("ingest", WAIT_SECONDS), VectorStore(settings, catalog.store_id) as store:
        removed = collect(catalog, store, PIN, by)
    print(_removed(catalog, [info.number for info in removed]))


def _removed(catalog: Catalog, numbers: list[int]) -> str:
    kept = [
        str(info.number) for info in catalog.generations() if info.state in ("active", "rollback", "ready")
    ]
    gone = f"removed {', '.join(map(str, sorted(numbers)))}" if numbers else "nothing to remove"
    return f"{gone}; kept {', '.join(reversed(kept)) or 'none'}."
