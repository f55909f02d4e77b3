"""RUN.json: nothing is lost on the way, and a bad file is told what is wrong with it."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given

from counting import Run, RunError, Step, Tag
from counting.report import build, write
from counting.runfile import read_run_file, run_as_dict, run_from
from tests.counting.strategies import runs


@given(runs())
def test_a_run_survives_its_json(run: Run) -> None:
    assert run_from(json.loads(json.dumps(run_as_dict(run)))) == run


@given(runs())
def test_a_json_report_is_also_the_run(run: Run) -> None:
    again = read_run_file(write(build(run), "json")).run
    assert build(again) == build(run)


def test_unknown_keys_are_kept() -> None:
    content = {"title": "T", "steps": [{"text": "a", "colour": "red"}], "team": {"size": 3}}
    assert run_as_dict(run_from(content))["team"] == {"size": 3}
    assert run_as_dict(run_from(content))["steps"][0]["colour"] == "red"


def test_the_short_form_of_a_run_is_enough() -> None:
    content = {
        "title": "T",
        "trigger": "mail",
        "steps": [{"text": "a", "tag": "AI", "gate": None, "minutes": 3}],
    }
    assert run_from(content) == Run("T", (Step("a", tag=Tag.AI, minutes=3, id="s1"),), trigger="mail")


STEP = {"text": "a"}
BAD: list[tuple[Any, str]] = [
    (
        [],
        "The file holds a list where a run should be. "
        'A run is an object with "title", "trigger" and "steps".',
    ),
    ({"title": "T"}, '"steps" is missing; it has to be a list of steps. Add the list, even if empty.'),
    ({"steps": "x"}, '"steps" is text; it has to be a list of steps. Add the list, even if empty.'),
    ({"steps": ["x"]}, 'Step 1 is text; a step is an object with a "text". Correct it.'),
    (
        {"steps": [STEP, {"text": "b", "tag": "MAYBE"}]},
        "\"tag\" of step 2 is 'MAYBE'; it has to be one of AI, DECISION, TYPING, or null. Correct it.",
    ),
    ({"steps": [{"text": 7}]}, '"text" of step 1 is 7; it has to be text or null. Correct it.'),
    ({"steps": [{"text": " "}]}, "Step 1: A step has no text. Write what is done, or delete the step."),
    (
        {"steps": [{"text": "a", "gate": "yes"}]},
        "\"gate\" of step 1 is 'yes'; it has to be true or false or null. Correct it.",
    ),
    (
        {"steps": [{"text": "a", "minutes": -1}]},
        "Step 1: Step 'a' has -1 minutes. Give a number from 0 up, or leave it empty.",
    ),
    (
        {"steps": [{"text": "a", "tag": "AI", "reason": "presence"}]},
        "Step 1: Step 'a' has the reason 'presence' but is not a DECISION. "
        "Remove the reason or tag the step DECISION.",
    ),
    (
        {"steps": [STEP], "edges": [["s1", "s9"]]},
        "The flow names step 's9', which the run does not have.",
    ),
    (
        {"steps": [{"text": "a", "id": "x"}, {"text": "b", "id": "x"}]},
        "Two steps share the id 'x'. Give each step its own, or leave ids out.",
    ),
    (
        {"format_version": 2, "steps": []},
        "The file was written by a newer version of the workbench (format 2; this one reads up to 1). "
        "Update the workbench, or export the report again from this version.",
    ),
]


@pytest.mark.parametrize(("content", "message"), BAD)
def test_a_bad_run_is_told_what_is_wrong(content: Any, message: str) -> None:
    with pytest.raises(RunError, match=f"^{re.escape(message)}$"):
        read_run_file(json.dumps(content))


def test_a_truncated_report_says_where_it_ends() -> None:
    whole = write(build(Run("T", (Step("a"),))), "json")
    with pytest.raises(
        RunError, match=r"^The file is not complete JSON: .* at line \d+, column \d+\. It may have"
    ):
        read_run_file(whole[: len(whole) // 2])


def test_not_a_number_of_minutes() -> None:
    with pytest.raises(RunError, match=r"has nan minutes\. Give a number from 0 up"):
        read_run_file('{"steps": [{"text": "a", "minutes": NaN}]}')


@pytest.mark.parametrize("data", [b"\xff\xfe\xfa", b"[" * 100_000, b""])
def test_bytes_that_are_no_json(data: bytes) -> None:
    with pytest.raises(RunError, match=r"The file is n(ot|ested)"):
        read_run_file(data)
