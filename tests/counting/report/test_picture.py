"""The picture of a run: one geometry, drawn the same in SVG, PDF and PNG."""

from __future__ import annotations

import io

from hypothesis import given, settings
from lxml import etree
from PIL import Image

from counting import Run, Step, Tag
from counting.report import Report, build, write
from counting.report.picture import MARKS_PER_ROW, Disc, Label, Picture, Polygon, pictures
from counting.report.picture_png import PIXELS_PER_POINT, png
from counting.report.picture_svg import svg
from tests.counting.report.made import clinic, drawn_reports

LETTERS = {Tag.AI: "A", Tag.TYPING: "T", Tag.DECISION: "D", None: "?"}


def labels(picture: Picture) -> list[str]:
    return [shape.text for shape in picture.shapes if isinstance(shape, Label)]


@settings(max_examples=50)
@given(drawn_reports())
def test_every_step_has_its_mark_letter_and_number_in_order(report: Report) -> None:
    marks = [label for picture in pictures(report) for label in labels(picture)]
    if report.lines:
        marks = marks[marks.index("warning (G2)") + 1 :]
    letters = [label for label in marks if label in LETTERS.values()]
    assert letters == [LETTERS[line.step.tag] for line in report.lines]
    assert [int(label) for label in marks if label.isdigit()] == [line.number for line in report.lines]
    assert marks.count("gate") == len(report.gates)
    assert marks.count("!") == len(report.warnings)


@settings(max_examples=50)
@given(drawn_reports())
def test_everything_is_inside_the_picture(report: Report) -> None:
    for picture in pictures(report):
        for shape in picture.shapes:
            match shape:
                case Polygon(points):
                    places = list(points)
                case Disc(x, y, radius):
                    places = [(x - radius, y - radius), (x + radius, y + radius)]
                case Label(x, y):
                    places = [(x, y)]
            assert all(0 <= x <= picture.width and 0 <= y <= picture.height for x, y in places), shape


def test_bars_lie_under_unattended_stretches_and_the_longest_is_marked() -> None:
    run = Run(
        "T", tuple(Step(str(n), tag=tag) for n, tag in enumerate([Tag.AI, Tag.AI, Tag.DECISION, Tag.TYPING]))
    )
    (picture,) = pictures(build(run))
    bars = [s.role for s in picture.shapes if isinstance(s, Polygon) and s.role in ("stretch", "longest")]
    assert bars == [
        "stretch",
        "longest",
        "longest",
        "longest",
        "stretch",
    ]  # the legend shows one of each first


def test_a_long_run_wraps_to_rows_and_to_pictures() -> None:
    run = Run("Long", tuple(Step(f"step {n}", tag=Tag.AI) for n in range(1, 2 * MARKS_PER_ROW + 2)))
    one, two = pictures(build(run), rows=2)
    assert [label for label in labels(one) if label.isdigit()][-1] == str(2 * MARKS_PER_ROW)
    assert labels(two) == ["A", "41"]
    assert two.words.startswith("Steps 41 to 41. The run in order, one mark per step: 41 steps, 41 AI, ")
    (whole,) = pictures(build(run))
    assert whole.height > one.height


def test_no_steps_no_picture() -> None:
    assert pictures(build(Run("Empty"))) == ()


def test_the_words_say_what_is_drawn() -> None:
    (picture,) = pictures(clinic())
    assert picture.words == (
        "The run in order, one mark per step: 7 steps, 1 AI, 4 TYPING, 2 DECISION, 0 not tagged. "
        "Human gates: 3. Longest unattended stretch: 3 (steps 1 to 3). Warnings (G2): 1. "
        "The table of the steps holds the same."
    )


def test_svg_has_the_same_shapes_and_its_words() -> None:
    (picture,) = pictures(clinic())
    root = etree.fromstring(svg(picture))
    assert (root.get("role"), root.get("aria-label")) == ("img", picture.words)
    kinds = {"polygon": Polygon, "circle": Disc, "text": Label}
    assert [kinds[str(element.tag)] for element in root] == [type(shape) for shape in picture.shapes]
    assert [element.text for element in root.iter("text")] == labels(picture)


def test_png_is_as_large_as_the_picture() -> None:
    (picture,) = pictures(clinic())
    image = Image.open(io.BytesIO(png(picture)))
    assert image.size == (round(picture.width * PIXELS_PER_POINT), round(picture.height * PIXELS_PER_POINT))
    assert len(image.convert("RGB").getcolors(10_000) or ()) > 6


def test_word_shows_the_picture_with_its_words_and_real_headings() -> None:
    from docx import Document

    document = Document(io.BytesIO(write(clinic(), "docx")))
    (shape,) = document.inline_shapes
    assert shape._inline.docPr.get("descr") == pictures(clinic())[0].words
    headings = [p.text for p in document.paragraphs if p.style is not None and p.style.name == "Heading 1"]
    assert headings == [
        "About this run",
        "The count",
        "The run in one picture",
        "The steps",
        "Suggestions the person overrode",
        "Worked counts, as context",
        "Passages of the record",
        "Fingerprint",
    ]
    steps = document.tables[2]
    assert steps.rows[0]._tr.xpath("./w:trPr/w:tblHeader") != []


def test_excel_shows_the_picture_and_keeps_heads_in_view() -> None:
    from openpyxl import load_workbook

    book = load_workbook(io.BytesIO(write(clinic(), "xlsx")))
    assert (len(book["Summary"]._images), book["Steps"].freeze_panes) == (1, "C2")
    assert [(sheet.title, sheet.sheet_state) for sheet in book] == [
        ("Summary", "visible"),
        ("Steps", "visible"),
        ("Context", "visible"),
        ("Data", "hidden"),
    ]
