"""The step in focus to edit: its words, its place, its split; the list of steps below it."""

from __future__ import annotations

import streamlit as st

from counting import Step
from pages.parts import drafting, edits, inhand, looks, plain, session, steplist
from pages.parts.actbutton import show_act
from pages.parts.neighbours import show_neighbours
from pages.parts.session import Key


def show_editor() -> None:
    steps = session.run().steps
    index = session.chosen_index()
    step = steps[index]
    with st.container(border=True):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(f"**Step {index + 1} of {len(steps)}**")
            looks.show_marks(step)
            if step.source:
                st.caption(f":material/place: {plain.label(step.source)}")
        _ask_words(step)
        _show_moves(step, index)
        _ask_split(step)
    steplist.show_steps("check", lambda number, each: steplist.show_line("check", number, each))


def _ask_words(step: Step) -> None:
    text_key, actor_key = f"text_{step.id}", f"actor_{step.id}"

    def keep_text() -> None:
        words = st.session_state[text_key]
        inhand.do("edit a step", lambda run: edits.change(run, step.id, text=words.strip(), suggestion=None))

    def keep_actor() -> None:
        name = st.session_state[actor_key].strip() or None
        inhand.do("change who does it", lambda run: edits.change(run, step.id, actor=name))

    st.text_area(
        "What is done",
        key=session.widget(text_key, step.text),
        on_change=keep_text,
        height=90,
        help="One act on one object, as it is done today.",
    )
    st.text_input(
        "Who does it (optional)",
        key=session.widget(actor_key, step.actor or ""),
        on_change=keep_actor,
        placeholder="a role, a team or a system",
    )


def _show_moves(step: Step, index: int) -> None:
    last = index + 1 == len(session.run().steps)
    with st.container(horizontal=True):
        show_neighbours("check", index, (":material/keyboard_arrow_up:", ":material/keyboard_arrow_down:"))
        show_act(
            "Move up",
            "move_up",
            ":material/arrow_upward:",
            "move a step up",
            lambda run: edits.move(run, step.id, -1),
            index == 0,
        )
        show_act(
            "Move down",
            "move_down",
            ":material/arrow_downward:",
            "move a step down",
            lambda run: edits.move(run, step.id, 1),
            last,
        )
        show_act(
            "Merge with next",
            "merge",
            ":material/merge:",
            "merge two steps",
            lambda run: edits.merge(run, step.id),
            last,
        )
        st.button(
            "Add a step below", key="add_below", icon=":material/add:", on_click=_add_below, args=(index,)
        )
        st.button("Delete", key="delete_step", icon=":material/delete:", on_click=_delete, args=(step, index))


def _add_below(index: int) -> None:
    new_id = edits.fresh_id(session.run())
    inhand.do("add a step", lambda run: edits.insert(run, index + 1, Step("New step", id=new_id)))
    session.choose(new_id)


def _delete(step: Step, index: int) -> None:
    inhand.do("delete a step", lambda run: edits.delete(run, (step.id,)))
    steps = session.run().steps
    session.choose(steps[min(index, len(steps) - 1)].id if steps else None)


def _ask_split(step: Step) -> None:
    """R1: the proposed parts, or parts a person writes, one per line."""
    item = drafting.item_of(session.draft(), step.id)
    parts = item.parts if item and step.unsplit else ()
    if len(parts) > 1:
        st.info(
            f"This line seems to hold {len(parts)} acts (rule R1). Split it as below?",
            icon=":material/call_split:",
        )
    with st.expander(
        "Split this line", icon=":material/call_split:", expanded=len(parts) > 1, key=f"split_open_{step.id}"
    ):
        key = f"split_{step.id}"
        st.session_state.setdefault(key, "\n".join(parts) or step.text)
        st.text_area("One step on each line", key=key, height=110)
        with st.container(horizontal=True):
            st.button("Split", key="do_split", type="primary", on_click=_split, args=(step, key))
            if step.unsplit:
                show_act(
                    "It is one step",
                    "keep_one",
                    ":material/check:",
                    "keep a line as one step",
                    lambda run: edits.change(run, step.id, unsplit=False),
                )


def _split(step: Step, key: str) -> None:
    lines = [line for line in st.session_state[key].splitlines() if line.strip()]
    if len(lines) < 2:
        session.put(Key.PROBLEM, "To split a step, put each part on a line of its own: at least two lines.")
        return
    inhand.do("split a step", lambda run: edits.split(run, step.id, lines))
