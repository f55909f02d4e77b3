"""Suggestions of the record: a tag, its rule, sure or unsure in words. Nothing is pre-applied."""

from __future__ import annotations

import streamlit as st

from counting import BY_ID, Run, Step
from pages.parts import acts, edits, inhand, looks, passages, plain, session
from pages.parts.readahead import ReadAhead
from pages.parts.session import Key

LOOK_SECONDS = 1.0  # between two looks at how far the record has read


def show_state() -> None:
    """How far the record has read the run and how often it is sure, or why it suggests nothing."""
    if why := session.get(Key.NOT_SUGGESTED):
        st.caption(f":material/info: The record suggests no tags just now: {plain.label(why, 300)}")
        st.button("Ask again", key="suggest_again", on_click=session.put, args=(Key.NOT_SUGGESTED, None))
        return
    st.caption(f":material/info: {sure_words(session.run(), session.get(Key.UNREAD))}")
    if session.get(Key.AHEAD):
        show_reading()


def show_accept() -> None:
    """One button that takes all the record is sure of, with their number; one key takes it back."""
    waiting = sure_and_open(session.run())
    if waiting:
        st.button(
            f"Accept the sure ones{' read so far' if session.get(Key.UNREAD) else ''} ({len(waiting)})",
            key="accept_sure",
            icon=":material/done_all:",
            shortcut="Shift+A",
            on_click=accept_sure,
            help="Tags the steps without a tag where the record is sure. U takes it back in one key.",
        )


@st.fragment(run_every=LOOK_SECONDS)
def show_reading() -> None:
    """How far a long run is read. The page is drawn again once, when all of it is."""
    ahead: ReadAhead | None = session.get(Key.AHEAD)
    if ahead is None:
        return
    if ahead.is_over:
        st.rerun(scope="app")
    done, wanted = len(ahead.found), len(ahead.wanted)
    st.progress(
        done / wanted,
        text=f"The record is reading the long run: {done:,} of {wanted:,} steps. Go on tagging meanwhile.",
    )


def sure_words(run: Run, unread: int) -> str:
    """How often the record is sure, said before anybody wonders where its suggestions are."""
    sure = sum(bool(step.suggestion and step.suggestion.sure) for step in run.steps)
    total = len(run.steps)
    if unread:
        read = f"The record has read {total - unread:,} of {total:,} steps and is sure of {sure:,} so far."
        return f"{read} You decide."
    return f"The record has a suggestion for each step and is sure of {sure:,} of {total:,}. You decide."


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
    acts.to_untagged(session.chosen_index() - 1)


def show_for(step: Step) -> None:
    """The suggestion for one step, and one button to take it."""
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


def show_behind(step: Step) -> None:
    """What speaks for the suggestion: the nearest line, and the passage of its rule one click away."""
    found = step.suggestion
    if found is None:
        return
    if found.evidence:
        st.caption(f":material/format_quote: Nearest in the record: {plain.label(found.evidence, 240)}")
    if rule := BY_ID.get(found.rule):
        passages.show_rule(rule, key=f"suggested_{rule.id}")
