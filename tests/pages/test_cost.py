"""What a press must not cost: work that grows with the process or with the run, again on every rerun."""

from __future__ import annotations

import gc
from typing import Any

import pytest

from tests.pages.conftest import Workbench, pasted, press

TEXT = "1. Clerk copies the invoice number into the ledger\n2. Clerk drafts a reply to the complaint\n"


def test_no_press_walks_everything_the_process_holds(
    workbench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full collection takes half a second where a model is loaded."""
    app = press(pasted(workbench(), TEXT), "onward")
    collected: list[Any] = []
    monkeypatch.setattr(gc, "collect", lambda *generation: collected.append(generation))
    press(app, "tag_TYPING")
    assert collected == []
