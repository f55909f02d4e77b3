"""Suggestions of the shipped record: real steps in, tags with the rule and the lines behind them out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from store.envelope import StepLine, StepSuggestion
from store.errors import InvalidRequest
from store.index.vocabulary import known_share
from store.ingest.publish import publish
from store.record import Record
from store.search.readings import RULES_OF, step_text
from store.settings import Settings
from tests.conftest import ROOT
from tests.store.corpora import NOTES, write_corpus


@pytest.fixture(scope="module")
def record(shipped_home: Path) -> Iterator[Record]:
    with Record.open(Settings(home=shipped_home, corpus=ROOT / "corpus"), who="process:test") as opened:
        yield opened


def one(record: Record, step: str, **around: str) -> StepSuggestion:
    return record.suggest([StepLine(id="1", step=step, **around)])[0]


@pytest.mark.parametrize(
    ("step", "tag", "reason"),
    [
        ("Copy the order number from the form into the ledger", "TYPING", None),
        ("Draft the reply to the complaint", "AI", None),
        ("Approve the purchase request", "DECISION", "accountability"),
        ("Negotiate the price with the supplier", "DECISION", "relationship"),
        ("Load the pallets onto the truck", "DECISION", "presence"),
        ("Waiting for the customer's answer", None, None),
    ],
)
def test_the_plain_cases_are_read_right(
    record: Record, step: str, tag: str | None, reason: str | None
) -> None:
    found = one(record, step)
    assert (found.tag, found.reason) == (tag, reason)
    assert found.rule in RULES_OF[tag or "NOTASTEP", reason or ""]


def test_the_rule_is_the_document_behind_it(record: Record) -> None:
    found = one(record, "Negotiate the price with the supplier")
    assert found.rule == "R10"
    assert found.stable_id == "documents/rules/R10-people"
    assert {evidence.provenance.stable_id for evidence in found.evidence} == {found.stable_id}
    assert all(evidence.example for evidence in found.evidence)
    text = record.read("documents/rules/R10-people").content
    assert all(evidence.text in text for evidence in found.evidence)


def test_suggestions_come_in_the_order_of_the_steps_and_repeat_themselves(record: Record) -> None:
    lines = [StepLine(id=name, step=f"Send the {name} to the office") for name in ("list", "bill", "note")]
    assert [found.id for found in record.suggest(lines)] == ["list", "bill", "note"]
    first, again = record.suggest(lines), record.suggest(lines)
    assert [found.model_dump(exclude={"evidence"}) for found in first] == [
        found.model_dump(exclude={"evidence"}) for found in again
    ]
    assert record.suggest([]) == ()


def test_words_the_model_does_not_know_are_never_sure(record: Record) -> None:
    step = "Rechnungseingang prüfen und im Warenwirtschaftssystem verbuchen"
    assert known_share(step) < 0.5 < known_share("check the invoice and book it")
    assert one(record, step).sure is False


@pytest.mark.parametrize(
    ("step", "message"),
    [
        ("  ", r"^step '1' is empty: write what is done, or leave the line out\.$"),
        ("x" * 2001, r"^step '1' has 2,001 characters; 2,000 is the most\. Split it\.$"),
    ],
)
def test_a_line_nothing_can_be_said_of_is_refused(record: Record, step: str, message: str) -> None:
    with pytest.raises(InvalidRequest, match=message):
        one(record, step)


def test_an_assessment_is_no_verdict_where_the_next_step_decides(record: Record) -> None:
    """R15: accepted or refused by a later step of the run, it is AI; the doubt is said."""
    verdict = one(record, "Assess the damage", actor="loss adjuster", after="File the report")
    assert (verdict.tag, verdict.reason, verdict.rule) == ("DECISION", "accountability", "R15")
    settled = one(
        record, "Assess the damage", actor="loss adjuster", after="Manager accepts or refuses the assessment"
    )
    assert (settled.tag, settled.reason, settled.rule, settled.sure) == ("AI", None, "R15", False)


def test_neighbours_stand_in_brackets_before_the_step() -> None:
    line = StepLine(id="1", step="Review the plan", actor="clerk", after="The board decides")
    assert step_text(line) == "[clerk; after: The board decides] Review the plan"
    line = StepLine(id="1", step="Review the plan", actor="clerk", domain="new road")
    assert step_text(line) == "[clerk, new road] Review the plan"
    assert (
        step_text(StepLine(id="1", step="[the board decides next] Review"))
        == "[the board decides next] Review"
    )


def test_a_record_that_learned_no_tags_says_so(tmp_path: Path) -> None:
    settings = Settings(home=tmp_path / "home", corpus=write_corpus(tmp_path / "corpus", NOTES))
    publish(settings, who="process:test")
    with (
        Record.open(settings, who="process:test") as plain,
        pytest.raises(InvalidRequest, match=r"^this record suggests no tags: its corpus has no adapter"),
    ):
        one(plain, "Send the list")
