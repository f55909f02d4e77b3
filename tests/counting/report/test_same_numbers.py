"""The same numbers in every format, read back by other programs than the ones that wrote them."""

from __future__ import annotations

import csv
import io
import json

import pytest
from hypothesis import given, settings
from lxml import etree
from openpyxl import load_workbook

from counting.report import EXAMPLES_SENTENCE, FORMATS, Report, build, cells, write
from counting.report.cells import words
from counting.report.fingerprint import fingerprint
from tests.counting.report.made import CLINIC, clinic, drawn_reports
from tests.counting.report.reading import squeezed, text_of

PEOPLE = ("pdf", "docx", "xlsx", "html", "md")  # formats whose tables stand row by row, cell by cell


def test_the_hand_made_report_says_what_was_counted_by_hand() -> None:
    report = clinic()
    assert report.count.headline == "71 % (5 of 7 steps)"
    assert (report.gates, report.warnings, report.unsplit) == ((4, 5, 6), (3,), (6,))
    assert cells.stretch_text(report) == "3 (steps 1 to 3)"
    assert [(row.label, row.value) for row in cells.summary_rows(report)] == [
        ("Count", "71 % (5 of 7 steps)"),
        ("AI steps", "1"),
        ("TYPING steps", "4"),
        ("DECISION steps", "2"),
        ("Untagged steps", "0"),
        ("DECISION by judgement", "0"),
        ("DECISION by accountability", "1"),
        ("DECISION by relationship", "0"),
        ("DECISION by presence", "1"),
        ("Human gates", "3 (steps 4, 5, 6)"),
        ("Longest unattended stretch", "3 (steps 1 to 3)"),
        ("Warnings (G2)", "1 (step 3)"),
        ("Strict (person and sure suggestion agree)", "1 of 7 steps"),
        ("The count", "5 of 7 steps"),
        ("Ceiling (every doubtful DECISION the other way)", "6 of 7 steps"),
        ("AI or TYPING without a sure suggestion behind it", "4 (steps 1, 3, 6, 7)"),
        ("DECISION in doubt", "1 (step 4)"),
        ("Time share (second to the count)", "40 % (10 of 25 minutes a run)"),
        ("Hours a month", "20 of 50 hours"),
        ("Lines left unsplit (R1)", "1 (step 6)"),
    ]


def assert_says_the_same(report: Report, name: str) -> None:
    """Headline, every summary row and every step row stand in the file as `cells` has them."""
    found = squeezed(text_of(write(report, name), name))
    expected = [report.count.headline, fingerprint(report), EXAMPLES_SENTENCE]
    expected += [f"{row.label} {row.value}" for row in cells.summary_rows(report)]
    expected += [f"{row.label} {row.value}" for row in cells.about_rows(report)]
    expected += [" ".join(map(words, cells.step_cells(line))) for line in report.lines]
    for table in (cells.override_cells, cells.example_cells, cells.citation_cells):
        expected += [" ".join(map(words, row)) for row in table(report)]
    missing = [text for text in expected if squeezed(text) not in found]
    assert missing == [], f"{name} does not say {missing}"


@pytest.mark.parametrize("name", PEOPLE)
def test_the_hand_made_report_is_whole_in_every_format(name: str) -> None:
    assert_says_the_same(clinic(), name)


@pytest.mark.parametrize("name", PEOPLE)
@settings(max_examples=8, deadline=None)
@given(report=drawn_reports())
def test_drawn_reports_are_whole_in_every_format(name: str, report: Report) -> None:
    assert_says_the_same(report, name)


@settings(max_examples=25, deadline=None)
@given(report=drawn_reports())
def test_csv_holds_every_row(report: Report) -> None:
    rows = list(csv.DictReader(io.StringIO(write(report, "csv").decode("utf-8-sig"))))
    counted = {row["Step"]: row["Value"] for row in rows if row["Section"] == "count"}
    assert counted == {row.label: row.value for row in cells.summary_rows(report)}
    steps = [[row[column] for column in cells.STEP_COLUMNS] for row in rows if row["Section"] == "steps"]
    assert steps == [list(map(words, cells.step_cells(line))) for line in report.lines]


@settings(max_examples=25, deadline=None)
@given(report=drawn_reports())
def test_json_holds_every_number(report: Report) -> None:
    found = json.loads(write(report, "json"))
    assert found["headline"] == report.count.headline
    assert found["count"] == {
        "steps": report.count.steps,
        "automatable": report.count.automatable,
        "percentage": report.count.percentage,
        "untagged": report.count.untagged,
        "totals": report.count.totals,
    }
    assert found["gates"] == list(report.gates)
    assert found["longest_unattended_stretch"] == report.longest_length
    assert found["g2_warnings"] == list(report.warnings)
    assert [step["tag"] for step in found["steps"]] == [line.step.tag for line in report.lines]
    assert found["fingerprint"] == fingerprint(report)


@settings(max_examples=25, deadline=None)
@given(report=drawn_reports())
def test_bpmn_holds_every_number_and_tag(report: Report) -> None:
    root = etree.fromstring(write(report, "bpmn"))
    process = root.find("{*}process")
    assert process is not None
    said = [element.text for element in process.findall("{*}documentation")]
    for row in (*cells.about_rows(report), *cells.summary_rows(report)):
        assert f"{row.label}: {row.value}" in said
    assert f"Fingerprint: {fingerprint(report)}" in said
    tag = "{urn:workflow-count:report}tag"
    assert [task.get(tag) for task in process if task.get(tag)] == [
        cells.tag_words(line) for line in report.lines
    ]


@settings(max_examples=10, deadline=None)
@given(report=drawn_reports())
def test_excel_holds_numbers_as_numbers(report: Report) -> None:
    book = load_workbook(io.BytesIO(write(report, "xlsx")))
    numbers = {row[0].value: row[2].value for row in book["Summary"].iter_rows(max_col=3)}
    assert {row.label: row.number for row in cells.summary_rows(report)}.items() <= numbers.items()
    steps = [(row[0].value, row[8].value) for row in book["Steps"].iter_rows(min_row=2)]
    assert steps == [(line.number, line.step.minutes) for line in report.lines]


def test_one_fingerprint_for_all_formats_and_another_for_another_count() -> None:
    mark = fingerprint(clinic())
    for name in FORMATS:
        assert mark in text_of(write(clinic(), name), name).replace("\n", "").replace("\r", ""), name
    assert fingerprint(build(CLINIC)) != mark  # the worked counts shown are part of it


@pytest.mark.parametrize("name", FORMATS)
def test_the_same_report_is_the_same_file(name: str) -> None:
    assert write(clinic(), name) == write(clinic(), name)


def test_a_report_without_worked_counts_says_why() -> None:
    for name in PEOPLE:
        found = squeezed(text_of(write(build(CLINIC), name), name))
        assert squeezed(f"{EXAMPLES_SENTENCE} {cells.NO_EXAMPLES}") in found
