"""A page is drawn inside app.py, which asks who comes in and starts the session; never alone."""

from __future__ import annotations

import streamlit as st

from pages.parts.session import Key


def require() -> None:
    """Go to app.py where it has not run: a process runs the page of its very first visitor alone."""
    if Key.HISTORY not in st.session_state:
        st.switch_page("app.py")
