"""The shared models, drawings and automations against what a careful reader keeps of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from counting.intake.draft import Draft, Item, Proposal
from counting.intake.read import read_source
from counting.intake.source import Source
from tests.counting.intake.bpmn_oracle import judge

GOLD: dict[str, Any] = json.loads((Path(__file__).parent / "gold" / "flows.json").read_text())
MODELS = [name for name in GOLD if ".bpmn" in name]


def draft(cases: Path, name: str) -> Draft:
    return read_source(Source((cases / "intake" / name).read_bytes(), name))


def keys(items: list[Item], by: str) -> list[str]:
    return [item.id if by == "id" else " ".join(item.text.lower().split()[:3]) for item in items]


@pytest.mark.parametrize("name", MODELS)
def test_a_model_gives_exactly_its_named_tasks_in_an_order_its_flows_allow(cases: Path, name: str) -> None:
    oracle = judge((cases / "intake" / name).read_bytes())
    found = [item for item in draft(cases, name).items if item.proposed is not Proposal.SKIPPED]
    assert {item.id for item in found if not item.decision} == oracle.tasks == set(GOLD[name]["steps"])
    assert {item.id for item in found if item.decision} == set(GOLD[name]["decisions"]) <= oracle.gateways
    rank = {item.id: place for place, item in enumerate(found)}
    late = [
        (item.id, other)
        for item in found
        for other in oracle.leads_to(item.id)
        if other in rank and rank[other] < rank[item.id] and item.id not in oracle.leads_to(other)
    ]
    assert late == []


@pytest.mark.parametrize("name", [name for name in GOLD if name not in MODELS])
def test_a_drawing_or_an_automation_gives_what_a_careful_reader_keeps(cases: Path, name: str) -> None:
    found = [item for item in draft(cases, name).items if item.proposed is not Proposal.SKIPPED]
    kept = keys(found, GOLD[name]["by"])
    gold = [*GOLD[name]["steps"], *GOLD[name]["decisions"]]
    right = sum(min(kept.count(key), gold.count(key)) for key in set(gold))
    assert 2 * right / (len(kept) + len(gold)) >= 0.9
    assert set(keys([item for item in found if item.decision], GOLD[name]["by"])) == set(
        GOLD[name]["decisions"]
    )


def test_a_name_in_the_wrong_encoding_is_read_right_and_said(cases: Path) -> None:
    found = draft(cases, "miwg_GenMyModel-0-47_C.1.0-export.bpmn")
    assert any("ä" in item.text for item in found.items)
    assert found.notes[0].startswith("The file says it is utf-8, but it is not: read as iso-8859-1.")


def test_a_meeting_is_refused_in_a_plain_sentence(cases: Path) -> None:
    with pytest.raises(ValueError, match="This is a meeting transcript: people talking, with no procedure"):
        draft(cases, "meeting__product_TS3010a.json")
