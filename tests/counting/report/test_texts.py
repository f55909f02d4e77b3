"""Texts of people in every format: all scripts, nothing run, nothing illegal, nothing dropped in silence."""

from __future__ import annotations

import csv
import io
import re
from zipfile import ZipFile

import pytest
from docx import Document
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree
from lxml import html as lxml_html
from openpyxl import load_workbook

from counting import Run, Step, Tag
from counting.report import FORMATS, build, write
from counting.report.as_csv import safe_cell
from counting.report.as_markdown import escape
from counting.report.readable import is_right_to_left, readable
from tests.counting.report.made import run_of
from tests.counting.report.reading import squeezed, text_of

GREEK, CYRILLIC = "Η γραμματέας στέλνει την επιστολή", "Секретарь отправляет письмо"
CHINESE, ARABIC, EMOJI = "秘书寄信", "السكرتيرة ترسل الرسالة", "Clerk sends 📨 the letter"
LATIN = "Škoda přijímá fakturu, Łódź płaci, naïve façade – “ok” → €5 ≥ ½"


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("text", [GREEK, CYRILLIC, LATIN])
def test_european_scripts_are_shown_by_every_format(name: str, text: str) -> None:
    assert squeezed(text) in squeezed(text_of(write(build(run_of(text)), name), name))


@pytest.mark.parametrize("name", [name for name in FORMATS if name != "pdf"])
@pytest.mark.parametrize("text", [CHINESE, ARABIC, EMOJI])
def test_other_scripts_are_shown_by_every_format_but_the_pdf(name: str, text: str) -> None:
    assert squeezed(text) in squeezed(text_of(write(build(run_of(text)), name), name))


def test_the_pdf_marks_what_it_cannot_show_and_says_so_once() -> None:
    found = squeezed(text_of(write(build(run_of(CHINESE, EMOJI)), "pdf"), "pdf"))
    said = squeezed(
        "This PDF cannot show some characters of the run; � stands for each. The HTML and Word reports"
    )
    assert found.count(said) == 1
    assert "1����" in found
    assert squeezed("2 Clerk sends � the letter") in found


def test_the_pdf_says_nothing_where_it_can_show_everything() -> None:
    found = text_of(write(build(run_of(GREEK, CYRILLIC, LATIN)), "pdf"), "pdf")
    assert "cannot show" not in found
    assert "�" not in found


def test_right_to_left_texts_are_marked() -> None:
    report = build(run_of(ARABIC))
    page = lxml_html.document_fromstring(write(report, "html").decode())
    assert [cell.get("dir") for cell in page.xpath("//td") if cell.text == ARABIC] == ["auto"]
    document = Document(io.BytesIO(write(report, "docx")))
    marked = document.element.body.xpath(".//w:p[w:pPr/w:bidi]")
    assert ["".join(text.text for text in each.xpath(".//w:t")) for each in marked] == [ARABIC]
    sheet = load_workbook(io.BytesIO(write(report, "xlsx")))["Steps"]
    assert [sheet["B2"].alignment.readingOrder, sheet["D2"].alignment.readingOrder] == [2, 0]


def test_direction_is_that_of_the_first_letter_with_one() -> None:
    assert [is_right_to_left(text) for text in (ARABIC, "12: שלום", "abc שלום", "123", "")] == [
        True, True, False, False, False,
    ]  # fmt: skip


FORMULAS = ['=HYPERLINK("http://x","y")', "+1+1", "-2+3", "@SUM(A1)", "\t=1+1", " =1", "＝1+1", "\n=1"]


@pytest.mark.parametrize("text", FORMULAS)
def test_no_spreadsheet_takes_a_text_for_a_formula(text: str) -> None:
    run = Run(text, (Step(f"{text} step", actor=text, tag=Tag.AI, note=text),), trigger=text, counted_by=text)
    rows = csv.reader(io.StringIO(write(build(run), "csv").decode("utf-8-sig")))
    assert [cell for row in rows for cell in row if cell.lstrip()[:1] in tuple("=+-@＝")] == []
    parts = ZipFile(io.BytesIO(write(build(run), "xlsx")))
    sheets = [
        parts.read(name).decode() for name in parts.namelist() if name.startswith("xl/worksheets/sheet")
    ]
    assert [sheet for sheet in sheets if "<f" in sheet.replace("<fi", "")] == []
    step = load_workbook(io.BytesIO(write(build(run), "xlsx")))["Steps"]["B2"]
    assert (step.data_type, step.value) == ("s", f"{text} step")


@given(st.text())
def test_a_safe_cell_starts_like_no_formula_and_keeps_its_text(text: str) -> None:
    safe = safe_cell(text)
    assert not safe.lstrip().startswith(("=", "+", "-", "@"))
    assert safe in (text, f"'{text}")


MARKUP = '<script>alert(1)</script><img src=x onerror="alert(2)">&lt;b&gt; "\' --> ]]> </style></svg>'


def test_html_runs_nothing_and_loads_nothing() -> None:
    run = Run(
        MARKUP, (Step(MARKUP, actor=MARKUP, tag=Tag.AI, note=MARKUP),), trigger=MARKUP, counted_by=MARKUP
    )
    data = write(build(run), "html").decode()
    page = lxml_html.document_fromstring(data)
    elements = {element.tag for element in page.iter() if isinstance(element.tag, str)}
    assert elements & {"script", "img", "link", "iframe", "object", "embed", "form", "base", "a"} == set()
    attributes = {name for element in page.iter() for name in element.attrib}
    assert {name for name in attributes if name.startswith("on") or name in ("src", "href", "style")} == set()
    assert page.xpath("string(//title)") == MARKUP
    assert [cell.text for cell in page.xpath("//table[@class='steps']//td") if cell.text == MARKUP] == [
        MARKUP
    ] * 3
    assert "default-src 'none'" in data


def test_markup_stays_text_in_every_format() -> None:
    for name in FORMATS:
        found = squeezed(text_of(write(build(run_of(MARKUP)), name), name))
        expected = MARKUP.replace('"', '\\"') if name == "json" else MARKUP
        assert squeezed(expected) in found, name


@pytest.mark.parametrize(
    "text",
    [
        "**bold** _it_ `code`",
        "# head",
        "1. item",
        "- item",
        "[a](http://x)",
        "a | b",
        "$x$ ~s~ :red[x]",
        "www.x.com",
    ],
)
def test_markdown_of_a_text_is_shown_as_text(text: str) -> None:
    data = write(build(run_of(text)), "md")
    assert squeezed(text) in squeezed(text_of(data, "md"))
    assert "http://" not in data.decode()


def test_markdown_escapes_what_would_become_a_link() -> None:
    assert escape("see http://x.y, www.z.com, a@b.c") == r"see http:\//x.y, www\.z.com, a\@b.c"


CONTROL = "a\x00b\x07c\x1bd\x7fe\ufffef\ud800g\x85h"


def test_characters_no_file_may_hold_are_shown_as_signs() -> None:
    assert readable(CONTROL) == "a␀b␇c␛d␡e�f�g�h"
    assert readable("one\r\ntwo\rthree\tfour") == "one\ntwo\nthree\tfour"


@pytest.mark.parametrize("name", [name for name in FORMATS if name != "json"])
def test_control_characters_and_lone_surrogates_break_no_format(name: str) -> None:
    run = Run(CONTROL, (Step(CONTROL, actor=CONTROL, tag=Tag.AI, note=CONTROL),), counted_by=CONTROL)
    shown = "a␀b␇c␛d␡e�f�g�h"
    expected = re.sub("[␀␇␛␡]", "�", shown) if name == "pdf" else shown  # its fonts hold no such signs
    assert expected in squeezed(text_of(write(build(run), name), name))


@settings(max_examples=10, deadline=None)
@given(st.text(st.characters(), min_size=1).filter(lambda text: text.strip()))
def test_any_text_gives_wellformed_files(text: str) -> None:
    report = build(Run(text, (Step(text, actor=text, tag=Tag.DECISION, note=text),), trigger=text))
    etree.fromstring(write(report, "bpmn"))
    for name in ("docx", "xlsx"):
        parts = ZipFile(io.BytesIO(write(report, name)))
        for part in parts.namelist():
            if part.endswith((".xml", ".rels")):
                etree.fromstring(parts.read(part))
    assert write(report, "pdf").startswith(b"%PDF-")
    for name in ("html", "md", "csv", "json"):
        write(report, name).decode("utf-8")


@pytest.mark.parametrize("text", ["word " * 1000, "W" * 5000, "line\n" * 1000, "秘" * 5000])
@pytest.mark.parametrize("name", FORMATS)
def test_a_step_of_5000_characters_is_whole(name: str, text: str) -> None:
    run = Run("Long", (Step(text, tag=Tag.AI, note=text),), description=text)
    found = squeezed(text_of(write(build(run), name), name))
    letters = re.sub(r"\s|\\n", "", text)
    if name == "pdf":
        letters = letters.replace("秘", "�")
        assert found.count(letters[0]) >= 3 * letters.count(letters[0])
    elif name == "json":
        assert found.replace("\\n", "").count(letters) == 3
    else:
        assert found.count(letters) >= 2


def test_excel_says_when_a_text_is_longer_than_a_cell() -> None:
    sheet = load_workbook(io.BytesIO(write(build(run_of("a", note="n" * 40_000)), "xlsx")))["Steps"]
    assert sheet["J2"].value.endswith(
        "n... (cut: a spreadsheet cell holds no more; the other formats show the whole text)"
    )
    assert len(sheet["J2"].value) <= 32_767
