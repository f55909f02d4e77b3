"""The five worked counts, read from the record's own documents and counted here."""

from __future__ import annotations

import re
from dataclasses import dataclass

from counting import Reason, Run, Step, Tag, tally
from counting.report import Example
from pages.parts import records

COUNTS = ("website-run", "month-end-close", "clinic-intake", "hiring-round", "order-to-return")
_ROW = re.compile(r"^\|\s*\d+\s*\|(.+)\|\s*$")


@dataclass(frozen=True)
class Worked:
    """One worked count: its document and the run its table holds."""

    stable_id: str
    title: str
    run: Run


def worked_counts() -> tuple[Worked, ...]:
    """The worked counts the record serves now; fewer, or none, when it withholds or cannot be reached."""
    found = (records.read(f"documents/counts/{slug}") for slug in COUNTS)
    return tuple(
        Worked(each.provenance.stable_id, each.title, run_of_table(each.title, each.content))
        for each in found
        if each
    )


def examples() -> tuple[Example, ...]:
    return tuple(Example(each.title, tally(each.run)) for each in worked_counts())


def run_of_table(title: str, body: str) -> Run:
    """The run in a document's `## Steps` table: # | Step | Actor | Tag | Reason or rule | Gate | Outward."""
    part = body.partition("\n## Steps")[2].partition("\n## ")[0]
    rows = (_ROW.match(line) for line in part.splitlines())
    return Run(title=title, steps=tuple(_step(row[1].split("|")) for row in rows if row))


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
