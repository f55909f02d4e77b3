"""`exam` and `suggest` as a person meets them in a shell, on the shipped record with its real model."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from store.__main__ import main
from store.calibrate.curve import rate
from store.calibrate.probes import Question
from store.envelope import Floor
from store.record import Record
from store.settings import Settings
from tests.conftest import ROOT

Shell = Callable[..., tuple[int, str, str]]

QUESTIONS = (
    Question(
        "q1", "in", ("R9", "tag-DECISION"), "Drafting, approving and sending a quote: one step or three?"
    ),
    Question("q2", "in", ("method-any",), "We repair bicycles and sell parts; customers book by phone."),
    Question("q3", "near", (), "What does it cost to automate our invoicing?"),
    Question("q4", "ooc", (), "How long do I boil an egg?"),
)
STEPS = """id\tstep\ttag\treason\trule\tcertain
s1\tCopy the order number from the form into the ledger\tTYPING\t\tR8\tyes
s2\tApprove the purchase request\tDECISION\taccountability\tR3\tyes
s3\tDraft the reply to the complaint\tDECISION\tjudgement\tR4\tyes
s4\tMonitor progress\tAI\t\tR6\tno
"""


@pytest.fixture
def shell(shipped_home: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Shell:
    """Runs a verb on the shipped record: exit status, standard output, standard error."""
    monkeypatch.setenv("RECORD_HOME", str(shipped_home))
    monkeypatch.setenv("RECORD_CORPUS", str(ROOT / "corpus"))

    def run(*words: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["store", *words])
        with pytest.raises(SystemExit) as end:
            main()
        return int(end.value.code or 0), *capfd.readouterr()

    return run


@pytest.fixture
def questions(tmp_path: Path) -> str:
    path = tmp_path / "questions.tsv"
    rows = [f"{q.id}\t{q.kind}\t{','.join(q.expect) or 'none'}\t{q.text}" for q in QUESTIONS]
    path.write_text("\n".join(["id\tkind\texpect\ttext", *rows]) + "\n", encoding="utf-8")
    return str(path)


@pytest.fixture
def steps(tmp_path: Path) -> str:
    path = tmp_path / "steps.tsv"
    path.write_text(STEPS, encoding="utf-8")
    return str(path)


def test_an_exam_of_questions_is_scored_with_the_gate_in_force(
    shell: Shell, questions: str, shipped_home: Path
) -> None:
    status, out, err = shell("exam", questions, "--json")
    assert (status, err) == (0, "")
    result = json.loads(out)
    with Record.open(Settings(home=shipped_home, corpus=ROOT / "corpus")) as record:
        scores = {question.id: record.gauge(question.text) for question in QUESTIONS}
        gate = record.gate()
        assert isinstance(gate, Floor)
        floor = gate.floor
        answers = {question.id: record.search(question.text, k=5) for question in QUESTIONS}
    assert result["kind"] == "questions"
    assert result["floor"] == floor
    refused = [q.id for q in QUESTIONS if q.kind == "in" and scores[q.id] < floor]
    leaked = {q.id for q in QUESTIONS if q.kind != "in" and scores[q.id] >= floor}
    assert (result["false_abstention"]["hits"], result["false_abstention"]["of"]) == (len(refused), 2)
    assert (result["leak"]["hits"], result["leak"]["of"]) == (len(leaked), 2)
    assert (result["leak_near"]["hits"], result["leak_near"]["of"]) == (int("q3" in leaked), 1)
    assert (result["leak_foreign"]["hits"], result["leak_foreign"]["of"]) == (int("q4" in leaked), 1)
    pairs = [scores[a] > scores[b] for a in ("q1", "q2") for b in ("q3", "q4")]
    assert result["auc"] == sum(pairs) / len(pairs)
    assert {q: envelope.reason == "abstained" for q, envelope in answers.items()} == {
        q: score < floor for q, score in scores.items()
    }
    assert {row["id"] for row in result["worst"]} == {"q1", "q2", "q3", "q4"}
    assert all(row["score"] == round(scores[row["id"]], 6) for row in result["worst"])


def test_an_exam_of_questions_says_the_same_to_a_person(shell: Shell, questions: str) -> None:
    result = json.loads(shell("exam", questions, "--json")[1])
    status, out, _ = shell("exam", questions)
    lines = out.splitlines()
    assert status == 0
    assert lines[0] == "rows: 4"
    assert f"auc: {result['auc']}" in lines
    refused = rate(result["false_abstention"]["hits"], 2)
    assert f"false abstention: {refused}" in lines
    assert lines[lines.index("worst rows:") + 1].split("\t")[0] == result["worst"][0]["id"]


def test_an_exam_of_steps_is_scored_by_the_tags_suggested(shell: Shell, steps: str) -> None:
    result = json.loads(shell("exam", steps, "--json")[1])
    suggested = dict(line.split("\t")[:2] for line in shell("suggest", steps)[1].splitlines()[1:])
    wanted = {"s1": "TYPING", "s2": "DECISION", "s3": "DECISION", "s4": "AI"}
    right = {step: suggested[step] == tag for step, tag in wanted.items()}
    assert (result["kind"], result["rows"], result["certain"]) == ("steps", 4, 3)
    assert result["accuracy"]["hits"] == sum(right[step] for step in ("s1", "s2", "s3"))
    assert (result["accuracy_all"]["hits"], result["accuracy_all"]["of"]) == (sum(right.values()), 4)
    assert {row["id"] for row in result["worst"]} == {
        step for step, is_right in right.items() if not is_right
    }


def test_suggest_prints_one_row_per_step_with_the_document_behind_it(shell: Shell, steps: str) -> None:
    status, out, err = shell("suggest", steps)
    head, *rows = [line.split("\t") for line in out.splitlines()]
    assert (status, err) == (0, "")
    assert head == ["id", "tag", "reason", "rule", "sure", "stable_id"]
    assert [row[0] for row in rows] == ["s1", "s2", "s3", "s4"]
    assert rows[0][1:3] == ["TYPING", ""]
    assert rows[1][1:3] == ["DECISION", "accountability"]
    assert all(row[4] in ("yes", "no") and row[3] in row[5] for row in rows)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "id\ttext\n1\tSend it\n",
            "'bad.tsv' has no column step. It needs id and step; actor, before and after help.",
        ),
        ("id\tstep\n", "'bad.tsv' has no rows below its header. Each row is one line with tabs."),
        ("id\tstep\n1\t\n", "step '1' is empty: write what is done, or leave the line out."),
    ],
)
def test_a_file_nothing_can_be_suggested_for_is_refused_in_words(
    shell: Shell, tmp_path: Path, text: str, message: str
) -> None:
    path = tmp_path / "bad.tsv"
    path.write_text(text, encoding="utf-8")
    assert shell("suggest", str(path)) == (1, "", message + "\n")


def test_a_file_that_is_no_exam_is_refused_in_words(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "bad.tsv"
    path.write_text("name\tvalue\nx\t1\n", encoding="utf-8")
    status, out, err = shell("exam", str(path))
    assert (status, out) == (1, "")
    assert err.startswith(
        "bad.tsv has the columns name, value. An exam has id, kind, expect, text (questions)"
    )
