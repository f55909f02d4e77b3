"""Which steps reach the outside: asked of a person, suggested by their words."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from counting import Run
from pages.parts import edits, inhand, outward, plain, session

OUTWARD_HELP = (
    "A step reaches the outside when its effect leaves the house or cannot be undone: sent, paid, ordered, "
    "filed, published, handed or signed to or for an outsider, deleted."
)


def ask_outward(run: Run) -> None:
    """Which steps reach the outside: asked for the whole run at once."""
    names = {step.id: f"{number}. {plain.short(step.text, 60)}" for number, step in enumerate(run.steps, 1)}
    now = [step.id for step in run.steps if step.outward]

    def keep() -> None:
        chosen = set(st.session_state["outward_steps"])
        inhand.do(
            "say which steps reach the outside",
            lambda run: edits.put(run, (replace(step, outward=step.id in chosen) for step in run.steps)),
        )

    st.multiselect(
        "Which steps reach the outside?",
        list(names),
        format_func=names.__getitem__,
        help=OUTWARD_HELP,
        key=session.widget("outward_steps", now),
        on_change=keep,
        placeholder="none yet: choose steps",
    )


def suggest_outward(run: Run) -> None:
    """Steps whose words say that something leaves; marked only when the person says so."""
    numbers = outward.suggested(run)
    if not numbers:
        return
    ids = [run.steps[number - 1].id for number in numbers]
    st.button(
        f"{outward.seem_words(numbers)} to reach the outside. Mark {'it' if len(numbers) == 1 else 'them'}",
        key="mark_outward",
        icon=":material/outgoing_mail:",
        on_click=inhand.do,
        args=("mark suggested steps as outward", lambda now: edits.change_many(now, ids, outward=True)),
        help="Judged by words alone, so look at each afterwards. Undo takes it back.",
    )
