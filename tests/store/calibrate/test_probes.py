"""Files of probes and exams, the good and the bad."""

from __future__ import annotations

from pathlib import Path

import pytest

from store.calibrate.probes import Question, TaggedStep, read_exam, read_probe_file, read_probes
from store.envelope import StepLine
from store.errors import InvalidRequest
from tests.conftest import ROOT

HEAD = "author: ann\nrole: {role}\nkind: {kind}\nrows:\n"


def write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def test_questions_keep_author_role_and_gold_in_order(tmp_path: Path) -> None:
    rows = (
        '- {id: q1, kind: in, expect: [R3, R5], text: "who signs?"}\n'
        '- {id: q2, kind: ooc, expect: [], text: "rain?"}\n'
    )
    file = read_probe_file(write(tmp_path / "a.yaml", HEAD.format(role="train", kind="questions") + rows))
    assert (file.author, file.role) == ("ann", "train")
    assert file.questions == (
        Question("q1", "in", ("R3", "R5"), "who signs?"),
        Question("q2", "ooc", (), "rain?"),
    )


def test_steps_of_one_run_know_their_neighbours(tmp_path: Path) -> None:
    rows = (
        "- {id: s1, run: a, step: draft, tag: AI, reason: '', rule: R7}\n"
        "- {id: s2, run: a, step: sign, tag: DECISION, reason: accountability, rule: R1+R3, certain: false}\n"
        "- {id: s3, run: b, step: send, tag: TYPING, reason: '', rule: R9, actor: clerk}\n"
    )
    file = read_probe_file(write(tmp_path / "a.yaml", HEAD.format(role="calibrate", kind="steps") + rows))
    assert file.steps == (
        TaggedStep(StepLine(id="s1", step="draft", after="sign"), "AI", "", ("R7",), True, "a"),
        TaggedStep(
            StepLine(id="s2", step="sign", before="draft"),
            "DECISION",
            "accountability",
            ("R1", "R3"),
            False,
            "a",
        ),
        TaggedStep(StepLine(id="s3", step="send", actor="clerk"), "TYPING", "", ("R9",), True, "b"),
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("just words", r"^a\.yaml is no file of probes: it needs author, role, kind and rows\.$"),
        ("rows: [\n", r"^a\.yaml cannot be read as YAML \(ParserError\)\.$"),
        (
            "author: x\nrole: exam\nrows: []\n",
            r"has author 'x' and role 'exam': role is train or calibrate\.$",
        ),
        (
            HEAD.format(role="train", kind="questions") + "- {id: q, kind: maybe, text: t}\n",
            r"^a\.yaml, row 'q': kind is 'maybe'\. Use in, near, ooc\.$",
        ),
        (
            HEAD.format(role="train", kind="steps") + "- {id: s, step: t, tag: HUMAN}\n",
            r"^a\.yaml, row 's': tag is 'HUMAN'\. Use AI, DECISION, TYPING, NOTASTEP\.$",
        ),
    ],
)
def test_a_bad_file_is_named_with_row_and_value(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(InvalidRequest, match=message):
        read_probe_file(write(tmp_path / "a.yaml", text))


def test_an_exam_is_told_by_its_columns(tmp_path: Path) -> None:
    questions = write(tmp_path / "q.tsv", 'id\tkind\texpect\ttext\nA1\tnear\tnone\t"quoted" and all\n')
    assert read_exam(questions) == (Question("A1", "near", (), '"quoted" and all'),)
    steps = write(
        tmp_path / "s.tsv",
        "id\tdomain\tstep\ttag\treason\trule\tunsplit\tcertain\ns1\tx\tgo\tAI\t\tR6\tno\tno\n",
    )
    assert read_exam(steps) == (
        TaggedStep(StepLine(id="s1", step="go", domain="x"), "AI", "", ("R6",), False, ""),
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "id\tname\n1\tx\n",
            r"^e\.tsv has the columns id, name\. An exam has id, kind, expect, text \(questions\)",
        ),
        ("id\tkind\texpect\ttext\n", r"^'e\.tsv' has no rows below its header\."),
    ],
)
def test_what_is_no_exam_is_refused_in_words(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(InvalidRequest, match=message):
        read_exam(write(tmp_path / "e.tsv", text))


def test_a_file_that_is_not_there_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(InvalidRequest, match=r"^'gone\.tsv' is no file that can be read\."):
        read_exam(tmp_path / "gone.tsv")


def test_the_shipped_probes_keep_their_promises() -> None:
    files = read_probes(ROOT / "corpus")
    measuring = {file.author for file in files if file.role == "calibrate"}
    assert measuring == {"c", "e"}
    assert {"own", "team", "b", "d"} <= {file.author for file in files} - measuring
    mine = [one.kind for file in files if file.author in ("own", "team") for one in file.questions]
    assert mine.count("in") >= 500
    assert mine.count("near") >= 250
    assert mine.count("near") + mine.count("ooc") >= 400
