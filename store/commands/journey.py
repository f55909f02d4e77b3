"""The verb that makes a document out of a repository listing."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from store.ingest.journey import MAKER, TYPE, write_journey
from store.settings import open_settings


def register(app: typer.Typer) -> None:
    app.command("journey")(journey)


def journey(
    file: Annotated[Path, typer.Argument(help="What GET /users/{user}/repos answers, all pages, as JSON.")],
    approved_by: Annotated[
        str, typer.Option("--approved-by", help="Who approves the document, as the policy knows them.")
    ] = MAKER,
) -> None:
    """Make the GitHub journey document from a repository listing."""
    written = write_journey(open_settings().corpus, file, approved_by, datetime.now(UTC))
    verb = "is up to date with" if written.unchanged else "was written from"
    print(f"{written.file} {verb} {file.name}: {written.repositories} repositories.")
    if written.served_after_ingest:
        print("Run `python -m store ingest` to publish it.")
    else:
        print(
            f"It is a draft and will not be served: governance.yaml does not list {approved_by} as an "
            f"approver of type `{TYPE}`. List them there, or name a listed approver with --approved-by."
        )
