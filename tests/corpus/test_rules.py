"""The documents of rules and gates: one for each, complete, with rows a tag can be learned from."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from counting import BY_ID, GATES, RULES, Reason, Run, Step, Tag, g2_warnings, gate_numbers, stretches

CORPUS = Path(__file__).resolve().parents[2] / "corpus"
IDS = list(BY_ID)
EXAMPLES = ("Step line", "Trade", "Tag")
NEAR_MISSES = ("Step line", "Trade", "Tag", "Rule", "Why")
NOT_A_STEP = "not a step"
TAG = re.compile(r"AI|TYPING|DECISION|DECISION / (judgement|accountability|relationship|presence)")
UNSPLIT = re.compile(r"(AI|TYPING|DECISION)( \+ (AI|TYPING|DECISION))+")
CONTEXT = re.compile(r"^\[[^\]]+\] ")

# Rules that lead to one tag: their examples may show no other.
ONE_TAG = {
    "R3": "DECISION / accountability",
    "R4": "DECISION / judgement",
    "R5": "TYPING",
    "R6": "AI",
    "R7": "AI",
    "R8": "TYPING",
    "R10": "DECISION / relationship",
    "R11": "DECISION / presence",
    "R12": NOT_A_STEP,
}
# Rules and gates that depend on the neighbours, or on what is asked, show more than one tag.
ALL_THREE = {"AI", "TYPING", "DECISION"}
MIXED = ("R2", "R9", "R13", "R14", "R15", "G2", "G4")


@cache
def parts(rule_id: str) -> tuple[dict[str, Any], str]:
    """Frontmatter and body of the document that holds the rule."""
    text = (CORPUS / f"{BY_ID[rule_id].stable_id}.md").read_text(encoding="utf-8")
    _, head, body = text.split("---\n", 2)
    return yaml.safe_load(head), body


def section(rule_id: str, heading: str) -> str:
    _, body = parts(rule_id)
    return body.split(f"\n## {heading}\n", 1)[1].split("\n## ", 1)[0].strip()


def rows(rule_id: str, heading: str, header: tuple[str, ...]) -> list[dict[str, str]]:
    """The rows of the section's table; its header must be the given one."""
    lines = [line for line in section(rule_id, heading).splitlines() if line.startswith("|")]
    cells = [tuple(cell.strip() for cell in line.strip()[1:-1].split("|")) for line in lines]
    assert cells[0] == header
    return [dict(zip(header, row, strict=True)) for row in cells[2:]]


def examples(rule_id: str) -> list[dict[str, str]]:
    return rows(rule_id, "Examples", EXAMPLES)


def near_misses(rule_id: str) -> list[dict[str, str]]:
    return rows(rule_id, "Near misses", NEAR_MISSES)


def test_every_rule_has_its_document_and_every_document_its_rule() -> None:
    found = {}
    for folder in ("rules", "gates"):
        for path in sorted((CORPUS / "documents" / folder).iterdir()):
            head = yaml.safe_load(path.read_text(encoding="utf-8").split("---\n", 2)[1])
            found[path.relative_to(CORPUS).as_posix().removesuffix(".md")] = head["concept"]
    assert found == {rule.stable_id: rule.id for rule in (*RULES, *GATES)}
    assert len(found) == 19


@pytest.mark.parametrize("rule_id", IDS)
def test_the_frontmatter_names_the_rule_and_says_who_stands_for_it(rule_id: str) -> None:
    head, body = parts(rule_id)
    kind = "rule" if rule_id.startswith("R") else "gate"
    number = int(rule_id[1:])
    assert head["type"] == kind
    assert head["tags"] == [kind, rule_id]
    assert head["title"].startswith(f"{rule_id} ")
    assert body.startswith(f"# {head['title']}\n")
    assert head["record"]["order"] == (100 if kind == "rule" else 300) + 10 * number
    answers = head["record"]["answers"]
    assert len(answers) >= 5
    assert all(isinstance(answer, str) and answer.strip() for answer in answers)


@pytest.mark.parametrize("rule_id", IDS)
def test_a_document_has_its_headings_in_order(rule_id: str) -> None:
    _, body = parts(rule_id)
    wanted = ["The test", "Tie-breaks", "Examples", "Near misses"]
    if rule_id.startswith("G"):
        wanted.insert(1, "How it works")
    assert re.findall(r"^## (.+)$", body, flags=re.M) == wanted
    assert section(rule_id, "Tie-breaks").count("\n- **") >= 2


@pytest.mark.parametrize("rule_id", IDS)
def test_examples_come_from_many_trades_and_carry_valid_tags(rule_id: str) -> None:
    found = examples(rule_id)
    assert len(found) >= 12
    assert len({row["Trade"] for row in found}) >= 8
    for row in found:
        unsplit = rule_id in ("R1", "R9") and UNSPLIT.fullmatch(row["Tag"])
        not_a_step = rule_id == "R12" and row["Tag"] == NOT_A_STEP
        assert TAG.fullmatch(row["Tag"]) or unsplit or not_a_step, row


@pytest.mark.parametrize("rule_id", ONE_TAG)
def test_a_rule_with_one_outcome_shows_no_other(rule_id: str) -> None:
    assert {row["Tag"] for row in examples(rule_id)} == {ONE_TAG[rule_id]}


def test_every_example_of_splitting_holds_two_acts_or_more() -> None:
    assert [row for row in examples("R1") if not UNSPLIT.fullmatch(row["Tag"])] == []


@pytest.mark.parametrize("rule_id", MIXED)
def test_a_rule_that_depends_on_its_surroundings_shows_all_three_tags(rule_id: str) -> None:
    assert {row["Tag"].split(" ")[0] for row in examples(rule_id)} == ALL_THREE


def test_the_default_gates_are_decisions_and_the_watched_steps_are_not() -> None:
    assert {row["Tag"].split(" ")[0] for row in examples("G1")} == {"DECISION"}
    assert {row["Tag"] for row in examples("G3")} == {"AI", "TYPING"}


@pytest.mark.parametrize("rule_id", IDS)
def test_near_misses_go_the_other_way(rule_id: str) -> None:
    found = near_misses(rule_id)
    outcomes = {row["Tag"] for row in examples(rule_id)}
    away = [row for row in found if row["Rule"] != rule_id or row["Tag"] not in outcomes]
    assert len(away) >= 4
    for row in found:
        assert TAG.fullmatch(row["Tag"]) or row["Tag"] == NOT_A_STEP, row
        assert row["Rule"] in BY_ID, row
        assert row["Why"], row
        assert row["Tag"] != NOT_A_STEP or row["Rule"] == "R12", row


@pytest.mark.parametrize("rule_id", ONE_TAG)
def test_no_near_miss_carries_the_outcome_it_only_seems_to_have(rule_id: str) -> None:
    assert [row for row in near_misses(rule_id) if row["Tag"] == ONE_TAG[rule_id]] == []


@pytest.mark.parametrize("rule_id", IDS)
def test_a_near_miss_agrees_with_the_rule_it_names(rule_id: str) -> None:
    wrong = []
    for row in near_misses(rule_id):
        tag = BY_ID[row["Rule"]].yes
        may_part = {"R10", "R11", "R13", "R15"}  # their tie-breaks lead to other tags as well
        if tag and row["Rule"] not in may_part and not row["Tag"].startswith(tag.value):
            wrong.append(row)
    assert wrong == []


def test_no_step_line_stands_twice() -> None:
    lines = Counter(
        CONTEXT.sub("", row["Step line"]).casefold()
        for rule_id in IDS
        for row in (*examples(rule_id), *near_misses(rule_id))
    )
    assert [line for line, times in lines.items() if times > 1] == []


def test_no_question_is_answered_by_two_rules() -> None:
    asked = Counter(answer.casefold() for rule_id in IDS for answer in parts(rule_id)[0]["record"]["answers"])
    assert [question for question, times in asked.items() if times > 1] == []


# The short runs of two gate documents: which of their lines are outward, and what the text below them says.
OUTWARD = {
    "museum": (2,),
    "law firm": (3,),
    "customs broker": (3,),
    "hotel": (1,),
    "hospital": (2,),
    "online shop": (1,),
    "bank": (2,),
    "school": (2, 3),
    "energy": (2,),
    "trucking": (2,),
    "insurance": (2,),
}
WARNED = {
    "museum": (2,),
    "law firm": (),
    "customs broker": (3,),
    "hotel": (),
    "hospital": (),
    "online shop": (1,),
    "bank": (),
    "school": (2, 3),
    "energy": (2,),
    "trucking": (2,),
    "insurance": (2,),
}
# Trade: lengths of the stretches, number of gates.
STRETCHES = {
    "florist wholesale": ([3, 1], 1),
    "municipal office": ([2, 1], 1),
    "energy supplier": ([2, 1], 1),
    "film": ([1, 1], 0),
    "hospital": ([1], 2),
    "farming": ([2], 0),
    "software": ([2], 0),
    "church": ([2], 0),
    "shipping": ([1], 0),
}


def short_runs(rule_id: str) -> dict[str, Run]:
    """The example lines of a gate document as runs, one for each trade; the marks stand in the brackets."""
    found: dict[str, list[Step]] = {}
    for row in examples(rule_id):
        text, trade = row["Step line"], row["Trade"]
        tag, _, reason = row["Tag"].partition(" / ")
        gate = False if text.startswith("[lifted") else True if text.startswith("[gate by hand") else None
        number = len(found.setdefault(trade, [])) + 1
        outward = number in OUTWARD.get(trade, ()) if rule_id == "G2" else False
        found[trade].append(
            Step(text, tag=Tag(tag), reason=Reason(reason) if reason else None, gate=gate, outward=outward)
        )
    return {trade: Run(trade, tuple(steps)) for trade, steps in found.items()}


def test_the_runs_of_g2_warn_where_its_text_says() -> None:
    assert {trade: g2_warnings(run) for trade, run in short_runs("G2").items()} == WARNED


def test_the_runs_of_g4_have_the_stretches_its_text_gives() -> None:
    assert {
        trade: ([stretch.length for stretch in stretches(run)], len(gate_numbers(run)))
        for trade, run in short_runs("G4").items()
    } == STRETCHES
