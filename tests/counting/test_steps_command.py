"""`python -m counting steps`: lines for people, JSON for programs, errors on stderr with status 2."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from counting import Run, Step, Tag
from counting.__main__ import app
from counting.report import build, write
from tests.counting.intake.bpmn_text import bpmn, chain, flow, process, task

MODEL = bpmn(
    process(
        task("s", "Order received", "startEvent"),
        task("a", "Send offer"),
        task("g", "Accepted?", "exclusiveGateway"),
        task("b", "Pack the goods and bill the customer"),
        task("c", "Say thanks"),
        chain("s", "a", "g"),
        flow("g", "b", "yes"),
        flow("g", "c", "no"),
        title="Sales",
    )
)


@pytest.fixture
def model(tmp_path: Path) -> Path:
    path = tmp_path / "sales.bpmn"
    path.write_bytes(MODEL)
    return path


def run(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, ["steps", *arguments])
    return result.exit_code, result.stdout, result.stderr


def test_each_item_is_a_line_with_its_number_actor_text_place_and_proposal(model: Path) -> None:
    code, out, err = run(str(model))
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        "BPMN model: 4 steps, 1 item skipped, 1 to split.",
        "",
        "   - | unknown | Order received | element s (line 1) | "
        "skipped: A start event says when the run begins; it is not an act. (R12)",
        "   1 | unknown | Send offer | element a (line 1) | step",
        "   2 | unknown | Accepted? | element g (line 1) | step, DECISION",
        "   3 | unknown | Pack the goods and bill the customer | element b (line 1) | "
        "split: Pack the goods / Bill the customer [when Accepted: yes]",
        "   4 | unknown | Say thanks | element c (line 1) | step [when Accepted: no]",
    ]


def test_json_holds_the_whole_draft(model: Path) -> None:
    code, out, _ = run(str(model), "--json")
    value = json.loads(out)
    assert code == 0
    assert value["kind"] == "BPMN model"
    assert value["edges"] == [["a", "g"], ["g", "b"], ["g", "c"]]
    assert [(step["n"], step["proposed"]) for step in value["steps"]] == [
        (None, "skipped"),
        (1, "step"),
        (2, "step"),
        (3, "split"),
        (4, "step"),
    ]
    assert value["steps"][3] == {
        "n": 3,
        "id": "b",
        "actor": None,
        "text": "Pack the goods and bill the customer",
        "original": "Pack the goods and bill the customer",
        "position": "element b (line 1)",
        "start": None,
        "end": None,
        "line": 1,
        "proposed": "split",
        "why": "Two acts in one name can need different tags.",
        "rule": "R1",
        "parts": ["Pack the goods", "Bill the customer"],
        "decision": False,
        "procedure": 0,
        "notes": ["when Accepted: yes"],
    }


def test_several_procedures_are_headed(tmp_path: Path) -> None:
    path = tmp_path / "two.bpmn"
    path.write_bytes(
        bpmn(
            process(task("a", "Hire"), title="Hiring") + process(task("b", "Pay"), name="q", title="Payroll")
        )
    )
    assert [line for line in run(str(path))[1].splitlines() if line.startswith("==")] == [
        "== Hiring",
        "== Payroll",
    ]


def test_an_error_goes_to_stderr_with_status_2(tmp_path: Path) -> None:
    path = tmp_path / "empty.txt"
    path.write_bytes(b"")
    code, out, err = run(str(path))
    assert (code, out) == (2, "")
    assert err.startswith("empty.txt: The file is empty: there is nothing to read.")


def test_a_saved_count_is_sent_to_where_it_can_be_opened(tmp_path: Path) -> None:
    path = tmp_path / "report.json"
    path.write_bytes(write(build(Run("Refund", (Step("read", tag=Tag.AI),))), "json"))
    assert run(str(path)) == (
        2,
        "",
        "report.json: This is a saved count of this workbench, not a new description. "
        "To go on where it was left, drop it on the count page, at Describe.\n",
    )


@pytest.mark.parametrize("form", [{}, {"format": "workflow-count"}], ids=["a bare run", "a report"])
def test_a_run_file_with_a_bad_value_is_told_what_is_wrong_as_the_report_verb_tells_it(
    tmp_path: Path, form: dict[str, str]
) -> None:
    path = tmp_path / "RUN.json"
    path.write_text(json.dumps({**form, "title": "Refund", "steps": [{"text": "read", "tag": "ROBOT"}]}))
    code, out, err = run(str(path))
    assert (code, out) == (2, "")
    assert err == (
        "RUN.json: \"tag\" of step 1 is 'ROBOT'; it has to be one of AI, DECISION, TYPING, or null. "
        "Correct it.\n"
    )
    assert err == CliRunner().invoke(app, ["report", str(path)]).stderr


def test_a_run_file_is_known_without_its_mark(tmp_path: Path) -> None:
    path = tmp_path / "RUN.json"
    path.write_text(json.dumps({"title": "Refund", "steps": [{"text": "read", "tag": "AI"}]}))
    assert run(str(path))[2].startswith("RUN.json: This is a saved count of this workbench")


def test_steps_of_another_tool_are_no_run_file(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text(json.dumps({"steps": [{"call": "read", "tag": "ROBOT"}, "pay"]}))
    assert "x.json: This JSON is no kind of workflow known here" in run(str(path))[2]


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    code, _, err = run(str(tmp_path / "gone.txt"))
    assert code == 2
    assert err.strip().endswith("gone.txt: No such file or directory. Check the path.")


def test_a_large_file_is_refused_without_being_read(tmp_path: Path) -> None:
    path = tmp_path / "huge.txt"
    with path.open("wb") as handle:
        handle.truncate(200 * 1024 * 1024)
    code, _, err = run(str(path))
    assert code == 2
    assert "The file is 200.0 MB; the cap file_bytes allows 20.0 MB" in err


def test_what_is_piped_in_is_read(model: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "counting", "steps", "-"], input=MODEL, capture_output=True, check=False
    )
    assert done.returncode == 0
    assert done.stdout.decode().startswith("BPMN model: 4 steps")


def test_names_cannot_steer_the_terminal(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text(
        '{"lists": [{"id": "l", "name": "L"}], "cards": [{"idList": "l", "name": "Pack \\u001b[31m"}]}'
    )
    assert "\x1b" not in run(str(path))[1]


def test_importing_counting_loads_no_reader() -> None:
    code = "import sys, counting; print(any(name.startswith('counting.intake') for name in sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert done.stdout.strip() == b"False"
