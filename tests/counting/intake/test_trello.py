"""Trello boards: cards and checklists in the order of the board."""

from __future__ import annotations

import json
from typing import Any

import pytest

from counting.intake.draft import Draft, IntakeError
from counting.intake.read import read_source
from counting.intake.source import Source

BOARD = {
    "name": "Onboarding",
    "members": [{"id": "m1", "fullName": "Team Lead"}],
    "lists": [
        {"id": "l2", "name": "First week", "pos": 200},
        {"id": "l1", "name": "Before the first day", "pos": 100},
        {"id": "l3", "name": "Notes", "pos": 300},
        {"id": "l4", "name": "Old", "pos": 400, "closed": True},
    ],
    "cards": [
        {"id": "c2", "idList": "l1", "name": "Order the laptop", "pos": 20, "idMembers": ["m1"]},
        {"id": "c1", "idList": "l1", "name": "Prepare the contract", "pos": 10},
        {"id": "c3", "idList": "l2", "name": "First day", "pos": 10},
        {"id": "c4", "idList": "l2", "name": "Talk to the neighbour", "pos": 20, "closed": True},
        {"id": "c5", "idList": "l3", "name": "Where the coffee is", "pos": 1},
        {"id": "c6", "idList": "l4", "name": "Buy a fax", "pos": 1},
    ],
    "checklists": [
        {
            "idCard": "c3",
            "name": "Morning",
            "pos": 1,
            "checkItems": [
                {"id": "k2", "name": "Show the desk", "pos": 2},
                {"id": "k1", "name": "Hand over the key", "pos": 1},
            ],
        }
    ],
}


def draft(board: Any) -> Draft:
    return read_source(Source(json.dumps(board).encode(), "board.json"))


def test_cards_and_checklists_stand_in_the_order_of_the_board() -> None:
    found = draft(BOARD)
    assert [(item.text, item.proposed.value, item.actor) for item in found.items] == [
        ("Before the first day", "skipped", None),
        ("Prepare the contract", "step", None),
        ("Order the laptop", "step", "Team Lead"),
        ("First week", "skipped", None),
        ("First day", "skipped", None),
        ("Hand over the key", "step", None),
        ("Show the desk", "step", None),
        ("Talk to the neighbour", "skipped", None),
        ("Notes", "skipped", None),
        ("Where the coffee is", "skipped", None),
        ("Old", "skipped", None),
        ("Buy a fax", "skipped", None),
    ]
    assert [item.why for item in found.items if item.id in ("c3", "c4", "c5", "c6")] == [
        "A card with a checklist names what follows; its checklist items are listed.",
        "Archived on the board.",
        "A card in a list of notes, not of work.",
        "Archived on the board.",
    ]
    assert found.items[5].position.words == 'list "First week", card "First day", checklist "Morning", item 1'
    assert found.understood == "Trello board, 3 lists: 4 steps, 8 items skipped."
    assert found.title == "Onboarding"


def test_a_board_without_open_cards_says_so() -> None:
    with pytest.raises(IntakeError, match="This Trello board has 1 card, none of them open and with words"):
        draft({"lists": [{"id": "l", "name": "L"}], "cards": [{"idList": "l", "name": "x", "closed": True}]})
