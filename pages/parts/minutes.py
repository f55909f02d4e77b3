"""The optional time: minutes of a step, runs in a month. What is not written down stays missing."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from counting import Run, Step
from pages.parts import edits, inhand, session


def ask_minutes(number: int, step: Step) -> None:
    key = f"minutes_{step.id}"

    def keep() -> None:
        inhand.do(
            f"write minutes for step {number}",
            lambda run: edits.change(run, step.id, minutes=st.session_state[key]),
        )

    st.number_input(
        f"Minutes, step {number}",
        min_value=0.0,
        step=1.0,
        key=session.widget(key, step.minutes),
        value=None,
        on_change=keep,
        width=160,
        placeholder="not known",
        help="Working minutes of one run, without the waiting. Leave it empty when nobody knows.",
    )


def ask_month(run: Run) -> None:
    def keep() -> None:
        value = st.session_state["runs_per_month"]
        inhand.do("write the runs per month", lambda run: replace(run, runs_per_month=value))

    st.number_input(
        "Runs per month (optional)",
        min_value=0.0,
        step=1.0,
        value=None,
        placeholder="not known",
        width=260,
        key=session.widget("runs_per_month", run.runs_per_month),
        on_change=keep,
        help="How often the whole run happens in a month. With minutes on every step the report then adds "
        "hours per month, after the count. Missing stays missing: it is never taken for zero.",
    )
