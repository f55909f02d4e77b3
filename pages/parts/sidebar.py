"""The side of every page: which generation is served, the gate, the trust floor. Words with icons."""

from __future__ import annotations

import streamlit as st

from pages.parts import outcome, plain
from store import Status

STATES = {
    "serving": ("serving", ":material/check_circle:", "green"),
    "unpublished": ("unpublished", ":material/unpublished:", "orange"),
    "unavailable": ("could not look", ":material/cloud_off:", "orange"),
    "uncalibrated": ("refuses: floor not measured", ":material/rule:", "red"),
}


def show_record(status: Status | str) -> None:
    """The record's state in the sidebar; a record that cannot be opened says so and what still works."""
    with st.sidebar:
        st.markdown("**The record**")
        if isinstance(status, str):
            st.badge("cannot be opened", icon=":material/cloud_off:", color="orange")
            st.caption(plain.label(status, 400))
            st.caption("You can still count; only cited passages are missing.")
            return
        words, icon, color = STATES[status.state]
        st.badge(words, icon=icon, color=color)
        number = "none published yet" if status.generation is None else str(status.generation)
        st.caption(f":material/layers: Generation: {number}")
        st.caption(f":material/door_front: {_gate(status)}")
        st.caption(f":material/shield: Trust floor: {status.min_trust_tier}")
        if status.problem:
            st.caption(plain.label(status.problem, 400))


def _gate(status: Status) -> str:
    if status.gate == "uncalibrated":
        return "Gate: a floor is declared but was not measured for what is served"
    return outcome.gate_words(status.gate)
