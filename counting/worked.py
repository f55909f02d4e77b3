"""The worked counts of the record, out of its own documents: counted here, no number is taken over."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from counting.report.build import Example
from counting.steps import Reason, Run, RunError, Step, Tag
from counting.tally import tally

FOLDER = "documents/counts"
_ROW = re.compile(r"^\|\s*\d+\s*\|(.+)\|\s*$")
_FRONT = re.compile(r"\A---\n(.*?)\n---\n", re.DOTALL)


def examples_in(corpus: Path) -> tuple[Example, ...]:
    """The stable worked counts of a corpus folder that are not withdrawn, in reading order; () for no folder.

    Raises RunError for a document or a ledger that cannot be read.
    """
    withdrawn = _withdrawn(corpus / "takedowns.yaml")
    found = []
    for path in sorted((corpus / FOLDER).glob("*.md")):
        text = _text(path)
        front = _mapping(path, match[1]) if (match := _FRONT.match(text)) else {}
        if front.get("status") == "stable" and f"{FOLDER}/{path.stem}" not in withdrawn:
            run = _run(path, short_title(str(front.get("title") or path.stem)), text)
            order = (front.get("record") or {}).get("order")
            found.append((order if isinstance(order, int) else 0, Example(run.title, tally(run))))
    return tuple(example for _, example in sorted(found, key=lambda pair: pair[0]) if example.count.steps)


def short_title(title: str) -> str:
    """The name of a worked count without the words every one of them begins with."""
    name = title.removeprefix("Worked count: ")
    return name[:1].upper() + name[1:]


def run_of_table(title: str, body: str) -> Run:
    """The run in a document's `## Steps` table: # | Step | Actor | Tag | Reason or rule | Gate | Outward."""
    part = body.partition("\n## Steps")[2].partition("\n## ")[0]
    rows = (_ROW.match(line) for line in part.splitlines())
    return Run(title=title, steps=tuple(_step(row[1].split("|")) for row in rows if row))


def _run(path: Path, title: str, text: str) -> Run:
    try:
        return run_of_table(title, text)
    except ValueError as error:
        raise RunError(f"The steps in {path.name} cannot be read. Check the table.") from error


def _step(cells: list[str]) -> Step:
    text, actor, tag, why, gate, outward = (cell.strip() for cell in cells)
    named = Tag(tag.split()[0])
    reason = next((each for each in Reason if each.value in why), None) if named is Tag.DECISION else None
    rule = re.search(r"\bR\d+\b", why)
    return Step(
        text=text,
        actor=actor or None,
        tag=named,
        reason=reason,
        rule=rule[0] if rule else None,
        gate=None if (named is Tag.DECISION) == bool(gate) else bool(gate),
        outward=bool(outward),
    )


def _withdrawn(ledger: Path) -> set[str]:
    """The documents whose last act in the ledger is a takedown."""
    acts = _mapping(ledger, _text(ledger)).get("takedowns") if ledger.is_file() else None
    last = {str(act.get("document")): act.get("act") for act in acts or () if isinstance(act, dict)}
    return {document for document, act in last.items() if act == "add"}


def _mapping(path: Path, text: str) -> Mapping[str, Any]:
    try:
        content = yaml.safe_load(text)
    except yaml.YAMLError as error:
        raise RunError(f"{path.name} cannot be read: {' '.join(str(error).split())}") from error
    return content if isinstance(content, dict) else {}


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise RunError(f"{path.name} cannot be read. Check the file.") from error
