"""Stage 3: a tag for every step. One step in focus with its neighbours, by key or button; a grid beside."""

from __future__ import annotations

import streamlit as st

from counting import Reason, Step, Tag, is_gate, tally
from pages.parts import acts, edits, grid, inhand, looks, plain, session, steplist, suggested, suggesting
from pages.parts.asking import show_questions
from pages.parts.neighbours import show_neighbours
from pages.parts.session import Key, Stage
from pages.parts.stagebar import show_onward

VIEWS = ("One by one", "Grid and bulk")
TAG_KEYS = {Tag.AI: "1", Tag.DECISION: "2", Tag.TYPING: "3"}
REASON_KEYS = {
    Reason.JUDGEMENT: "4",
    Reason.ACCOUNTABILITY: "5",
    Reason.RELATIONSHIP: "6",
    Reason.PRESENCE: "7",
}
KEYS_HELP = (
    "Keys: **1** AI, **2** DECISION, **3** TYPING, **4 to 7** the reason of a DECISION, **G** gate, "
    "**O** reaches outside, **J** next, **K** previous, **N** next without a tag, "
    "**A** take the suggestion, **Shift+A** accept the sure ones, "
    "**U** undo, **Shift+U** redo."
)
NEIGHBOURS = 2  # steps shown before and after the one in focus


def show_tagging() -> None:
    st.subheader("Tag each step")
    steps = session.run().steps
    if not steps:
        st.info("There are no steps to tag yet. Start at *Describe*.", icon=":material/info:")
        return show_onward(Stage.TAG, disabled=True)
    show_progress()
    suggested.fill_in()
    suggesting.show_state()
    with st.container(horizontal=True, vertical_alignment="center"):
        view = ask_view()
        suggesting.show_accept()
    if view == VIEWS[1]:
        show_table()
    else:
        left, right = st.columns([3, 2], gap="large")
        with left:
            show_focus(session.chosen_index())
        with right:
            st.markdown("**All steps**")
            steplist.show_steps("tag", lambda number, step: steplist.show_line("tag", number, step, most=90))
    show_onward(Stage.TAG)
    return None


def show_progress() -> None:
    count = tally(session.run())
    tagged = count.steps - count.untagged
    st.progress(tagged / count.steps, text=f"{tagged} of {count.steps} tagged")


def ask_view() -> str:
    return (
        st.segmented_control(
            "How to tag",
            VIEWS,
            key=Key.TAG_VIEW,
            default=VIEWS[0],
            required=True,
            persist_state="session",
            label_visibility="collapsed",
        )
        or VIEWS[0]
    )


def show_focus(index: int) -> None:
    """The step in focus between its neighbours, and everything that can be said about it."""
    steps = session.run().steps
    step = steps[index]
    for number in range(max(index - NEIGHBOURS, 0), index):
        _show_neighbour(number + 1, steps[number])
    with st.container(border=True, key="focus_card"):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(f"**Step {index + 1} of {len(steps)}**")
            looks.show_marks(step)
        st.text(step.text)
        if step.actor:
            st.caption(looks.who(step.actor))
        suggesting.show_for(step)
        show_tag_buttons(step)
        if step.tag is Tag.DECISION:
            show_reason_buttons(step)
        ask_why(step)
        suggesting.show_behind(step)
        show_mark_buttons(step, index)
        st.caption(KEYS_HELP)
    for number in range(index + 1, min(index + 1 + NEIGHBOURS, len(steps))):
        _show_neighbour(number + 1, steps[number])
    show_questions(step)


def _show_neighbour(number: int, step: Step) -> None:
    words = plain.label(step.text, 140)
    st.caption(f"{number}\\. {words} :gray-badge[{looks.TAGS[step.tag].icon} {looks.tag_words(step)}]")


def show_tag_buttons(step: Step) -> None:
    """The three tags with their keys, and what each means."""
    meanings = ", ".join(f"**{tag}** {looks.TAGS[tag].means}" for tag in TAG_KEYS)
    st.caption(f"Which is it? {meanings}.")
    with st.container(horizontal=True):
        for tag, key in TAG_KEYS.items():
            look = looks.TAGS[tag]
            st.button(
                tag.value,
                key=f"tag_{tag}",
                icon=look.icon,
                shortcut=key,
                help=look.means,
                type="primary" if step.tag is tag else "secondary",
                on_click=acts.tag_step,
                args=(step.id, tag),
            )


def show_reason_buttons(step: Step) -> None:
    st.markdown("**Why does a person keep it?**" + ("" if step.reason else " Choose the main reason."))
    with st.container(horizontal=True):
        for reason, key in REASON_KEYS.items():
            st.button(
                reason.value,
                key=f"reason_{reason}",
                shortcut=key,
                help=looks.REASONS[reason],
                type="primary" if step.reason is reason else "secondary",
                on_click=acts.tag_step,
                args=(step.id, Tag.DECISION, reason),
            )


def show_mark_buttons(step: Step, index: int) -> None:
    with st.container(horizontal=True):
        show_neighbours("tag", index, (":material/arrow_back:", ":material/arrow_forward:"))
        st.button(
            "Next untagged",
            key="next_untagged",
            icon=":material/skip_next:",
            shortcut="N",
            on_click=acts.to_untagged,
            args=(index,),
        )
        st.button(
            "Lift the gate" if is_gate(step) else "Make it a gate",
            key="toggle_gate",
            shortcut="G",
            icon=":material/front_hand:",
            on_click=acts.set_gate,
            args=(step, not is_gate(step)),
        )
        st.button(
            "Stays inside" if step.outward else "Reaches outside",
            key="toggle_outward",
            shortcut="O",
            icon=":material/outgoing_mail:",
            on_click=acts.set_outward,
            args=(step, not step.outward),
            help="Sent, paid, ordered, filed, published, handed or signed to an outsider, deleted.",
        )


def ask_why(step: Step) -> None:
    """An override of a sure suggestion may carry one line of why; both are kept."""
    if not acts.is_override(step):
        return
    key = f"why_{step.id}"

    def keep() -> None:
        why = st.session_state[key].strip() or None
        inhand.do("say why", lambda run: edits.change(run, step.id, override_why=why))

    st.text_input(
        "You chose otherwise than the record was sure of. Why? (optional, one line; J goes on)",
        key=session.widget(key, step.override_why or ""),
        on_change=keep,
        max_chars=300,
    )


def show_table() -> None:
    """The grid, and one tag for many steps at once."""
    steps = session.run().steps
    names = {step.id: f"{number}. {plain.short(step.text, 60)}" for number, step in enumerate(steps, 1)}
    kept = [step_id for step_id in st.session_state.get("bulk", ()) if step_id in names]
    st.multiselect(
        "Tag many at once: choose the steps",
        list(names),
        format_func=names.__getitem__,
        key=session.widget("bulk", kept),
        placeholder="choose steps, or press the arrow for all of them",
    )
    with st.container(horizontal=True):
        for tag in Tag:
            st.button(
                f"Tag {len(kept) or 'them'} {tag}",
                key=f"bulk_{tag}",
                icon=looks.TAGS[tag].icon,
                disabled=not kept,
                on_click=acts.tag_many,
                args=(tuple(kept), tag),
            )
        st.button(
            "Clear their tags",
            key="bulk_clear",
            icon=":material/backspace:",
            disabled=not kept,
            on_click=acts.tag_many,
            args=(tuple(kept), None),
        )
    grid.ask_grid("tag", ("text", "actor", "tag", "reason", "outward", "note"))
