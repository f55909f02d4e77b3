"""The picture and the table hold the same run; no text of a step becomes markup in the chart."""

from __future__ import annotations

from counting import Reason, Run, Step, Tag
from pages.parts import picture

RUN = Run(
    "t",
    (
        Step("read <b>it</b>", tag=Tag.AI, id="a"),
        Step("file", tag=Tag.TYPING, outward=True, id="b"),
        Step("approve", tag=Tag.DECISION, reason=Reason.ACCOUNTABILITY, id="c"),
        Step("later", id="d"),
    ),
)


def test_the_table_holds_every_step_in_order() -> None:
    table = picture.picture_table(RUN)
    assert table["Tag"].tolist() == ["AI", "TYPING", "DECISION, accountability", "not tagged"]
    assert table["Gate"].tolist() == ["", "", "gate", ""]
    assert table["Warning"].tolist() == ["", "no gate before", "", ""]
    assert table["Stretch"].tolist() == ["1 to 2", "1 to 2", "", ""]


def test_the_picture_has_one_mark_per_step_named_by_its_tag() -> None:
    marks = {
        trace.name: list(trace.x) for trace in picture.run_picture(RUN).data if trace.mode == "markers+text"
    }
    assert marks == {
        "A = AI (1)": [1],
        "T = TYPING (1)": [2],
        "D = DECISION (1)": [3],
        "? = not tagged (1)": [4],
    }


def test_markup_in_a_step_stays_text_in_the_chart() -> None:
    hovers = [text for trace in picture.run_picture(RUN).data for text in trace.hovertext or ()]
    assert "1. read &lt;b&gt;it&lt;/b&gt;<br>AI" in hovers


def test_marks_go_on_to_the_next_line_after_twenty() -> None:
    run = Run("t", tuple(Step("x", tag=Tag.AI) for _ in range(21)))
    marks = next(trace for trace in picture.run_picture(run).data if trace.mode == "markers+text")
    assert (marks.x[20], marks.y[20]) == (1, -1)


def test_the_picture_in_words_counts_what_it_shows() -> None:
    assert picture.picture_words(RUN) == (
        "The run in order: 4 steps, 1 AI, 1 TYPING, 1 DECISION, 1 not tagged, gates: 1. "
        "The table below holds the same data."
    )
