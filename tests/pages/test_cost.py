"""What a press must not cost: work that grows with the process or with the run, again on every rerun."""

from __future__ import annotations

import subprocess
import sys

from tests.pages.conftest import ROOT

POST_SCRIPT_GC = "from streamlit import config; print(config.get_option('runner.postScriptGC'))"


def test_no_press_ends_in_a_full_collection() -> None:
    """It takes half a second where a model is loaded. Asked the way a server started here would see it."""
    asked = [sys.executable, "-c", POST_SCRIPT_GC]
    assert subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=True).stdout == "False\n"
