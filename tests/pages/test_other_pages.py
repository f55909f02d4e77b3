"""The pages around the count: search, read, worked counts, check a report, record health."""

from __future__ import annotations

import io
import json
from collections.abc import Callable

import pytest
from openpyxl import load_workbook
from streamlit.testing.v1 import AppTest

from counting import Run, Step, Tag
from counting.report import FORMATS, build, write
from counting.runfile import run_as_dict
from pages.parts import describe
from tests.pages.conftest import Workbench, healthy, press, words

PAGES = ("search", "read", "counts", "verify", "health")
REPORT = build(Run("Refund", (Step("read", tag=Tag.AI), Step("pay", tag=Tag.TYPING))))


def opened(app: AppTest, page: str) -> AppTest:
    return healthy(app.switch_page(f"pages/{page}.py").run())


def asked(app: AppTest, question: str) -> AppTest:
    app.text_input(key="query").set_value(question)
    return healthy(next(each for each in app.button if each.label == "Search").click().run())


def test_a_search_shows_the_outcome_the_gate_and_cited_passages(workbench: Workbench) -> None:
    app = asked(opened(workbench(), "search"), "Which tag does approving a payment get?")
    said = words(app)
    assert "The record answers with" in said
    assert "The gate is" in said
    assert "generation 1, retrieved" in said
    assert app.json


def test_an_empty_question_is_explained(workbench: Workbench) -> None:
    app = asked(opened(workbench(), "search"), "   ")
    assert "the query is empty" in words(app)


def test_an_answer_is_still_there_after_another_page(workbench: Workbench) -> None:
    app = asked(opened(workbench(), "search"), "What is a gate?")
    app = opened(opened(app, "read"), "search")
    assert "What is a gate?" in words(app)
    assert "The record answers with" in words(app)


def test_reading_walks_the_documents_in_order(workbench: Workbench) -> None:
    app = opened(workbench(), "read")
    first = app.selectbox(key="document_choice").value
    press(app, "doc_next")
    assert app.selectbox(key="document_choice").value != first
    assert "unverified" in words(app)


def test_the_five_worked_counts_are_examples_with_their_fractions(workbench: Workbench) -> None:
    said = words(opened(workbench(), "counts"))
    for headline in (
        "70 % (14 of 20 steps)", "64 % (16 of 25 steps)", "67 % (12 of 18 steps)", "73 % (11 of 15 steps)",
        "80 % (16 of 20 steps)",
    ):  # fmt: skip
        assert headline in said
    assert "not targets and not templates" in said


def test_a_worked_count_opens_to_play_with_and_undo_brings_back_what_was_there(workbench: Workbench) -> None:
    app = healthy(workbench())
    app.button(key="example_documents/counts/hiring-round").click().run()
    healthy(app)
    assert len(app.session_state["history"].work.run.steps) == 15
    press(app, "undo")
    assert app.session_state["history"].work.run.steps == ()


@pytest.mark.parametrize("name", FORMATS)
def test_a_report_of_any_format_is_checked_and_opened_again(workbench: Workbench, name: str) -> None:
    data = write(REPORT, name)
    app = opened(workbench(), "verify")
    app.file_uploader(key="report_to_check").upload(f"r.{name}", data, "application/octet-stream").run()
    assert "It matches." in words(healthy(app))
    assert words(app).count("A fingerprint shows changes but is no signature") == 1
    app = opened(app, "count")
    app.file_uploader(key="file").upload(f"r.{name}", data, "application/octet-stream").run()
    assert app.session_state["history"].work.run == REPORT.run
    assert [each.value for each in app.warning if "changed" in each.value] == []


def _other_cell(data: bytes) -> bytes:
    """The workbook with one cell of the sheet a person sees written over."""
    book = load_workbook(io.BytesIO(data))
    sheet = book.worksheets[0]
    sheet["A1"] = "Another title"
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


@pytest.mark.parametrize(
    ("name", "change", "says"),
    [
        ("xlsx", _other_cell, describe.CHANGED),
        ("md", lambda data: data.replace(b"100 %", b"12 %"), describe.CHANGED),
        ("json", lambda data: data.replace(b'"read"', b'"reads"', 1), describe.DATA_CHANGED),
    ],
    ids=["a cell", "a text", "the data itself"],
)
def test_a_report_changed_after_it_was_written_is_opened_with_a_warning(
    workbench: Workbench, name: str, change: Callable[[bytes], bytes], says: str
) -> None:
    app = workbench()
    data = change(write(REPORT, name))
    app.file_uploader(key="file").upload(f"r.{name}", data, "application/octet-stream").run()
    assert [each.value for each in healthy(app).warning if "was changed" in each.value] == [says]
    assert len(app.session_state["history"].work.run.steps) == 2
    press(app, "onward")
    assert [each.value for each in app.warning if "was changed" in each.value] == []


def test_a_report_of_another_version_or_a_bare_run_is_opened_without_a_warning(workbench: Workbench) -> None:
    older = write(REPORT, "json").replace(b'"layout": 1', b'"layout": 0')
    bare = json.dumps(run_as_dict(REPORT.run)).encode()
    app = workbench()
    for data in (older, bare):
        app.file_uploader(key="file").upload("r.json", data, "application/json").run()
        assert app.session_state["history"].work.run == REPORT.run
        assert [each.value for each in healthy(app).warning if "was changed" in each.value] == []
        press(app, "back")


def test_a_changed_report_is_found(workbench: Workbench) -> None:
    data = write(REPORT, "md").replace(b"100 %", b"12 %")
    app = opened(workbench(), "verify")
    app.file_uploader(key="report_to_check").upload("r.md", data, "text/markdown").run()
    assert "It was changed." in words(app)


def test_a_report_of_another_version_is_not_called_changed(workbench: Workbench) -> None:
    data = write(REPORT, "json").replace(b'"layout": 1', b'"layout": 0')
    app = opened(workbench(), "verify")
    app.file_uploader(key="report_to_check").upload("r.json", data, "application/json").run()
    assert "It was made by another version." in words(healthy(app))


def test_the_operator_sees_generations_and_tiers(workbench: Workbench) -> None:
    app = opened(workbench(), "health")
    said = words(app)
    assert "Generations" in said
    assert "unverified: " in said
    assert app.metric[0].value == "1"


def test_the_sidebar_says_generation_gate_and_floor(workbench: Workbench) -> None:
    said = "\n".join(each.value for each in workbench().sidebar.caption)
    assert "Generation: 1" in said
    assert "The gate is" in said
    assert "Trust floor: unverified" in said


def test_an_unpublished_record_is_said_with_the_command_to_run(unpublished: Workbench) -> None:
    app = unpublished()
    assert "The record is unpublished" in words(app)
    assert "python -m store ingest" in words(app)
    assert next(each.value for each in app.sidebar.caption).endswith("none published yet")


@pytest.mark.parametrize("page", PAGES)
def test_every_page_opens_on_an_unpublished_record(unpublished: Workbench, page: str) -> None:
    assert opened(unpublished(), page).title
