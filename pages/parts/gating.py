"""Stage 4: where a person must act before the run goes on, and what reaches the outside."""

from __future__ import annotations

import streamlit as st

from counting import Run, Step, Stretch, g2_warnings, is_gate, longest_stretch
from pages.parts import acts, grid, looks, picture, session, steplist
from pages.parts.minutes import ask_minutes, ask_month
from pages.parts.once import once
from pages.parts.outside import ask_outward, suggest_outward
from pages.parts.session import Stage
from pages.parts.stagebar import show_onward
from pages.parts.warning import show_warnings


def show_gating() -> None:
    run = session.run()
    st.subheader("Mark the human gates")
    st.write(
        "A gate is a place where the run stops until a person has acted. Every DECISION is one by default. "
        "Gates never change the percentage."
    )
    if not run.steps:
        st.info("There are no steps yet. Start at *Describe*.", icon=":material/info:")
        return show_onward(Stage.GATES, disabled=True)
    ask_outward(run)
    suggest_outward(run)
    show_warnings(run)
    show_stretches(run)
    view = st.segmented_control(
        "How to mark",
        ("Step by step", "Grid"),
        key="gates_view",
        default="Step by step",
        required=True,
        persist_state="session",
    )
    if view == "Grid":
        grid.ask_grid("gates", ("text", "gate", "outward", "minutes"))
    else:
        minutes = st.toggle(
            "Also write down minutes for each step (optional)", key="with_minutes", persist_state="session"
        )
        warned = once("warned", run, g2_warnings)
        steplist.show_steps("gates", lambda number, step: show_row(number, step, minutes, number in warned))
    ask_month(run)
    show_onward(Stage.GATES)
    return None


def show_stretches(run: Run) -> None:
    longest = longest_stretch(run)
    st.plotly_chart(
        once("picture", run, picture.run_picture),
        key="gates_picture",
        alt=picture.picture_words(run),
        config={"displayModeBar": False},
    )
    if longest:
        st.caption(
            f"Longest unattended stretch: {_stretch_words(longest)}. Bars are gates, bands are stretches."
        )


def _stretch_words(stretch: Stretch) -> str:
    if stretch.length == 1:
        return f"1 step, step {stretch.first}"
    return f"{stretch.length} steps, from step {stretch.first} to step {stretch.last}"


def show_row(number: int, step: Step, minutes: bool, warns: bool) -> None:
    """One step with its gate, its outward mark, its minutes and, where it stands, its warning."""
    gate_key, outward_key = f"gate_{step.id}", f"outward_{step.id}"
    with st.container(border=True, gap="xsmall"):
        steplist.show_line("gates", number, step, marks=False)
        with st.container(horizontal=True, vertical_alignment="center"):
            looks.show_tag(step)
            st.toggle(
                "Gate",
                key=session.widget(gate_key, is_gate(step)),
                on_change=lambda: acts.set_gate(step, st.session_state[gate_key]),
            )
            st.toggle(
                "Reaches outside",
                key=session.widget(outward_key, step.outward),
                on_change=lambda: acts.set_outward(step, st.session_state[outward_key]),
            )
            if minutes:
                ask_minutes(number, step)
        if warns:
            st.caption(":material/warning: :red[An AI result reaches the outside here with no gate between.]")
