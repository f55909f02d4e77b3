"""`python -m counting steps`: a file as the steps a person would check, without the record."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from counting.commands.stop import printable, stop
from counting.intake.caps import Caps
from counting.intake.draft import Draft, IntakeError, Item, Proposal
from counting.intake.read import read_run, too_large


def steps(
    file: Annotated[Path, typer.Argument(help="The file to read, or - for what is piped in.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of lines.")] = False,
) -> None:
    """Read a workflow description into steps."""
    try:
        draft = _read(file)
    except IntakeError as error:
        stop(f"{file.name}: {error}")
    except OSError as error:
        stop(f"{file}: {error.strerror}. Check the path.")
    if as_json:
        typer.echo(json.dumps(draft_as_dict(draft), ensure_ascii=False, indent=2))
    else:
        for line in lines(draft):
            typer.echo(printable(line))


def draft_as_dict(draft: Draft) -> dict[str, Any]:
    """The draft as plain values; `n` counts what is proposed as a step, from 1, and is null for the rest."""
    numbers = _numbers(draft)
    return {
        "kind": draft.kind,
        "understood": draft.understood,
        "title": draft.title,
        "procedures": list(draft.procedures),
        "notes": list(draft.notes),
        "steps": [_item_as_dict(item, numbers.get(item.id)) for item in draft.items],
        "edges": None if draft.edges is None else [list(edge) for edge in draft.edges],
    }


def lines(draft: Draft) -> list[str]:
    """What was understood, the remarks, and one line per item."""
    numbers = _numbers(draft)
    found = [draft.understood, *(f"Note: {note}" for note in draft.notes), ""]
    procedure = None
    for item in draft.items:
        if len(draft.procedures) > 1 and item.procedure != procedure:
            procedure = item.procedure
            found.append(f"== {draft.procedures[procedure] or f'procedure {procedure + 1}'}")
        found.append(_line(item, numbers.get(item.id)))
    return found


def _read(file: Path) -> Draft:
    caps = Caps.from_env(os.environ)
    if str(file) == "-":
        return read_run(sys.stdin.buffer.read(caps.file_bytes + 1), "", caps)
    size = file.stat().st_size
    if size > caps.file_bytes:
        raise too_large(size, caps)
    return read_run(file.read_bytes(), file.name, caps)


def _numbers(draft: Draft) -> dict[str, int]:
    kept = (item.id for item in draft.items if item.proposed is not Proposal.SKIPPED)
    return {item_id: number for number, item_id in enumerate(kept, 1)}


def _line(item: Item, number: int | None) -> str:
    proposed = item.proposed.value
    match item.proposed:
        case Proposal.SKIPPED:
            proposed += f": {item.why} ({item.rule})" if item.rule else f": {item.why}"
        case Proposal.SPLIT:
            proposed += f": {' / '.join(item.parts)}"
        case Proposal.STEP if item.decision:
            proposed += ", DECISION"
    place = f"{number:>4}" if number is not None else "   -"
    notes = f" [{'; '.join(item.notes)}]" if item.notes else ""
    return f"{place} | {item.actor or 'unknown'} | {item.text} | {item.position.words} | {proposed}{notes}"


def _item_as_dict(item: Item, number: int | None) -> dict[str, Any]:
    return {
        "n": number,
        "id": item.id,
        "actor": item.actor,
        "text": item.text,
        "original": item.original,
        "position": item.position.words,
        "start": item.position.start,
        "end": item.position.end,
        "line": item.position.line,
        "proposed": item.proposed.value,
        "why": item.why,
        "rule": item.rule,
        "parts": list(item.parts),
        "decision": item.decision,
        "procedure": item.procedure,
        "notes": list(item.notes),
    }
