"""The five worked counts, read from the record's own documents and counted here."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import date

import streamlit as st

from counting import Reason, Run, Step, Tag, tally
from counting.report import Example
from pages.parts import inhand, records, session
from pages.parts.session import Key, Stage
from pages.parts.work import Work
from store import RecordError

FOLDER = "documents/counts/"
_ROW = re.compile(r"^\|\s*\d+\s*\|(.+)\|\s*$")


@dataclass(frozen=True)
class Worked:
    """One worked count: its document and the run its table holds."""

    stable_id: str
    title: str
    run: Run


def worked_counts() -> tuple[Worked, ...]:
    """The worked counts served at this moment; none when the record cannot be reached."""
    status = records.status()
    if isinstance(status, str) or status.generation is None:
        return ()
    rows = [row for row in records.outline() if row.stable_id.startswith(FOLDER)]
    try:
        found = [_worked(row.stable_id, row.title, status.corpus_id, status.generation) for row in rows]
    except RecordError:
        return ()
    return tuple(each for each in found if each.run.steps)


@st.cache_resource(show_spinner=False, max_entries=64)
def _worked(stable_id: str, title: str, corpus_id: str, generation: int) -> Worked:
    """A document of one generation never changes, so its table is read once. Raises RecordError."""
    body = records.record().read(stable_id).body
    name = title.removeprefix("Worked count: ")
    short_title = name[:1].upper() + name[1:]
    return Worked(stable_id, short_title, run_of_table(short_title, body))


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


def open_worked(each: Worked) -> None:
    """Make the worked count the run in hand, to play with; undo brings back what was there."""
    run = replace(each.run, title=f"{each.title} (worked example)", date=date.today().isoformat())
    inhand.replace_work("open a worked example", lambda _: Work(run))
    session.choose(None)
    session.put(Key.WALK, {})
    session.put(Key.NEWS, "This is a constructed example. Change anything you like; Undo takes it back.")
    session.go(Stage.TAG)
