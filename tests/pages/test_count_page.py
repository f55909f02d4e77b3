"""The count page from a pasted text to the count: each act, its undo, and what the page says next."""

from __future__ import annotations

import json

import pytest

from counting import Reason, Run, Step, Tag, tally
from counting.report import build, write
from tests.pages.conftest import Workbench, healthy, pasted, press, words

TEXT = """1. Clerk reads the complaint mail
2. Clerk looks up the order in the shop system
3. Clerk drafts a reply to the customer
4. Team lead approves the refund
5. Clerk sends the reply to the customer
"""


def run_of(app: object) -> Run:
    return app.session_state["history"].work.run  # type: ignore[attr-defined]


def test_a_pasted_list_becomes_steps_and_the_page_says_what_is_next(workbench: Workbench) -> None:
    app = healthy(pasted(workbench(), TEXT))
    assert [step.text for step in run_of(app).steps] == [line[3:] for line in TEXT.strip().splitlines()]
    assert "Next:" in words(app)
    assert "Check the steps" in words(app)


def test_the_whole_job_ends_in_the_fraction_and_the_percentage(workbench: Workbench) -> None:
    app = press(
        pasted(workbench(), TEXT), "onward", "tag_AI", "tag_TYPING", "tag_AI", "tag_DECISION",
        "reason_accountability", "tag_TYPING", "onward", "onward",
    )  # fmt: skip
    assert [step.tag for step in run_of(app).steps] == [Tag.AI, Tag.TYPING, Tag.AI, Tag.DECISION, Tag.TYPING]
    assert run_of(app).steps[3].reason is Reason.ACCOUNTABILITY
    assert app.metric[0].value == "80 %"
    assert "**4 of 5 steps**: 2 AI and 2 TYPING. Kept by a person: 1." in words(app)


def test_an_incomplete_run_shows_no_percentage_and_how_much_is_missing(workbench: Workbench) -> None:
    app = press(pasted(workbench(), TEXT), "onward", "tag_AI", "onward", "onward")
    assert not app.metric
    assert "Incomplete: 4 of 5 steps still to tag" in words(app)


def test_every_act_can_be_undone_and_redone(workbench: Workbench) -> None:
    app = press(pasted(workbench(), TEXT), "onward", "tag_AI", "tag_TYPING")
    after = run_of(app)
    press(app, "undo", "undo")
    assert [step.tag for step in run_of(app).steps] == [None] * 5
    press(app, "redo", "redo")
    assert run_of(app) == after


def test_steps_are_edited_moved_merged_split_added_and_deleted(workbench: Workbench) -> None:
    app = pasted(workbench(), TEXT)
    app.text_area(key=f"text_{run_of(app).steps[0].id}").set_value("Clerk opens the mail").run()
    press(app, "move_down", "merge", "add_below", "delete_step")
    assert [step.text for step in run_of(app).steps] == [
        "Clerk looks up the order in the shop system",
        "Clerk opens the mail; Clerk drafts a reply to the customer",
        "Team lead approves the refund",
        "Clerk sends the reply to the customer",
    ]


def test_leaving_the_page_and_coming_back_loses_nothing(workbench: Workbench) -> None:
    app = press(pasted(workbench(), TEXT), "onward", "tag_AI")
    before = run_of(app)
    healthy(app.switch_page("pages/search.py").run())
    healthy(app.switch_page("pages/count.py").run())
    assert run_of(app) == before
    assert "1 of 5 are tagged" in words(app)


def test_a_reload_by_the_link_brings_the_count_and_its_undo_back(workbench: Workbench) -> None:
    app = press(pasted(workbench(), TEXT), "onward", "tag_AI", "tag_TYPING")
    key = app.query_params["count"]
    again = workbench(count=key)
    assert run_of(again) == run_of(app)
    press(again, "undo", "undo")
    assert [step.tag for step in run_of(again).steps] == [None] * 5


def test_two_tabs_on_one_count_lose_no_update(workbench: Workbench) -> None:
    first = press(pasted(workbench(), TEXT), "onward")
    key = first.query_params["count"]
    second = workbench(count=key)
    press(second, "tag_AI")
    press(first, "tag_TYPING")
    assert "changed in another tab" in words(first)
    press(first, "take_newer")
    assert run_of(first).steps[0].tag is Tag.AI


def test_a_link_to_nothing_is_explained(workbench: Workbench) -> None:
    from streamlit.testing.v1 import AppTest

    from tests.pages.conftest import APP, WAIT_SECONDS

    app = AppTest.from_file(APP, default_timeout=WAIT_SECONDS)
    app.query_params["count"] = "no-such-key"
    app.run()
    assert not app.exception
    assert "no saved count has this link" in words(app)


@pytest.mark.parametrize("text", ["", "   \n\t  "])
def test_nothing_to_read_is_said_and_loses_nothing(workbench: Workbench, text: str) -> None:
    app = press(pasted(workbench(), TEXT), "back")
    before = run_of(app)
    pasted(app, text)
    assert len(app.error) == 1
    assert "There is nothing to read yet. Paste the steps of one piece of work, or drop a file." in words(app)
    assert run_of(app) == before


@pytest.mark.parametrize(
    "text",
    [
        "1. <script>alert(1)</script>\n2. **bold** :red[x] [link](javascript:alert(1))\n3. $x$ -> :smile:",
        "1. يقرأ الموظف الرسالة\n2. ينسخ الموظف الرقم\n3. يوافق المدير",
        "1. 店員がメールを読む\n2. 店員が番号を入力する\n3. 店長が承認する",
        "1. " + "x" * 5000 + "\n2. Clerk files it",
    ],
    ids=["markup", "right to left", "CJK", "one long line"],
)
def test_odd_text_goes_through_every_stage_as_text(workbench: Workbench, text: str) -> None:
    app = healthy(pasted(workbench(), text))
    steps = run_of(app).steps
    assert steps
    press(app, "onward", *["tag_AI"] * len(steps), "onward", "onward")
    assert app.metric[0].value == "100 %"
    assert tally(run_of(app)).steps == len(steps)


@pytest.mark.parametrize("text", ["x" * 200_000, "!!! ??? ... 123", "# Only a heading\n"])
def test_text_that_cannot_be_a_workflow_is_explained_or_read_but_never_a_failure(
    workbench: Workbench, text: str
) -> None:
    app = pasted(workbench(), text)
    assert not app.exception
    assert app.error or run_of(app).steps


def test_two_thousand_steps_stay_usable(workbench: Workbench) -> None:
    app = healthy(pasted(workbench(), "\n".join(f"- Clerk files form {n}" for n in range(1, 2001))))
    press(app, "onward", "tag_TYPING", "tag_AI", "onward", "onward")
    assert "Incomplete: 1998 of 2000 steps still to tag" in words(app)


def test_a_json_report_brings_everything_back(workbench: Workbench) -> None:
    run = Run("Refund", (Step("read", tag=Tag.AI, note="n"), Step("pay", tag=Tag.TYPING, outward=True)))
    app = workbench()
    app.file_uploader(key="file").upload("report.json", write(build(run), "json"), "application/json").run()
    healthy(app)
    assert run_of(app) == run


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda text: text[: len(text) // 2], "not complete JSON"),
        (lambda text: json.dumps({**json.loads(text), "format_version": 99}), "newer version"),
        (lambda text: text.replace('"AI"', '"ROBOT"', 1), "has to be one of AI, DECISION, TYPING"),
        (
            lambda _: json.dumps({"title": "Refund", "steps": [{"text": "read", "tag": "ROBOT"}]}),
            "\"tag\" of step 1 is 'ROBOT'; it has to be one of AI, DECISION, TYPING, or null. Correct it.",
        ),
    ],
    ids=["truncated", "newer", "edited", "a bare run"],
)
def test_a_damaged_report_is_explained_and_loses_nothing(
    workbench: Workbench, change: object, says: str
) -> None:
    text = write(build(Run("Refund", (Step("read", tag=Tag.AI),))), "json").decode()
    app = press(pasted(workbench(), TEXT), "back")
    before = run_of(app)
    app.file_uploader(key="file").upload("r.json", change(text).encode(), "application/json").run()  # type: ignore[operator]
    assert not app.exception
    assert len(app.error) == 1
    assert says in words(app)
    assert run_of(app) == before
