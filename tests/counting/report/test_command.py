"""The verbs `report` and `check`, as processes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from counting.report import FORMATS, build, open_report, write
from counting.report.fingerprint import fingerprint
from counting.worked import examples_in
from tests.counting.report.made import CLINIC, clinic

ROOT = Path(__file__).resolve().parents[3]


def run(*arguments: str, stdout: int = subprocess.PIPE) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "counting", *arguments]
    return subprocess.run(command, cwd=ROOT, stdout=stdout, stderr=subprocess.PIPE, check=False)


@pytest.fixture
def report_file(tmp_path: Path) -> Path:
    path = tmp_path / "run.json"
    path.write_bytes(write(clinic(), "json"))
    return path


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_is_written_and_checked(name: str, report_file: Path, tmp_path: Path) -> None:
    out = tmp_path / f"report.{name}"
    done = run("report", str(report_file), "--format", name, "--out", str(out))
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert out.read_bytes() == write(clinic(), name)
    checked = run("check", str(out))
    assert (checked.returncode, checked.stderr) == (0, b"")
    assert checked.stdout.decode().startswith(
        f"report.{name} still matches: everything in it is what its data gives. "
        f"Fingerprint {fingerprint(clinic())}."
    )


def test_the_short_form_of_a_run_goes_to_the_screen(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    path.write_text(json.dumps({"title": "T", "trigger": "mail", "steps": [{"text": "a", "tag": "AI"}]}))
    done = run("report", str(path))
    assert done.returncode == 0
    assert "**100 % (1 of 1 step)**" in done.stdout.decode()


def test_a_report_of_any_format_can_be_reported_again(tmp_path: Path) -> None:
    path = tmp_path / "count.docx"
    path.write_bytes(write(clinic(), "docx"))
    assert run("report", str(path), "--format", "csv").stdout == write(clinic(), "csv")


def test_binary_may_go_into_a_pipe_but_not_onto_a_terminal(report_file: Path) -> None:
    assert run("report", str(report_file), "--format", "pdf").stdout == write(clinic(), "pdf")
    ours, theirs = os.openpty()
    try:
        done = run("report", str(report_file), "--format", "pdf", stdout=theirs)
    finally:
        os.close(ours)
        os.close(theirs)
    assert (done.returncode, done.stderr) == (2, b"A pdf file is not for the screen. Add --out FILE.pdf\n")


def test_a_changed_report_leaves_with_1_and_names_the_row(tmp_path: Path) -> None:
    path = tmp_path / "count.md"
    path.write_bytes(write(build(CLINIC), "md").replace(b"**71 %", b"**91 %"))
    done = run("check", str(path))
    assert (done.returncode, done.stderr) == (1, b"")
    assert 'line 3: should be "**71 % (5 of 7 steps)**", is "**91 % (5 of 7 steps)**"' in done.stdout.decode()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ("report", "{run}", "--format", "doc"),
            "--format is 'doc'; it has to be one of: pdf, docx, xlsx, html, md, csv, json, bpmn.\n",
        ),
        (("report", "/nowhere.json"), "/nowhere.json: No such file or directory. Check the path.\n"),
        (("check", "/nowhere.json"), "/nowhere.json: No such file or directory. Check the path.\n"),
        (
            ("check", "{text}"),
            "notes.txt is not a report of this workbench: it carries no report data. Some programs drop that "
            "data when they save or print a file; check the file as it was downloaded.\n",
        ),
        (
            ("report", "{text}"),
            "notes.txt: notes.txt carries no report data, so no run can be read from it. "
            "Choose a report as it was downloaded, or the JSON file.\n",
        ),
    ],
)
def test_a_bad_call_is_told_what_is_wrong(
    arguments: tuple[str, ...], message: str, report_file: Path, tmp_path: Path
) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("Some words\n")
    done = run(*(argument.format(run=report_file, text=text) for argument in arguments))
    assert (done.returncode, done.stderr.decode()) == (2, message)


def test_listing_the_formats_loads_no_writer() -> None:
    code = (
        "import sys, counting.report as r; list(r.FORMATS); "
        "print([m for m in ('reportlab', 'docx', 'openpyxl', 'PIL', 'jinja2', 'lxml') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=True)
    assert done.stdout == b"[]\n"


def test_a_bare_run_stands_beside_the_five_worked_counts_in_every_format(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    path.write_text(json.dumps({"title": "T", "steps": [{"text": "a", "tag": "AI"}]}))
    expected = examples_in(ROOT / "corpus")
    assert len(expected) == 5
    for name in FORMATS:
        out = tmp_path / f"report.{name}"
        done = run("report", str(path), "--format", name, "--out", str(out))
        assert (done.returncode, done.stderr) == (0, b"")
        assert open_report(out.read_bytes(), out.name).examples == expected


def test_a_report_that_shows_no_worked_counts_stays_without_them(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    path.write_bytes(write(build(CLINIC), "json"))
    assert run("report", str(path), "--format", "json").stdout == write(build(CLINIC), "json")


def test_a_corpus_that_cannot_be_read_is_told_and_the_report_says_it_has_no_worked_counts(
    tmp_path: Path,
) -> None:
    path = tmp_path / "run.json"
    path.write_text(json.dumps({"title": "T", "steps": [{"text": "a", "tag": "AI"}]}))
    (tmp_path / "takedowns.yaml").write_text("takedowns: [")
    done = run("report", str(path), "--corpus", str(tmp_path))
    assert done.returncode == 0
    assert done.stderr.decode().startswith("The worked counts are left out: takedowns.yaml cannot be read: ")
    assert "None are shown: this report was written without the record that holds them." in (
        done.stdout.decode()
    )
