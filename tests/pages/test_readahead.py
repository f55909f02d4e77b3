"""A long run is read beside the screen: the step in view first, the rest as it comes, nothing twice."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

from streamlit.testing.v1 import AppTest

from counting import Run, Suggestion, Tag
from pages.parts.readahead import FAILED, SLICE, Around, ReadAhead
from store import RecordError
from tests.pages.conftest import ROOT, Workbench, healthy, pasted, press, words

STEPS = 90
LONG = "\n".join(f"- Clerk copies the number of invoice {n} into the ledger" for n in range(1, STEPS + 1))
WANTED: list[Around] = [(f"step {n}", "", "", "") for n in range(2 * SLICE + 3)]
FOUND = Suggestion(Tag.AI, "R6", sure=True)
PATIENCE_SECONDS = 120


def run_of(app: AppTest) -> Run:
    run: Run = app.session_state["history"].work.run
    return run


def test_it_asks_slice_by_slice_until_all_is_found() -> None:
    slices: list[Sequence[Around]] = []

    def ask(wanted: Sequence[Around]) -> dict[Around, Suggestion]:
        slices.append(wanted)
        return dict.fromkeys(wanted, FOUND)

    ahead = ReadAhead(WANTED, ask)
    assert ahead.wait(PATIENCE_SECONDS)
    assert [len(each) for each in slices] == [SLICE, SLICE, 3]
    assert (ahead.found, ahead.problem) == (dict.fromkeys(WANTED, FOUND), None)


def test_what_fails_on_the_way_is_said_and_keeps_what_was_found() -> None:
    def outage(wanted: Sequence[Around]) -> dict[Around, Suggestion]:
        if wanted[0] != WANTED[0]:
            raise RecordError("the store did not answer.")
        return dict.fromkeys(wanted, FOUND)

    def broken(wanted: Sequence[Around]) -> dict[Around, Suggestion]:
        raise ValueError(f"a text of the user: {wanted[0]}")

    for ask, problem, found in ((outage, "the store did not answer.", SLICE), (broken, FAILED, 0)):
        ahead = ReadAhead(WANTED, ask)
        assert ahead.wait(PATIENCE_SECONDS)
        assert (ahead.problem, len(ahead.found)) == (problem, found)


def test_stopped_it_asks_no_further_slice() -> None:
    asked: list[int] = []
    stopped = threading.Event()

    def ask(wanted: Sequence[Around]) -> dict[Around, Suggestion]:
        asked.append(len(wanted))
        stopped.wait(PATIENCE_SECONDS)
        return {}

    ahead = ReadAhead(WANTED, ask)
    ahead.stop()
    stopped.set()
    assert ahead.wait(PATIENCE_SECONDS)
    assert asked in ([], [SLICE])


def test_a_long_run_shows_the_step_in_view_first_and_says_how_far_it_is_read(workbench: Workbench) -> None:
    app = press(pasted(workbench(), LONG), "onward")
    assert run_of(app).steps[0].suggestion
    ahead: ReadAhead = app.session_state["read_ahead"]
    assert len(ahead.wanted) == STEPS - 3
    assert f"of {STEPS} steps and is sure of " in words(app)
    press(app, "tag_TYPING", "undo")
    assert ahead.wait(PATIENCE_SECONDS)
    healthy(app.run())
    assert all(step.suggestion for step in run_of(app).steps)
    assert app.session_state["read_ahead"] is None
    sure = sum(bool(step.suggestion and step.suggestion.sure) for step in run_of(app).steps)
    assert f"a suggestion for each step and is sure of {sure} of {STEPS}." in words(app)


def test_accepting_while_the_record_still_reads_says_so_and_sets_as_many_as_it_says(
    workbench: Workbench,
) -> None:
    app = press(pasted(workbench(), LONG), "onward")
    accept = app.button(key="accept_sure")
    if app.session_state["steps_not_read"]:
        assert accept.label.startswith("Accept the sure ones read so far (")
    number = int(accept.label.rpartition("(")[2].rstrip(")"))
    press(app, "accept_sure")
    assert sum(step.tag is not None for step in run_of(app).steps) == number


def test_a_rerun_asks_the_record_nothing_it_was_asked_before(workbench: Workbench) -> None:
    app = press(pasted(workbench(), "\n".join(LONG.splitlines()[:5])), "onward")
    held, steps = app.session_state["suggested"], run_of(app).steps
    press(app, "tag_next", "tag_previous")
    assert app.session_state["suggested"] is held
    assert run_of(app).steps is steps


def test_a_process_that_ends_while_the_record_reads_ends_in_peace(shipped_home: Path) -> None:
    ending = (
        "import atexit\n"
        "atexit.register(lambda: print(ahead.is_over, len(ahead.found) < 500))\n"
        "from pages.parts.readahead import ReadAhead\n"
        "from pages.parts.suggested import ask\n"
        "ahead = ReadAhead([(f'Clerk files form {n}', '', '', '') for n in range(500)], ask)\n"
        "while not ahead.found and not ahead.is_over:\n"
        "    ahead.wait(0.01)\n"
    )
    environment = {**os.environ, "RECORD_HOME": str(shipped_home)}
    ended = subprocess.run(
        [sys.executable, "-c", ending], cwd=ROOT, env=environment, capture_output=True, check=False
    )
    assert (ended.returncode, ended.stdout) == (0, b"True True\n")
