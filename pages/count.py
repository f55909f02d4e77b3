"""Count a workflow: describe, check steps, tag, gates, result. The run in hand survives every page change."""

from __future__ import annotations

import streamlit as st

from pages.parts import frame, keeping, session, stagebar, suggested
from pages.parts.check import show_check
from pages.parts.describe import show_describe
from pages.parts.gating import show_gating
from pages.parts.guard import guarded
from pages.parts.method import show_method
from pages.parts.result import show_result, show_shared
from pages.parts.session import Key, Stage
from pages.parts.tagging import show_tagging

SHOW = {
    Stage.DESCRIBE: show_describe,
    Stage.STEPS: show_check,
    Stage.TAG: show_tagging,
    Stage.GATES: show_gating,
    Stage.RESULT: show_result,
}


@st.fragment
def show_flow() -> None:
    """The five stages. A fragment, so that tagging a step redraws this and nothing else."""
    with guarded():
        suggested.take_in()
        stagebar.show_head()
        stage = session.get(Key.STAGE)
        SHOW[stage]()
        show_method(stage)
        keeping.show_key_in_address()


frame.require()
st.title("Count a workflow")
if session.get(Key.SHARED):
    show_shared()
else:
    show_flow()
