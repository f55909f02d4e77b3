"""What the record suggests for the run in hand: asked once a step, and no act of a person."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from counting import Reason, Run, Suggestion, Tag
from pages.parts import records, session
from pages.parts.readahead import Around, ReadAhead
from pages.parts.session import Key
from store import RecordError
from store.envelope import StepLine, StepSuggestion

MAX_CHARS = 2000  # the record reads no more of one step
AT_ONCE = 40  # steps asked while the page waits, about half a second; a longer run is read beside the screen
IN_VIEW = 2  # steps before and after the one in focus that are asked first


def fill_in() -> None:
    """Give the run in hand its suggestions: those in view at once, the rest of a long run as they come."""
    run = session.run()
    ahead: ReadAhead | None = session.get(Key.AHEAD)
    if ahead is None and session.get(Key.FILLED) is run.steps:
        return
    take_in()
    around = _around(session.run())
    missing = _missing(around)
    if missing and session.get(Key.NOT_SUGGESTED) is None:
        _ask_for(missing, _in_view(run, around))
        _put_into_run(around)
        missing = _missing(around)
    unread = set(missing)
    session.put(Key.UNREAD, sum(key in unread for key in around.values()))
    session.put(Key.FILLED, None if missing else session.run().steps)


def take_in() -> None:
    """What was read beside the screen since the last rerun goes into the run."""
    ahead: ReadAhead | None = session.get(Key.AHEAD)
    if ahead is None:
        return
    over = ahead.is_over  # asked first: what is found after it is found for good
    session.put(Key.SUGGESTED, session.get(Key.SUGGESTED) | ahead.found)
    if over:
        session.put(Key.AHEAD, None)
        session.put(Key.NOT_SUGGESTED, ahead.problem)
    _put_into_run(_around(session.run()))


def ask(wanted: Sequence[Around]) -> dict[Around, Suggestion]:
    """One suggestion per step. Raises RecordError."""
    lines = [
        StepLine(id=str(place), step=text, actor=actor, before=before, after=after)
        for place, (text, actor, before, after) in enumerate(wanted)
    ]
    found = records.record().suggest(lines)
    return {key: _suggestion(each) for key, each in zip(wanted, found, strict=True)}


def _ask_for(missing: list[Around], in_view: set[Around]) -> None:
    few = len(missing) <= AT_ONCE
    now = missing if few else [key for key in missing if key in in_view]
    try:
        if now:
            with st.spinner("The record reads the steps…", show_time=True):
                session.put(Key.SUGGESTED, session.get(Key.SUGGESTED) | ask(now))
        if not few:
            _read_ahead([key for key in missing if key not in in_view])
    except RecordError as error:
        session.put(Key.NOT_SUGGESTED, str(error))


def _read_ahead(wanted: list[Around]) -> None:
    """Start reading, unless what is being read is wanted; what nobody wants any more is read no further."""
    ahead: ReadAhead | None = session.get(Key.AHEAD)
    if ahead is not None:
        if not set(wanted).isdisjoint(ahead.wanted):
            return
        ahead.stop()
    session.put(Key.AHEAD, ReadAhead(wanted, ask))


def _missing(around: dict[str, Around]) -> list[Around]:
    known = session.get(Key.SUGGESTED)
    return [key for key in dict.fromkeys(around.values()) if key not in known]


def _in_view(run: Run, around: dict[str, Around]) -> set[Around]:
    at = session.chosen_index()
    return {around[step.id] for step in run.steps[max(at - IN_VIEW, 0) : at + IN_VIEW + 1]}


def _put_into_run(around: dict[str, Around]) -> None:
    run, known = session.run(), session.get(Key.SUGGESTED)
    steps = tuple(
        step
        if (found := known.get(around[step.id], step.suggestion)) is step.suggestion
        else replace(step, suggestion=found)
        for step in run.steps
    )
    if steps != run.steps:
        work = session.history().work
        session.put(Key.HISTORY, session.history().amend(replace(work, run=replace(run, steps=steps))))


def _around(run: Run) -> dict[str, Around]:
    texts = ["", *(step.text[:MAX_CHARS] for step in run.steps), ""]
    return {
        step.id: (texts[place], (step.actor or "")[:MAX_CHARS], texts[place - 1], texts[place + 1])
        for place, step in enumerate(run.steps, 1)
    }


def _suggestion(each: StepSuggestion) -> Suggestion:
    return Suggestion(
        tag=Tag(each.tag) if each.tag else None,
        rule=each.rule,
        sure=each.sure,
        reason=Reason(each.reason) if each.reason else None,
        stable_id=each.stable_id,
        evidence=each.evidence[0].text if each.evidence else None,
    )
