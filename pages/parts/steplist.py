"""A paged list of steps: number, text and marks; pressing a number brings the step into focus."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from counting import Step
from pages.parts import looks, plain, session

PAGE_STEPS = 15


def show_steps(name: str, show_row: Callable[[int, Step], None]) -> None:
    """Draw the page of steps that holds the one in focus; `show_row` gets the number from 1 and the step."""
    steps = session.run().steps
    pages = -(-len(steps) // PAGE_STEPS)
    page = session.chosen_index() // PAGE_STEPS
    with st.container(gap="xsmall"):
        for number in range(page * PAGE_STEPS, min((page + 1) * PAGE_STEPS, len(steps))):
            show_row(number + 1, steps[number])
    if pages > 1:
        key = f"{name}_page_{page}"  # a new widget for each page: its default is where the focus is
        st.pagination(pages, default=page + 1, key=key, on_change=lambda: _turn_to(st.session_state[key]))
        st.caption(f"{PAGE_STEPS} of {len(steps)} steps on each page.")


def _turn_to(page: int) -> None:
    session.choose(session.run().steps[(page - 1) * PAGE_STEPS].id)


def show_line(name: str, number: int, step: Step, marks: bool = True, most: int = 300) -> None:
    """One step, at most `most` characters of it, its marks below; the one in focus has the filled number."""
    focus = number - 1 == session.chosen_index()
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.button(
            f"{number}",
            key=f"{name}_{step.id}",
            type="primary" if focus else "secondary",
            on_click=session.choose,
            args=(step.id,),
            help="the step in focus" if focus else "bring this step into focus",
        )
        with st.container(width="stretch", gap=None):
            st.text(plain.short(step.text, most))
            if step.actor:
                st.caption(looks.who(step.actor))
            if marks and (step.tag or step.outward or step.unsplit):
                with st.container(horizontal=True, gap="xsmall"):
                    looks.show_marks(step)
