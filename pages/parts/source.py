"""The source beside the steps: the place of the step in focus, highlighted; words where there is no text."""

from __future__ import annotations

import streamlit as st

from counting import Step
from counting.intake.draft import Draft
from pages.parts import drafting, plain

AROUND_CHARS = 900  # how much of the source is shown on each side of the place


def show_source(draft: Draft, step: Step) -> None:
    st.markdown(f"**Where this step comes from:** {place_words(draft, step)}")
    item = drafting.item_of(draft, step.id)
    if draft.source is None:
        return
    start, end = (item.position.start, item.position.end) if item else (None, None)
    with st.container(border=True, height=420, key="source_pane"):
        if start is None or end is None:
            st.text(draft.source[: 2 * AROUND_CHARS])
            return
        before, here, after = around(draft.source, start, end)
        if before.strip():
            st.text(before)
        with st.container(key="source_mark"):
            st.badge("this step", icon=":material/place:", color="yellow")
            st.text(here)
        if after.strip():
            st.text(after)


def around(text: str, start: int, end: int) -> tuple[str, str, str]:
    """The text before, at and after a place, cut at line ends about AROUND_CHARS away."""
    first = max(text.rfind("\n", 0, max(start - AROUND_CHARS, 0)) + 1, 0)
    after = text.find("\n", min(end + AROUND_CHARS, len(text)))
    last = len(text) if after < 0 else after
    return text[first:start].rstrip("\n"), text[start:end], text[end:last].lstrip("\n")


def place_words(draft: Draft, step: Step) -> str:
    item = drafting.item_of(draft, step.id)
    return plain.label(item.position.words if item else step.source or "written by hand")
