"""The probes: who wrote them, what they may be used for, and that they are what the trainer expects."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from store.calibrate.measure import Bound, measure
from store.calibrate.probes import read_probes

CORPUS = Path(__file__).resolve().parents[2] / "corpus"
FILES = sorted((CORPUS / "probes").glob("*.yaml"))

CONCEPTS = {
    *(f"R{number}" for number in range(1, 16)),
    *(f"G{number}" for number in range(1, 5)),
    *(f"method-{move}" for move in ("any", "write", "tag", "count", "gates")),
    *(f"tag-{tag}" for tag in ("AI", "DECISION", "TYPING")),
    *(f"count-{name}" for name in ("website", "month-end", "clinic", "hiring", "shop")),
    "scope",
    "author",
}
REASONS = {"judgement", "accountability", "relationship", "presence"}
QUESTION_KEYS = {"id", "kind", "expect", "text"}
STEP_KEYS = {"id", "step", "tag", "reason", "rule", "certain"}
OPTIONAL_STEP_KEYS = {"domain", "actor", "before", "after", "run", "n", "gate", "outward"}
MEASURING = {"c", "e"}
"""The authors whose probes never train."""


@cache
def probe(name: str) -> dict[str, Any]:
    text = (CORPUS / "probes" / f"{name}.yaml").read_text(encoding="utf-8")
    loaded = yaml.load(text, Loader=yaml.CSafeLoader)
    assert isinstance(loaded, dict)
    return loaded


class Probes(Mapping[str, dict[str, Any]]):
    """Files by name, each read when a test first looks into it."""

    def __init__(self, kind: str) -> None:
        self._names = [path.stem for path in FILES if path.stem.startswith(kind)]

    def __getitem__(self, name: str) -> dict[str, Any]:
        return probe(name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


PROBES = Probes("")
QUESTIONS = Probes("questions-")
STEPS = Probes("steps-")


def text_of(row: dict[str, Any]) -> str:
    return " ".join((row.get("text") or row["step"]).lower().split())


def test_every_file_of_every_author_is_there() -> None:
    asked = {"own", "team", *(f"author-{name}" for name in "bcfghijklmnvw")}
    twice = (f"a{name}" for name in "abcdefghijklm")
    tagged = {"own", "team", *(f"author-{name}" for name in (*"defghijkpqrstuxyz", *twice))}
    assert set(QUESTIONS) == {f"questions-{name}" for name in asked}
    assert set(STEPS) == {f"steps-{name}" for name in tagged}


@pytest.mark.parametrize("name", PROBES)
def test_a_file_carries_its_author_role_and_kind(name: str) -> None:
    each = PROBES[name]
    assert set(each) == {"author", "role", "kind", "rows"}
    assert each["kind"] == name.split("-")[0]
    assert each["author"] == name.split("-")[-1]
    assert each["role"] == ("calibrate" if each["author"] in MEASURING else "train")


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_question_names_what_answers_it(name: str) -> None:
    for row in QUESTIONS[name]["rows"]:
        assert set(row) - {"form"} == QUESTION_KEYS, row
        assert row["kind"] in {"in", "near", "ooc"}, row
        assert isinstance(row["text"], str) and row["text"].strip() and len(row["text"]) <= 2000, row
        assert set(row["expect"]) <= CONCEPTS, row
        assert bool(row["expect"]) == (row["kind"] == "in"), row


@pytest.mark.parametrize("name", STEPS)
def test_a_step_has_one_tag_and_the_reason_that_goes_with_it(name: str) -> None:
    for row in STEPS[name]["rows"]:
        assert STEP_KEYS <= set(row) <= STEP_KEYS | OPTIONAL_STEP_KEYS, row
        assert row["tag"] in {"AI", "DECISION", "TYPING", "NOTASTEP"}, row
        assert (row["reason"] in REASONS) if row["tag"] == "DECISION" else row["reason"] == "", row
        assert set(row["rule"].split("+")) <= CONCEPTS, row
        assert isinstance(row["certain"], bool) and row["step"].strip(), row
        assert (row["rule"] == "R12") == (row["tag"] == "NOTASTEP"), row


def test_ids_are_unique_over_all_files() -> None:
    seen = Counter(row["id"] for each in PROBES.values() for row in each["rows"])
    assert [probe_id for probe_id, times in seen.items() if times > 1] == []


def test_a_question_whose_words_train_never_measures() -> None:
    measured = measure(read_probes(CORPUS), lambda _: 0.0, Bound(1.0, 1.0), lambda done, total: None)
    training = {text_of(row) for each in PROBES.values() if each["role"] == "train" for row in each["rows"]}
    shared = {row["id"] for row in PROBES["questions-author-c"]["rows"] if text_of(row) in training}
    assert shared <= set(measured.also_in_training)
    assert not {one.question.id for one in measured.scored} & set(measured.also_in_training)


def test_no_step_stands_on_both_sides_of_the_line_between_training_and_calibration() -> None:
    by_role: dict[str, set[str]] = {"train": set(), "calibrate": set()}
    for each in STEPS.values():
        by_role[each["role"]] |= {text_of(row) for row in each["rows"]}
    assert by_role["train"] & by_role["calibrate"] == set()


@pytest.mark.parametrize("name", ["questions-own", "steps-own"])
def test_no_text_of_ours_stands_twice(name: str) -> None:
    seen = Counter(text_of(row) for row in PROBES[name]["rows"])
    assert [text for text, times in seen.items() if times > 1] == []


def test_our_questions_are_as_many_and_as_mixed_as_the_trainer_needs() -> None:
    rows = QUESTIONS["questions-own"]["rows"]
    kinds = Counter(row["kind"] for row in rows)
    covered = [row for row in rows if row["kind"] == "in"]
    told = sum(row["form"] in {"scenario", "step"} for row in covered)
    assert kinds["in"] >= 560 and kinds["near"] >= 280 and kinds["ooc"] >= 160
    assert kinds["near"] + kinds["ooc"] >= 440
    assert 2 * told >= len(covered)
    assert {row["form"] for row in rows} == {"question", "scenario", "step"}


def test_our_questions_reach_every_document() -> None:
    deciding = Counter(row["expect"][0] for row in QUESTIONS["questions-own"]["rows"] if row["expect"])
    named = Counter(concept for row in QUESTIONS["questions-own"]["rows"] for concept in row["expect"])
    assert set(named) == CONCEPTS
    assert min(named.values()) >= 8 and min(deciding.values()) >= 8


def test_our_steps_are_as_many_and_as_mixed_as_the_trainer_needs() -> None:
    rows = STEPS["steps-own"]["rows"]
    assert len(rows) >= 400
    assert len({row["domain"] for row in rows}) >= 60
    reached = {rule for row in rows for rule in row["rule"].split("+")}
    assert reached == {f"R{number}" for number in range(1, 16)}
    reasons = Counter(row["reason"] for row in rows)
    tags = Counter(row["tag"] for row in rows)
    assert min(reasons[reason] for reason in REASONS) >= 30
    assert min(tags.values()) >= 30


def test_the_other_authors_came_in_whole() -> None:
    sizes = {name: len(each["rows"]) for name, each in PROBES.items() if each["author"] in {*"bcde"}}
    assert sizes == {
        "questions-author-b": 640,
        "questions-author-c": 440,
        "steps-author-d": 429,
        "steps-author-e": 231,
    }


def test_the_rows_on_both_sides_of_a_matched_pair_differ_in_their_last_sentence() -> None:
    covered = {text_of(r).rsplit(". ", 1)[0] for r in QUESTIONS["questions-own"]["rows"] if r["kind"] == "in"}
    missed = {
        text_of(r).rsplit(". ", 1)[0] for r in QUESTIONS["questions-own"]["rows"] if r["kind"] == "near"
    }
    assert len(covered & missed) >= 15


def test_no_document_repeats_a_text_that_measures() -> None:
    measuring = {
        text_of(row) for each in PROBES.values() if each["role"] == "calibrate" for row in each["rows"]
    }
    repeated = {}
    for path in sorted((CORPUS / "documents").rglob("*.md")):
        text = path.read_text(encoding="utf-8")
        answers = yaml.safe_load(text.split("---\n", 2)[1])["record"]["answers"]
        cells = [cell for line in text.splitlines() if line.startswith("| ") for cell in line.split("|")]
        found = {" ".join(said.lower().split()) for said in [*answers, *cells]} & measuring
        if found:
            repeated[path.name] = sorted(found)
    assert repeated == {}
