"""Stage 2: correct the steps. One step in focus to edit, the list below it, the source beside it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import streamlit as st

from counting import Run, Step
from pages.parts import drafting, edits, grid, inhand, looks, session, source, steplist
from pages.parts.session import Key, Stage
from pages.parts.stagebar import show_onward

VIEWS = ("One at a time", "Grid")


def show_check() -> None:
    st.subheader("Check the steps")
    draft = session.draft()
    if draft:
        st.text(draft.understood)
        for note in draft.notes:
            st.caption(f":material/info: {looks.plain.label(note, 400)}")
        ask_procedure()
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
        index: f"{looks.plain.label(name or f'Procedure {index + 1}', 60)} ({sizes[index]} steps)"
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


def show_editor() -> None:
    steps = session.run().steps
    index = session.chosen_index()
    step = steps[index]
    with st.container(border=True):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(f"**Step {index + 1} of {len(steps)}**")
            looks.show_marks(step)
            if step.source:
                st.caption(f":material/place: {looks.plain.label(step.source)}")
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
        st.button(
            "Previous",
            key="prev_step",
            icon=":material/keyboard_arrow_up:",
            shortcut="K",
            on_click=session.step_by,
            args=(-1,),
            disabled=index == 0,
        )
        st.button(
            "Next",
            key="next_step",
            icon=":material/keyboard_arrow_down:",
            shortcut="J",
            on_click=session.step_by,
            args=(1,),
            disabled=last,
        )
        _act(
            "Move up",
            "move_up",
            ":material/arrow_upward:",
            "move a step up",
            lambda run: edits.move(run, step.id, -1),
            index == 0,
        )
        _act(
            "Move down",
            "move_down",
            ":material/arrow_downward:",
            "move a step down",
            lambda run: edits.move(run, step.id, 1),
            last,
        )
        _act(
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


def _act(
    label: str, key: str, icon: str, words: str, edit: Callable[[Run], Run], disabled: bool = False
) -> None:
    """A button that does one act on the run; the step in focus stays in focus, wherever it went."""

    def act() -> None:
        steps = session.run().steps
        if steps:
            session.choose(steps[session.chosen_index()].id)
        inhand.do(words, edit)

    st.button(label, key=key, icon=icon, on_click=act, disabled=disabled)


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
                _act(
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


def show_left_out() -> None:
    """What was read as no step (R12), with its reason and the way back; open splits, all at once."""
    draft, run = session.draft(), session.run()
    if draft is None:
        return
    open_splits = drafting.splits(draft, run)
    if open_splits:
        _act(
            f"Split all {len(open_splits)} lines that seem to hold several acts",
            "split_all",
            ":material/call_split:",
            "split all proposed lines",
            lambda now: drafting.accept_splits(draft, now),
        )
    out = drafting.left_out(draft, run)
    if not out:
        return
    with st.expander(f"{len(out)} lines left out, with the reason", icon=":material/visibility_off:"):
        pages = -(-len(out) // steplist.PAGE_STEPS)
        page = st.pagination(pages, key="left_out_page") if pages > 1 else 1
        for item in out[(page - 1) * steplist.PAGE_STEPS : page * steplist.PAGE_STEPS]:
            _show_left_out_row(draft, item)


def _show_left_out_row(draft: drafting.Draft, item: drafting.Item) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        _act(
            "Bring back",
            f"back_{item.id}",
            ":material/undo:",
            "bring a line back",
            lambda run: drafting.bring_back(draft, run, item.id),
        )
        with st.container(width="stretch", gap=None):
            st.text(item.original[:300])
            st.caption(looks.plain.label(f"{item.why or 'not a step'} ({item.position.words})", 200))
