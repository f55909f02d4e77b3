"""Lines that seem to be several steps (R1), and lines read as no step (R12) with the way back."""

from __future__ import annotations

import streamlit as st

from counting.intake.draft import Draft, Item
from pages.parts import drafting, plain, session, steplist
from pages.parts.actbutton import show_act

MOST_SPLITS = 5  # lines shown with their parts; the list below marks all of them


def show_splits(draft: Draft) -> None:
    """The lines that seem to hold several acts (R1), and one button that splits them all as proposed."""
    wide = drafting.splits(draft, session.run())
    if not wide:
        return
    with st.container(border=True, key="wide_lines"):
        for item in wide[:MOST_SPLITS]:
            st.text(f"{plain.short(item.text, 120)}  →  {plain.short(' / '.join(item.parts), 160)}")
        if len(wide) > MOST_SPLITS:
            st.caption(f"and {len(wide) - MOST_SPLITS} more, marked *unsplit* in the list.")
        show_act(
            "Split it as proposed" if len(wide) == 1 else f"Split all {len(wide)} as proposed",
            "split_all",
            ":material/call_split:",
            "split all proposed lines",
            lambda now: drafting.accept_splits(draft, now),
        )


def show_left_out() -> None:
    """What was read as no step (R12), with its reason and the way back."""
    draft, run = session.draft(), session.run()
    if draft is None:
        return
    out = drafting.left_out(draft, run)
    if not out:
        return
    lines = "1 line" if len(out) == 1 else f"{len(out)} lines"
    with st.expander(f"{lines} left out, with the reason", icon=":material/visibility_off:"):
        pages = -(-len(out) // steplist.PAGE_STEPS)
        page = st.pagination(pages, key="left_out_page") if pages > 1 else 1
        for item in out[(page - 1) * steplist.PAGE_STEPS : page * steplist.PAGE_STEPS]:
            _show_left_out_row(draft, item)


def _show_left_out_row(draft: Draft, item: Item) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        show_act(
            "Bring back",
            f"back_{item.id}",
            ":material/undo:",
            "bring a line back",
            lambda run: drafting.bring_back(draft, run, item.id),
        )
        with st.container(width="stretch", gap=None):
            st.text(item.original[:300])
            st.caption(plain.label(f"{item.why or 'not a step'} ({item.position.words})", 200))
