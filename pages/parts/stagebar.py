"""The head of the count page: five stages, what to do next, undo and redo."""

from __future__ import annotations

import streamlit as st

from counting import Run, g2_warnings, tally
from pages.parts import drafting, inhand, keeping, plain, session
from pages.parts.session import Key, Stage

ICONS = {
    Stage.DESCRIBE: ":material/edit_note:",
    Stage.STEPS: ":material/format_list_numbered:",
    Stage.TAG: ":material/label:",
    Stage.GATES: ":material/front_hand:",
    Stage.RESULT: ":material/percent:",
}


TO_TOP = (
    "<script>/* move {move} */ document.querySelector('[data-testid=\"stMain\"]').scrollTo(0, 0)</script>"
)


def show_head() -> None:
    """Stages, the next thing to do, undo and redo."""
    _show_stages()
    _start_at_the_top()
    run, stage = session.run(), session.get(Key.STAGE)
    with st.container(horizontal=True, vertical_alignment="center"):
        with st.container(width="stretch"):
            st.markdown(f":material/arrow_forward: **Next:** {next_words(run, stage)}")
        _show_onward_above(run, stage)
        _show_undo()
        keeping.show_saved()
    _show_notices()
    keeping.show_conflict()


def next_words(run: Run, stage: Stage) -> str:
    """One sentence: the next thing to do on this stage."""
    count = tally(run)
    match stage:
        case Stage.DESCRIBE if not run.steps:
            return "paste or drop the description of one piece of work, or open a worked example."
        case Stage.DESCRIBE:
            return f"you have {count.steps} steps. Go on to *Check steps*, or paste another text instead."
        case _ if not run.steps:
            return "there are no steps yet. Go to *Describe* and paste a text, or add a first step by hand."
        case Stage.STEPS if wide := len(drafting.splits(session.draft(), run)):
            lines = "1 line seems" if wide == 1 else f"{wide} lines seem"
            return f"{lines} to hold several acts. Split what is several steps, then go on to *Tag*."
        case Stage.STEPS:
            return "correct what was misread: one actor, one act, one object per step. Then go on to *Tag*."
        case Stage.TAG if count.untagged:
            return f"tag the step shown. {count.steps - count.untagged} of {count.steps} are tagged."
        case Stage.TAG:
            return "every step is tagged. Go on to *Gates*."
        case Stage.GATES:
            warnings = len(g2_warnings(run))
            if warnings:
                return f"say which steps reach the outside, and close the open warnings below ({warnings})."
            return "say which steps reach the outside, then go on to *Result*."
        case _ if count.untagged:
            return f"{count.untagged} of {count.steps} steps still need a tag. Go back to *Tag*."
        case _:
            return "read your count, then download the report."


def show_onward(stage: Stage, disabled: bool = False) -> None:
    """The buttons at the foot of a stage: one back, one on."""
    stages = list(Stage)
    index = stages.index(stage)
    with st.container(horizontal=True, horizontal_alignment="distribute"):
        if index:
            st.button(
                f"Back to {stages[index - 1]}",
                icon=":material/arrow_back:",
                key="back",
                on_click=session.go,
                args=(stages[index - 1],),
            )
        if index + 1 < len(stages):
            _onward_button("onward", stages[index + 1], disabled)


def _show_onward_above(run: Run, stage: Stage) -> None:
    """On from a long stage without a way to its foot; from Tag once every step has its tag."""
    stages = list(Stage)
    ready = stage in (Stage.STEPS, Stage.GATES) or (stage is Stage.TAG and not tally(run).untagged)
    if run.steps and ready:
        _onward_button("onward_above", stages[stages.index(stage) + 1])


def _onward_button(key: str, stage: Stage, disabled: bool = False) -> None:
    st.button(
        f"On to {stage}",
        icon=":material/arrow_forward:",
        key=key,
        type="primary",
        on_click=_go_on,
        args=(stage,),
        disabled=disabled,
    )


def _go_on(stage: Stage) -> None:
    """Gates are looked at from the first step on; the other stages keep the step in focus."""
    if stage is Stage.GATES:
        session.choose(None)
    session.go(stage)


def _show_stages() -> None:
    stages = list(Stage)
    st.segmented_control(
        "Stage",
        stages,
        format_func=lambda stage: f"{ICONS[stage]} {stages.index(stage) + 1} {stage}",
        key=session.widget("stage_bar", session.get(Key.STAGE)),
        required=True,
        label_visibility="collapsed",
        on_change=lambda: session.go(st.session_state["stage_bar"]),
        wrap=True,
    )


def _start_at_the_top() -> None:
    """A stage begins at its head, also after a button at the foot of the one before. Runs once per move."""
    with st.container(key="to_top"):
        st.html(TO_TOP.format(move=int(session.get(Key.MOVES))), unsafe_allow_javascript=True)


def _show_undo() -> None:
    for label, icon, shortcut, act, words in (
        ("Undo", ":material/undo:", "U", inhand.undo, inhand.undoable()),
        ("Redo", ":material/redo:", "Shift+U", inhand.redo, inhand.redoable()),
    ):
        st.button(
            label,
            icon=icon,
            key=label.lower(),
            shortcut=shortcut,
            on_click=act,
            disabled=words is None,
            help=plain.label(words) if words else None,
        )


def _show_notices() -> None:
    """What the last act could not do, or did: shown once."""
    if problem := session.get(Key.PROBLEM):
        st.error(plain.label(problem, 600), icon=":material/error:")
        session.put(Key.PROBLEM, None)
    if news := session.get(Key.NEWS):
        st.success(plain.label(news, 600), icon=":material/check_circle:")
        session.put(Key.NEWS, None)
    if warned := session.get(Key.WARNED):  # the workbench's own words, never a user's: Markdown as it is
        st.warning(warned, icon=":material/difference:")
        session.put(Key.WARNED, None)
