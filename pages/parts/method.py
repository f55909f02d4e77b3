"""What the record says about the method at each stage: asked for the method, never with a user's text."""

from __future__ import annotations

import streamlit as st

from pages.parts import passages
from pages.parts.session import Stage

QUESTIONS: dict[Stage, str] = {
    Stage.DESCRIBE: "Does the counting method apply to any workflow, and how do I write one run down?",
    Stage.STEPS: "How do I write a run down, one actor, one act and one object per step?",
    Stage.TAG: "How do I tag a step as AI, DECISION or TYPING?",
    Stage.GATES: "Where do human gates belong, and which steps reach the outside?",
    Stage.RESULT: "How is the percentage counted from the tagged steps?",
}


def show_method(stage: Stage) -> None:
    """Passages for this stage, asked from the record once the box is open."""
    box = st.expander(
        "What the record says about this stage",
        icon=":material/menu_book:",
        key=f"method_{stage.name}",
        on_change="rerun",
    )
    if box.open:
        with box:
            st.caption(f"Asked the record: {QUESTIONS[stage]}")
            passages.show_said(QUESTIONS[stage])
