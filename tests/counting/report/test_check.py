"""Does a file still match? Every format, untouched, saved again, changed by hand, and hostile."""

from __future__ import annotations

import hashlib
import io
import json
import re
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import replace

import pytest
from docx import Document
from hypothesis import given, settings
from openpyxl import load_workbook

from counting import Run, RunError, Step, Tag
from counting.report import FORMATS, Kind, Report, build, check, open_report, payload, read_report, write
from counting.report.check import NO_SIGNATURE
from counting.report.fingerprint import fingerprint
from counting.report.sections import LAYOUT
from counting.report.seen import see
from tests.counting.report.made import CLINIC, clinic, drawn_reports

MARK = fingerprint(clinic())


@pytest.mark.parametrize("name", FORMATS)
def test_an_untouched_report_matches(name: str) -> None:
    verdict = check(write(clinic(), name), f"count.{name}")
    assert (verdict.kind, verdict.format, verdict.fingerprint, verdict.changes) == (
        Kind.MATCHES,
        name,
        MARK,
        (),
    )
    assert verdict.words == (
        f"count.{name} still matches: everything in it is what its data gives. Fingerprint {MARK}. "
        "A fingerprint shows changes but is no signature: compare it with the fingerprint you were given, "
        "because whoever writes a whole new report gives it a fingerprint of its own."
    )


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_gives_the_run_back(name: str) -> None:
    assert read_report(write(clinic(), name), f"x.{name}").run == CLINIC
    assert open_report(write(clinic(), name)) == clinic()


@pytest.mark.parametrize("name", FORMATS)
@settings(max_examples=6, deadline=None)
@given(report=drawn_reports())
def test_drawn_reports_come_back_whole_and_match(name: str, report: Report) -> None:
    data = write(report, name)
    assert open_report(data) == report
    assert check(data).kind is Kind.MATCHES


@pytest.mark.parametrize("name", FORMATS)
def test_nothing_odd_is_lost_on_the_way(name: str) -> None:
    step = Step(
        "a\x00\ud800\r\n\t<b>=1 秘 📨", tag=Tag.AI, note="'", extra={"colour": {"is": [1, None, "é"]}}
    )
    run = Run("T", (step, Step("b", id="x y")), edges=(("s1", "x y"), ("x y", "s1")), extra={"team": 3})
    data = write(build(run), name)
    assert read_report(data).run == run
    assert check(data).kind is Kind.MATCHES


def _text(old: str, new: str) -> Callable[[bytes], bytes]:
    def change(data: bytes) -> bytes:
        changed = data.replace(old.encode(), new.encode(), 1)
        assert changed != data
        return changed

    return change


def _docx(data: bytes) -> bytes:
    document = Document(io.BytesIO(data))
    cell = document.tables[1].cell(0, 1)
    cell.paragraphs[0].runs[0].text = cell.text.replace("71 %", "91 %")
    return _saved(document)


def _xlsx(data: bytes) -> bytes:
    book = load_workbook(io.BytesIO(data))
    cell = next(cell for cell in book["Summary"]["B"] if "71 %" in str(cell.value))
    cell.value = cell.value.replace("71 %", "91 %")
    return _saved(book)


def _saved(document: object) -> bytes:
    out = io.BytesIO()
    document.save(out)  # type: ignore[attr-defined]
    return out.getvalue()


EDITS: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "md": (
        _text("| Count | 71 %", "| Count | 91 %"),
        'line 19: should be "| Count | 71 % (5 of 7 steps) |", is "| Count | 91 % (5 of 7 steps) |"',
    ),
    "csv": (
        _text("Count,,,,,,,,,71 %", "Count,,,,,,,,,91 %"),
        'row 8: should be "count | Count | 71 % (5 of 7 steps)", is "count | Count | 91 % (5 of 7 steps)"',
    ),
    "html": (
        _text(
            '<th scope="row">Count</th><td dir="auto">71 %', '<th scope="row">Count</th><td dir="auto">91 %'
        ),
        'The count: should be "Count | 71 % (5 of 7 steps)", is "Count | 91 % (5 of 7 steps)"',
    ),
    "json": (
        _text('"percentage": 71', '"percentage": 91'),
        'count.percentage: should be "count.percentage: 71", is "count.percentage: 91"',
    ),
    "docx": (
        _docx,
        'paragraph or row 10: should be "Count | 71 % (5 of 7 steps)", is "Count | 91 % (5 of 7 steps)"',
    ),
    "xlsx": (
        _xlsx,
        'sheet Summary, row 11: should be "Count | 71 % (5 of 7 steps) | 71", '
        'is "Count | 91 % (5 of 7 steps) | 71"',
    ),
    "bpmn": (
        _text("Count: 71 %", "Count: 91 %"),
        'documentation of Process_1: should be "documentation Count: 71 % (5 of 7 steps)", '
        'is "documentation Count: 91 % (5 of 7 steps)"',
    ),
}


@pytest.mark.parametrize("name", EDITS)
def test_a_changed_percentage_is_found_and_its_row_named(name: str) -> None:
    edit, words = EDITS[name]
    verdict = check(edit(write(clinic(), name)), "c")
    assert verdict.kind is Kind.CHANGED
    assert [change.words for change in verdict.changes] == [words]
    assert verdict.words == (
        f"c was changed after it was written: 1 place differs from what its data gives. {words}"
    )


def test_a_pdf_with_another_percentage_over_its_data_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pages of another count around the data of this one."""
    from counting.report import as_pdf

    data = write(clinic(), "json")
    monkeypatch.setattr(as_pdf, "write_json", lambda _: data)
    forged = as_pdf.write_pdf(build(replace(CLINIC, steps=CLINIC.steps[1:])))
    monkeypatch.undo()
    verdict = check(forged)
    assert verdict.kind is Kind.CHANGED
    assert 'page 1: should be "71 % (5 of 7 steps)", is "67 % (4 of 6 steps)"' in [
        c.words for c in verdict.changes
    ]


@pytest.mark.parametrize("name", ["docx", "xlsx"])
def test_a_file_that_was_only_saved_again_matches(name: str) -> None:
    data = write(clinic(), name)
    saved = _saved(Document(io.BytesIO(data)) if name == "docx" else load_workbook(io.BytesIO(data)))
    assert saved != data
    assert check(saved).kind is Kind.MATCHES


@pytest.mark.parametrize("name", ["md", "csv", "html", "json", "bpmn"])
def test_other_line_ends_are_no_change(name: str) -> None:
    data = write(clinic(), name).replace(b"\r\n", b"\n")
    assert check(data.replace(b"\n", b"\r\n")).kind is Kind.MATCHES
    assert check(data).kind is Kind.MATCHES


def test_a_table_saved_with_semicolons_matches() -> None:
    import csv

    rows = csv.reader(io.StringIO(write(clinic(), "csv").decode("utf-8-sig")))
    out = io.StringIO()
    csv.writer(out, delimiter=";").writerows(rows)
    assert check(out.getvalue().encode()).kind is Kind.MATCHES


@pytest.mark.parametrize(
    "added", ["<script>alert(1)</script>", '<p style="display:none"></p>', "<p>100 %</p>"]
)
def test_anything_added_to_a_page_is_a_change(added: str) -> None:
    verdict = check(_text("</main>", f"{added}</main>")(write(clinic(), "html")))
    assert verdict.kind is Kind.CHANGED


@pytest.mark.parametrize("name", ["md", "csv", "html", "docx", "xlsx", "pdf", "bpmn"])
def test_data_swapped_for_that_of_another_count_is_a_change(name: str) -> None:
    """A file whose data says one count and whose text says another."""
    other = build(replace(CLINIC, steps=CLINIC.steps[:-1]))
    here, there = payload.pack(clinic()), payload.pack(other)
    data = write(clinic(), name)
    if name in ("docx", "xlsx", "pdf"):
        data = _with_data_of(data, name, other)
    else:
        data = data.replace(here.encode(), there.encode())
    assert check(data).kind is Kind.CHANGED


def _with_data_of(data: bytes, name: str, other: Report) -> bytes:
    if name == "xlsx":
        book = load_workbook(io.BytesIO(data))
        book["Data"]["A1"].value = f"1/1:{payload.pack(other)}"
        return _saved(book)
    if name == "docx":
        return _replaced(
            data,
            "customXml/item9.xml",
            f'<report xmlns="urn:workflow-count:report">{payload.pack(other)}</report>',
        )
    import pypdfium2

    document = pypdfium2.PdfDocument(data)
    document.get_attachment(0).set_data(write(other, "json"))
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def _replaced(data: bytes, part: str, text: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            new.writestr(name, text.encode() if name == part else old.read(name))
    return out.getvalue()


def test_a_step_retagged_in_the_json_no_longer_fits_its_numbers() -> None:
    content = json.loads(write(clinic(), "json"))
    content["steps"][0]["tag"] = "DECISION"
    verdict = check(json.dumps(content).encode())
    assert verdict.kind is Kind.CHANGED
    words = [change.words for change in verdict.changes]
    assert words[0].startswith("fingerprint of the data: should be ")
    assert 'count.automatable: should be "count.automatable: 4", is "count.automatable: 5"' in words


def test_words_behind_a_json_report_are_a_change() -> None:
    verdict = check(write(clinic(), "json") + b"\nApproved by all.\n")
    assert verdict.kind is Kind.CHANGED
    assert [change.words for change in verdict.changes] == [
        'behind the report: added: "16 characters that are no part of it"'
    ]


def test_a_note_changed_in_the_json_breaks_the_fingerprint() -> None:
    verdict = check(_text("twice a day", "once a day")(write(clinic(), "json")))
    assert [change.where for change in verdict.changes] == ["fingerprint of the data"]


def test_a_report_from_a_newer_version_is_told_so() -> None:
    data = _text('"format_version": 1', '"format_version": 2')(write(clinic(), "json"))
    verdict = check(data, "r.json")
    assert (verdict.kind, verdict.words) == (
        Kind.NEWER,
        "r.json: The file was written by a newer version of the workbench (format 2; this one reads up to "
        "1). Update the workbench, or export the report again from this version.",
    )


NOT_REPORTS = {
    "a text": b"Just some words\n",
    "a run": json.dumps({"title": "T", "steps": [{"text": "a"}]}).encode(),
    "a page": b"<!DOCTYPE html><html><body>hello</body></html>",
    "a model": b'<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"/>',
}


@pytest.mark.parametrize("what", NOT_REPORTS)
def test_what_is_no_report_is_told_so(what: str) -> None:
    verdict = check(NOT_REPORTS[what], "f")
    assert (verdict.kind, verdict.words) == (
        Kind.NOT_A_REPORT,
        "f is not a report of this workbench: it carries no report data. Some programs drop that data when "
        "they save or print a file; check the file as it was downloaded.",
    )


def _bomb() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", b"0" * (200 * 1024 * 1024))
    return out.getvalue()


def _entities() -> bytes:
    laughs = '<!DOCTYPE d [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>'
    return f'{laughs}<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" name="&b;"/>'.encode()


HOSTILE: dict[str, Callable[[], bytes]] = {
    "nothing": lambda: b"",
    "a zip bomb": _bomb,
    "entities": _entities,
    "half a zip": lambda: write(clinic(), "docx")[:3000],
    "half a pdf": lambda: write(clinic(), "pdf")[:400],
    "half a json": lambda: write(clinic(), "json")[:400],
    "deep json": lambda: b'{"format": "workflow-count", "fingerprint": ' + b"[" * 100_000,
    "deep html": lambda: b"<html>" + b"<div>" * 100_000,
    "noise": lambda: bytes(range(256)) * 50,
    "too much": lambda: b"a" * (26 * 1024 * 1024),
    "damaged data": lambda: _text("workflow-count: e", "workflow-count: x")(write(clinic(), "md")),
    "data that is a bomb": lambda: (
        b"<!-- workflow-count: "
        + __import__("base64").b64encode(zlib.compress(b"0" * (100 * 1024 * 1024)))
        + b" -->"
    ),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_hostile_files_get_a_verdict_in_words(what: str) -> None:
    data = HOSTILE[what]()
    verdict = check(data, "f")
    assert verdict.kind in (Kind.UNREADABLE, Kind.NOT_A_REPORT)
    assert len(verdict.words) < 600
    with pytest.raises(RunError):
        read_report(data, "f")


def test_examples_that_do_not_add_up_are_refused() -> None:
    content = json.loads(write(clinic(), "json"))
    content["examples"][0]["steps"] = 21
    verdict = check(json.dumps(content).encode(), "f")
    assert (verdict.kind, verdict.words) == (
        Kind.UNREADABLE,
        "f cannot be checked. A worked count among the examples has no title or no whole totals. "
        "Correct or remove it.",
    )


def _of_layout(number: int | None, change: Callable[[dict[str, object]], object] = lambda _: None) -> bytes:
    """A JSON report as another version wrote it: other words, its own layout number (None: no word)."""
    content = json.loads(write(clinic(), "json"))
    content["fingerprint_sentence"] = "Other words."
    if number is None:
        del content["layout"]
    else:
        content["layout"] = number
    change(content)
    return json.dumps(content).encode()


@pytest.mark.parametrize(
    ("number", "says"),
    [(LAYOUT + 1, f"number {LAYOUT + 1}"), (None, "does not say which")],
    ids=["later", "before layouts had numbers"],
)
def test_a_report_of_another_version_is_not_called_changed(number: int | None, says: str) -> None:
    verdict = check(_of_layout(number), "r.json")
    assert (verdict.kind, verdict.format, verdict.fingerprint, verdict.changes) == (
        Kind.OTHER_LAYOUT,
        "json",
        MARK,
        (),
    )
    assert verdict.words == (
        f"r.json was made by another version of the report ({says}; this one writes number {LAYOUT}), so "
        f"what it shows cannot be compared with its data. Its data's fingerprint matches: {MARK}. "
        f"{NO_SIGNATURE}"
    )


def test_a_report_of_another_version_whose_data_was_changed_is_told_so() -> None:
    data = _of_layout(LAYOUT + 1, lambda content: content.update(title="Another"))
    verdict = check(data, "r.json")
    assert verdict.kind is Kind.OTHER_LAYOUT
    assert f'Its data\'s fingerprint does not match: it says "{MARK}", ' in verdict.words
    assert f"its data counted here gives {verdict.fingerprint}." in verdict.words
    assert verdict.fingerprint != MARK


# What each format of one report says, as a digest. Another digest means other words or order: raise LAYOUT.
SAID = {
    "pdf": "c2c889af7d68995f",
    "docx": "462c1dcad088bef1",
    "xlsx": "065ab8e6828c72ba",
    "html": "a8bb09fd8f64cd8a",
    "md": "fa8222c7a46ab952",
    "csv": "f4c9ce1259c1fc41",
    "json": "ada7d8fe38642eec",
    "bpmn": "efe6b266e0ce6871",
}
DRAWN = {"pdf", "docx", "xlsx"}  # a picture in them is drawn by a library: its digest is not ours to pin


@pytest.mark.parametrize("name", FORMATS)
def test_words_and_order_change_only_together_with_the_number_of_the_layout(name: str) -> None:
    rows = [row.text for row in see(write(clinic(), name)).rows]
    said = [text for text in rows if name not in DRAWN or not re.fullmatch("[0-9a-f]{64}", text)]
    assert (LAYOUT, hashlib.sha256("\n".join(said).encode()).hexdigest()[:16]) == (1, SAID[name])
