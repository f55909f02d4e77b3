"""Suggestions of the record: a tag, its rule, sure or unsure in words. Nothing is pre-applied."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from counting import BY_ID, Reason, Run, Step, Suggestion, Tag
from pages.parts import acts, edits, inhand, looks, passages, plain, records, session
from pages.parts.session import Key
from store import RecordError
from store.envelope import StepLine, StepSuggestion

MAX_CHARS = 2000  # the record reads no more of one step
Around = tuple[str, str, str, str]  # the text of a step, its actor, the step before, the step after


def fill_in(run: Run) -> None:
    """Ask the record for the steps it has not been asked for; suggestions are no act of a person."""
    around = _around(run)
    known: dict[Around, Suggestion] = session.get(Key.SUGGESTED)
    missing = [key for key in around.values() if key not in known]
    if missing and session.get(Key.NOT_SUGGESTED) is None:
        known = known | _ask(missing)
        session.put(Key.SUGGESTED, known)
    steps = tuple(replace(step, suggestion=known.get(around[step.id], step.suggestion)) for step in run.steps)
    if steps != run.steps:
        work = session.history().work
        session.put(Key.HISTORY, session.history().amend(replace(work, run=replace(run, steps=steps))))


def show_bar() -> None:
    """How many the record is sure of, and one button that takes them all; one key takes it back."""
    fill_in(session.run())
    if why := session.get(Key.NOT_SUGGESTED):
        st.caption(f":material/info: The record suggests no tags just now: {plain.label(why, 300)}")
        st.button("Ask again", key="suggest_again", on_click=session.put, args=(Key.NOT_SUGGESTED, None))
        return
    waiting = sure_and_open(session.run())
    st.caption(f":material/info: {sure_words(session.run())}")
    if waiting:
        st.button(
            f"Accept the sure ones ({len(waiting)})",
            key="accept_sure",
            icon=":material/done_all:",
            shortcut="Shift+A",
            on_click=accept_sure,
            help="Tags the steps without a tag where the record is sure. U takes it back in one key.",
        )


def sure_words(run: Run) -> str:
    """How often the record is sure, said before anybody wonders where its suggestions are."""
    sure = sum(bool(step.suggestion and step.suggestion.sure) for step in run.steps)
    return f"The record has a suggestion for each step and is sure of {sure} of {len(run.steps)}. You decide."


def sure_and_open(run: Run) -> tuple[Step, ...]:
    """Steps without a tag for which the record is sure of one."""
    return tuple(
        step
        for step in run.steps
        if step.tag is None and step.suggestion and step.suggestion.sure and step.suggestion.tag
    )


def accept_sure() -> None:
    waiting = sure_and_open(session.run())
    taken = [
        step.tagged(step.suggestion.tag, step.suggestion.reason, step.suggestion.rule)
        for step in waiting
        if step.suggestion
    ]
    inhand.do(f"accept {len(taken)} sure suggestions", lambda run: edits.put(run, taken))
    acts.to_untagged(session.chosen_index())


def show_for(step: Step) -> None:
    """The suggestion for one step, what speaks for it, and one button to take it."""
    found = step.suggestion
    if found is None:
        return
    rule = BY_ID.get(found.rule)
    named = f"{rule.id} {rule.name}" if rule else found.rule
    look = looks.TAGS[found.tag]
    word = look.word if found.tag else "not a step"
    reason = f", {found.reason.value}" if found.reason else ""
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(f"The record suggests ({'sure' if found.sure else 'unsure'}):")
        st.badge(f"{word}{reason}", icon=look.icon, color=look.badge)
        st.caption(f"by rule {plain.label(named)}")
        if found.tag and found.tag is not step.tag:
            st.button(
                "Take it",
                key="take",
                icon=":material/check:",
                shortcut="A",
                on_click=acts.tag_step,
                args=(step.id, found.tag, found.reason, found.rule),
            )
    if found.evidence:
        st.caption(f":material/format_quote: Nearest in the record: {plain.label(found.evidence, 240)}")
    if rule:
        passages.show_rule(rule, key=f"suggested_{rule.id}")


def _around(run: Run) -> dict[str, Around]:
    texts = ["", *(step.text[:MAX_CHARS] for step in run.steps), ""]
    return {
        step.id: (texts[place], (step.actor or "")[:MAX_CHARS], texts[place - 1], texts[place + 1])
        for place, step in enumerate(run.steps, 1)
    }


def _ask(wanted: list[Around]) -> dict[Around, Suggestion]:
    lines = [
        StepLine(id=str(place), step=text, actor=actor, before=before, after=after)
        for place, (text, actor, before, after) in enumerate(wanted)
    ]
    try:
        with st.spinner(f"The record reads {len(lines)} steps…", show_time=True):
            found = records.record().suggest(lines)
    except RecordError as error:
        session.put(Key.NOT_SUGGESTED, str(error))
        return {}
    return {key: _suggestion(each) for key, each in zip(wanted, found, strict=True)}


def _suggestion(each: StepSuggestion) -> Suggestion:
    return Suggestion(
        tag=Tag(each.tag) if each.tag else None,
        rule=each.rule,
        sure=each.sure,
        reason=Reason(each.reason) if each.reason else None,
        stable_id=each.stable_id,
        evidence=each.evidence[0].text if each.evidence else None,
    )
