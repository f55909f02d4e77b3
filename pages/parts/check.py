"""Stage 2: correct the steps: what was read, one step at a time or as a grid, and what was left out."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from counting import Run, Step
from pages.parts import drafting, edits, grid, inhand, keeping, plain, session, source
from pages.parts.editor import show_editor
from pages.parts.leftout import show_left_out, show_splits
from pages.parts.session import Key, Stage
from pages.parts.stagebar import show_onward

VIEWS = ("One at a time", "Grid")


def show_check() -> None:
    st.subheader("Check the steps")
    draft = session.draft()
    if draft:
        st.text(draft.understood)
        for note in draft.notes:
            st.caption(f":material/info: {plain.label(note, 400)}")
        ask_procedure()
        keeping.show_not_kept(draft)
        show_splits(draft)
    if not session.run().steps:
        ask_first_step()
    elif ask_view() == "Grid":
        grid.ask_grid("check", ("text", "actor", "note"), rows_change=True)
    elif draft and draft.source:
        left, right = st.columns([3, 2], gap="large")
        with left:
            show_editor()
        with right:
            source.show_source(draft, session.run().steps[session.chosen_index()])
    else:
        show_editor()
    show_left_out()
    show_onward(Stage.STEPS, disabled=not session.run().steps)


def ask_view() -> str:
    return (
        st.segmented_control(
            "How to edit", VIEWS, key=Key.STEPS_VIEW, default=VIEWS[0], required=True, persist_state="session"
        )
        or VIEWS[0]
    )


def ask_procedure() -> None:
    """Several procedures in one file: one of them, or all, becomes the run."""
    draft = session.draft()
    if draft is None or len(draft.procedures) < 2:
        return
    sizes = [len(drafting.run_of(draft, index, Run("")).steps) for index in range(len(draft.procedures))]
    names = {
        index: f"{plain.short(name or f'Procedure {index + 1}', 60)} ({sizes[index]} steps)"
        for index, name in enumerate(draft.procedures)
    }
    names[drafting.ALL] = f"All of them together ({sum(sizes)} steps)"

    def choose() -> None:
        chosen = st.session_state["procedure_choice"]
        session.put(Key.PROCEDURE, chosen)
        session.choose(None)
        inhand.do("choose a procedure", lambda run: drafting.run_of(draft, chosen, replace(run, title="")))

    st.selectbox(
        f"The source holds {len(draft.procedures)} procedures. Which one do you count?",
        list(names),
        format_func=names.__getitem__,
        key=session.widget("procedure_choice", session.get(Key.PROCEDURE)),
        on_change=choose,
        help="A run is one pass from trigger to outcome: procedures that do not follow each other are runs "
        "of their own. Choosing another one starts its list afresh; Undo brings this one back.",
    )


def ask_first_step() -> None:
    st.info("No steps yet. Go back and paste a text, or write the first step here.", icon=":material/edit:")
    text = st.text_input("First step", key="first_step", placeholder="Clerk opens the new order mails")
    if st.button("Add it", key="add_first", type="primary") and text.strip():
        inhand.do("add a step", lambda run: edits.insert(run, 0, Step(text.strip())))
        st.rerun(scope="app")
