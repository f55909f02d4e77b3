"""Two buttons, and the keys J and K, that take the focus to the step before or after."""

from __future__ import annotations

import streamlit as st

from pages.parts import session


def show_neighbours(key: str, index: int, icons: tuple[str, str]) -> None:
    """`key` begins the keys of both buttons, `icons` are those of Previous and Next."""
    last = len(session.run().steps) - 1
    for label, shortcut, by, icon, end in (
        ("Previous", "K", -1, icons[0], 0),
        ("Next", "J", 1, icons[1], last),
    ):
        st.button(
            label,
            key=f"{key}_{label.lower()}",
            icon=icon,
            shortcut=shortcut,
            on_click=session.step_by,
            args=(by,),
            disabled=index == end,
        )
