"""What a press must not cost: work that grows with the process or with the run, again on every rerun."""

from __future__ import annotations

import subprocess
import sys

from tests.pages.conftest import ROOT, Workbench, pasted, press

TEXT = "1. Clerk copies the invoice number into the ledger\n2. Clerk drafts a reply to the complaint\n"
POST_SCRIPT_GC = "from streamlit import config; print(config.get_option('runner.postScriptGC'))"


def test_no_press_ends_in_a_full_collection() -> None:
    """It takes half a second where a model is loaded. Asked the way a server started here would see it."""
    asked = [sys.executable, "-c", POST_SCRIPT_GC]
    assert subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=True).stdout == "False\n"


def test_what_was_worked_out_of_a_run_is_not_worked_out_again_on_a_rerun(workbench: Workbench) -> None:
    app = press(pasted(workbench(), TEXT), "onward", "tag_TYPING", "tag_AI", "onward")
    gates = app.session_state["made_of_the_run"]["picture"]
    press(app, "onward")
    result = app.session_state["made_of_the_run"]
    app.run()
    assert result["picture"] is gates
    assert app.session_state["made_of_the_run"] is result
    press(app, "undo")
    assert app.session_state["made_of_the_run"]["picture"] is not gates
