"""The whole job in a real browser: a real procedure in, a tagged count and its report out, and back again."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from counting.runfile import read_run_file
from counting.tally import tally
from tests.browser.watch import Watched

WIDTHS = (1280, 390)


@pytest.mark.parametrize(
    ("width", "procedure"),
    [
        (1280, "PagerDuty-incident-respons__security_incident_response.md"),
        (390, "issue__k8s_post-release-branch-creation.md"),
    ],
)
def test_a_real_procedure_becomes_a_count_and_a_report(
    open_page: Callable[..., Watched], cases: Path, tmp_path: Path, width: int, procedure: str
) -> None:
    app = open_page(width)
    app.page.get_by_label("Paste the description").fill((cases / "intake" / procedure).read_text("utf-8"))
    app.page.keyboard.press("Control+Enter")
    app.settle()
    app.press("Read the steps")
    app.page.get_by_text("Check the steps").first.wait_for()
    correct_the_steps(app)
    app.press("On to Tag")
    tag_everything(app)
    app.press("On to Gates")
    app.press("On to Result")
    shown = app.text()
    report = app.download("JSON")
    run = read_run_file(report).run
    count = tally(run)
    assert json.loads(report)["count"]["percentage"] == count.percentage
    assert f"{count.percentage} %" in shown
    assert f"{count.automatable} of {count.steps} steps" in shown
    assert count.headline in app.download("Markdown").decode("utf-8")
    app.open("Search the record")
    app.open("Count a workflow")
    assert f"{count.percentage} %" in app.text()
    give_it_back(app, report, tmp_path)


def correct_the_steps(app: Watched) -> None:
    app.page.get_by_role("textbox", name="What is done").fill("Duty manager opens the incident channel")
    app.page.keyboard.press("Tab")
    app.settle()
    app.press("Move down")
    app.press("Merge with next")
    app.press("Add a step below")
    app.press("Delete", exact=True)
    app.press("Undo")
    app.press("Redo")


def tag_everything(app: Watched) -> None:
    """By keyboard, round and round, until no step is left without a tag. J passes a question for a why."""
    for _ in range(60):
        if "every step is tagged" in app.text():
            return
        for keys in ("1", "3", "25", "j"):
            for key in keys:
                app.key(key)
    raise AssertionError("there are still steps without a tag")


def give_it_back(app: Watched, report: bytes, tmp_path: Path) -> None:
    """The report is also a run: in a new count everything is back."""
    file = tmp_path / "report.json"
    file.write_bytes(report)
    app.page.get_by_role("radio", name="1 Describe").click()
    app.settle()
    app.page.get_by_test_id("stFileUploaderDropzoneInput").first.set_input_files(file)
    app.page.get_by_text("Opened the saved count").wait_for()
    app.settle()
    app.page.get_by_role("radio", name="5 Result").click()
    app.settle()
    again = app.download("JSON")
    assert read_run_file(again).run.steps == read_run_file(report).run.steps


@pytest.mark.parametrize("width", WIDTHS)
def test_every_page_stays_inside_the_window(open_page: Callable[..., Watched], width: int) -> None:
    app = open_page(width)
    for title in ("Search the record", "Read the record", "Worked counts", "Check a report", "Record health"):
        app.open(title)
        assert app.page.get_by_role("heading", name=title).count()


def test_every_stage_begins_at_its_head(open_page: Callable[..., Watched]) -> None:
    """Also after the button at the foot of a long one."""
    app = open_page(390)
    app.page.get_by_label("Paste the description").fill(
        "\n".join(f"- Clerk files form {n}" for n in range(14))
    )
    app.press("Read the steps")
    for stage in ("Tag", "Gates", "Result"):
        app.page.get_by_role("button", name=f"On to {stage}").last.click()
        app.settle()
        assert app.page.get_by_test_id("stMain").evaluate("main => main.scrollTop") == 0, stage
