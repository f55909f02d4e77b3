"""The five worked counts, read from the record's own documents and counted here."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date

import streamlit as st

from counting import Run, tally
from counting.report import Example
from counting.worked import run_of_table, short_title
from pages.parts import inhand, records, session
from pages.parts.session import Key, Stage
from pages.parts.work import Work
from store import RecordError

FOLDER = "documents/counts/"


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
    name = short_title(title)
    return Worked(stable_id, name, run_of_table(name, body))


def examples() -> tuple[Example, ...]:
    return tuple(Example(each.title, tally(each.run)) for each in worked_counts())


def open_worked(each: Worked) -> None:
    """Make the worked count the run in hand, to play with; undo brings back what was there."""
    run = replace(each.run, title=f"{each.title} (worked example)", date=date.today().isoformat())
    inhand.replace_work("open a worked example", lambda _: Work(run))
    session.choose(None)
    session.put(Key.WALK, {})
    session.put(Key.NEWS, "This is a constructed example. Change anything you like; Undo takes it back.")
    session.go(Stage.TAG)
