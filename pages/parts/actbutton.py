"""A button that does one act on the run."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from counting import Run
from pages.parts import inhand, session


def show_act(
    label: str, key: str, icon: str, words: str, edit: Callable[[Run], Run], disabled: bool = False
) -> None:
    """The step in focus stays in focus, wherever the act moves it."""

    def act() -> None:
        steps = session.run().steps
        if steps:
            session.choose(steps[session.chosen_index()].id)
        inhand.do(words, edit)

    st.button(label, key=key, icon=icon, on_click=act, disabled=disabled)
