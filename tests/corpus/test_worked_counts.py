"""The five worked counts: every number in them is recomputed from their own step tables."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from counting import (
    BY_ID,
    Reason,
    Run,
    Step,
    Tag,
    g2_warnings,
    gate_numbers,
    longest_stretch,
    stretches,
    tally,
)

COUNTS = Path(__file__).resolve().parents[2] / "corpus" / "documents" / "counts"

# method.md section 6: steps, AI, TYPING, DECISION, percentage, the fraction as it is written there.
EXPECTED = {
    "website-run": (20, 8, 6, 6, 70, "14/20"),
    "month-end-close": (25, 6, 10, 9, 64, "16/25"),
    "clinic-intake": (18, 5, 7, 6, 67, "12/18"),
    "hiring-round": (15, 6, 5, 4, 73, "11/15"),
    "order-to-return": (20, 7, 9, 4, 80, "16/20"),
}
LESSONS = {
    "website-run": {"R7", "R9", "R4"},
    "month-end-close": {"R3", "R5", "R13"},
    "clinic-intake": {"R3", "R10", "R11"},
    "hiring-round": {"R4", "R10", "G2"},
    "order-to-return": {"R5", "R8", "G2"},
}
HEADER = ["#", "Step", "Actor", "Tag", "Reason or rule", "Gate", "Outward"]
NUMBER_WORDS = {"four": 4, "six": 6, "nine": 9}


def document(name: str) -> str:
    """The whole file of one worked count."""
    return (COUNTS / f"{name}.md").read_text(encoding="utf-8")


def flat(text: str) -> str:
    """White space as single spaces, so that a sentence may break over lines."""
    return " ".join(text.split())


def section(name: str, heading: str) -> str:
    return document(name).split(f"\n## {heading}\n", 1)[1].split("\n## ", 1)[0]


def table(name: str) -> list[list[str]]:
    lines = [line for line in section(name, "Steps").splitlines() if line.startswith("|")]
    cells = [[cell.strip() for cell in line.strip()[1:-1].split("|")] for line in lines]
    assert cells[0] == HEADER
    return cells[2:]


def run_of(name: str) -> Run:
    return Run(name, tuple(step_of(row) for row in table(name)))


def step_of(row: list[str]) -> Step:
    _, text, actor, tag, why, gate, outward = row
    reason = Reason(why.split(",")[0]) if tag == "DECISION" else None
    default = tag == "DECISION"
    return Step(
        text,
        actor,
        Tag(tag),
        reason,
        gate=None if (gate == "gate") == default else gate == "gate",
        outward=outward == "outward",
        rule=why.split(",")[-1].strip(),
    )


def gated(run: Run, numbers: set[int], gate: bool | None) -> Run:
    steps = (replace(step, gate=gate) if n in numbers else step for n, step in enumerate(run.steps, 1))
    return replace(run, steps=tuple(steps))


def test_these_are_all_the_worked_counts() -> None:
    assert {path.stem for path in COUNTS.glob("*.md")} == set(EXPECTED)


@pytest.mark.parametrize("name", EXPECTED)
def test_the_table_counts_as_the_method_says(name: str) -> None:
    count = tally(run_of(name))
    steps, ai, typing, decision, percentage, fraction = EXPECTED[name]
    assert (count.steps, count.ai, count.typing, count.decision, count.untagged) == (
        steps,
        ai,
        typing,
        decision,
        0,
    )
    assert (count.percentage, f"{count.automatable}/{count.steps}") == (percentage, fraction)


@pytest.mark.parametrize("name", EXPECTED)
def test_the_rows_are_well_formed(name: str) -> None:
    rows = table(name)
    assert [row[0] for row in rows] == [str(number) for number in range(1, len(rows) + 1)]
    for row in rows:
        _, text, actor, tag, why, gate, outward = row
        assert text.startswith(actor), row
        assert tag in {"AI", "DECISION", "TYPING"}, row
        assert re.fullmatch(r"((judgement|accountability|relationship|presence), )?R\d+", why), row
        assert why.split(",")[-1].strip() in BY_ID, row
        assert ("," in why) == (tag == "DECISION"), row
        assert gate in {"", "gate"} and outward in {"", "outward"}, row
    assert len({row[1] for row in rows}) == len(rows)


@pytest.mark.parametrize("name", EXPECTED)
def test_the_prose_states_the_recomputed_count(name: str) -> None:
    count, text = tally(run_of(name)), flat(section(name, "The count"))
    assert (
        f"**{count.percentage} %, {count.automatable} of {count.steps} steps.** "
        f"AI {count.ai}, TYPING {count.typing}, DECISION {count.decision}." in text
    )
    reasons = Counter(step.reason for step in run_of(name).steps)
    for reason in Reason:
        assert f"{reason.value} {reasons[reason]}" in text
    word = re.search(r"the (\w+) DECISION steps", text)
    assert word is not None and NUMBER_WORDS[word[1]] == count.decision


@pytest.mark.parametrize("name", EXPECTED)
def test_no_other_percentage_stands_in_the_document(name: str) -> None:
    body = flat(document(name)).replace("with 70 %, and the range 64 % to 80 %", "")
    stated = {int(number) for number in re.findall(r"(\d+) ?(?:%|percent)", body)}
    assert stated == {tally(run_of(name)).percentage}


@pytest.mark.parametrize("name", EXPECTED)
def test_the_prose_states_the_recomputed_gates_and_stretches(name: str) -> None:
    run, text = run_of(name), flat(section(name, "Gates and stretches"))
    gates, longest, warnings = gate_numbers(run), longest_stretch(run), g2_warnings(run)
    assert longest is not None
    assert f"Gates: {len(gates)}, one on every DECISION" in text
    assert (
        f"The longest unattended stretch is {longest.length} steps "
        f"(steps {longest.first} to {longest.last})" in text
    )
    decisions = [n for n, step in enumerate(run.steps, 1) if step.tag is Tag.DECISION]
    assert f"(steps {', '.join(map(str, decisions))})" in text
    assert set(decisions) <= set(gates)
    if warnings:
        places = f"{', '.join(map(str, warnings[:-1]))} and {warnings[-1]}"
        assert f"G2 warnings: {len(warnings)}, at steps {places}." in text
    else:
        assert "G2 warnings: none" in text


@pytest.mark.parametrize("name", EXPECTED)
def test_a_stretch_called_as_long_is_as_long(name: str) -> None:
    run, text = run_of(name), flat(section(name, "Gates and stretches"))
    longest = longest_stretch(run)
    assert longest is not None
    ties = [(s.first, s.last) for s in stretches(run) if s.length == longest.length and s != longest]
    told = [(int(a), int(b)) for a, b in re.findall(r"steps (\d+) to (\d+) are as long", text)]
    assert told == ties


REMEDIES = {
    "hiring-round": {1, 14},
    "order-to-return": {3, 11},
}


@pytest.mark.parametrize("name", REMEDIES)
def test_the_remedy_takes_the_warnings_away_and_leaves_the_percentage(name: str) -> None:
    before = run_of(name)
    after = gated(before, REMEDIES[name], True)
    text = flat(section(name, "Gates and stretches"))
    first, second = sorted(REMEDIES[name])
    longest = longest_stretch(after)
    assert g2_warnings(before) and not g2_warnings(after) and longest is not None
    assert tally(after) == tally(before)
    assert f"Mark steps {first} and {second} as gates" in text
    assert (
        f"Then there are {len(gate_numbers(after))} gates, no warnings, and the longest unattended "
        f"stretch is {longest.length} steps (steps {longest.first} to {longest.last}). "
        f"The percentage is still {tally(after).percentage} %" in text
    )


def test_half_a_remedy_leaves_a_warning() -> None:
    for name, numbers in REMEDIES.items():
        for number in numbers:
            assert g2_warnings(gated(run_of(name), {number}, True)), (name, number)


def test_the_privacy_gates_of_the_clinic_are_what_keeps_it_free_of_warnings() -> None:
    run, text = run_of("clinic-intake"), flat(section("clinic-intake", "Gates and stretches"))
    marked = [n for n, s in enumerate(run.steps, 1) if s.gate and s.tag is not Tag.DECISION]
    assert marked == [2, 17] and "two that the clinic marked itself (steps 2 and 17)" in text
    assert g2_warnings(gated(run, {2}, None)) == (4,)
    assert g2_warnings(gated(run, {17}, None)) == (18,)
    assert (
        "Take the gate off step 2 and step 4 carries a warning; take it off step 17 and step 18 does." in text
    )


@pytest.mark.parametrize("name", EXPECTED)
def test_the_prose_names_only_steps_of_the_table_and_cites_the_rules_it_teaches(name: str) -> None:
    text = document(name).split("\n## The count\n", 1)[1]
    named = {
        int(number)
        for group in re.findall(r"steps? ([\d, and]+)", text)
        for number in re.findall(r"\d+", group)
    }
    assert named <= set(range(1, EXPECTED[name][0] + 1))
    cited = set(re.findall(r"\[(?:[^\]]*\b)?([RG]\d+)[^\]]*\]\(", document(name)))
    assert LESSONS[name] <= cited


def test_the_range_of_the_five_is_the_range_the_method_states() -> None:
    results = [tally(run_of(name)).percentage for name in EXPECTED]
    assert (min(results), max(results)) == (64, 80)
    assert max(EXPECTED, key=lambda name: tally(run_of(name)).percentage or 0) == "order-to-return"
    assert max(EXPECTED, key=lambda name: len(g2_warnings(run_of(name)))) == "order-to-return"


def test_the_method_page_shows_counts_as_the_counting_code_does() -> None:
    body = (COUNTS.parent / "method" / "count.md").read_text(encoding="utf-8")
    lines = body.split("| Run | AI |", 1)[1].split("\n\n", 1)[0].splitlines()[2:]
    assert len(lines) == 5
    for line in lines:
        _, ai, typing, decision, untagged, shown = (cell.strip() for cell in line.strip("|").split("|"))
        tags = [(Tag.AI, ai), (Tag.TYPING, typing), (Tag.DECISION, decision), (None, untagged)]
        steps = tuple(Step("a step", tag=tag) for tag, number in tags for _ in range(int(number)))
        assert tally(Run("shown", steps)).headline.removesuffix(".") == shown
