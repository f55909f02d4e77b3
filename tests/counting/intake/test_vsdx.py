"""Visio drawings: shapes by their connectors, actors from swimlanes."""

from __future__ import annotations

import pytest

from counting.intake.draft import Draft, IntakeError
from counting.intake.read import read_source
from counting.intake.source import Source
from tests.counting.intake.drawing_files import glue, vline, vsdx, vshape

MASTERS = {1: "Process", 2: "Decision", 3: "Start/End", 4: "Swimlane", 5: "Document", 6: "Swimlane List"}


def draft(shapes: str, connects: str = "") -> Draft:
    return read_source(Source(vsdx({"Page-1": (shapes, connects)}, MASTERS), "any.bin"))


def test_shapes_stand_in_the_order_of_their_connectors() -> None:
    found = draft(vshape(2, "Send", 1) + vshape(1, "Pack", 1) + vline(3, "then"), glue(3, 1, 2))
    assert [(item.id, item.text, item.notes) for item in found.items] == [
        ("1", "Pack", ()),
        ("2", "Send", ("when then",)),
    ]
    assert found.edges == (("1", "2"),)
    assert found.items[0].position.words == "shape 1"


def test_decisions_starts_and_documents_are_known_by_their_stencil() -> None:
    shapes = (
        vshape(1, "Order arrives", 3)
        + vshape(2, "Send offer", 1)
        + vshape(3, "Accepted?", 2)
        + vshape(4, "Pack", 1)
        + vshape(5, "Invoice", 5)
        + vshape(6, "End", 3)
        + "".join(
            vline(number, words) for number, words in ((11, ""), (12, ""), (13, "yes"), (14, "no"), (15, ""))
        )
    )
    ways = glue(11, 1, 2) + glue(12, 2, 3) + glue(13, 3, 4) + glue(14, 3, 6) + glue(15, 4, 5)
    found = draft(shapes, ways)
    assert [(item.text, item.proposed.value, item.decision) for item in found.items] == [
        ("Order arrives", "skipped", False),
        ("Send offer", "step", False),
        ("Accepted?", "step", True),
        ("Pack", "step", False),
        ("Invoice", "skipped", False),
        ("End", "skipped", False),
    ]
    assert found.items[3].notes == ("when Accepted: yes",)


def test_actors_come_from_the_swimlane_a_shape_lies_in() -> None:
    heading = vshape(21, "Sales", at="0.2,0.5,0.4,1")
    other = vshape(31, "Store", at="0.2,0.5,0.4,1")
    shapes = (
        vshape(5, "", 6, at="4,2,8,4")
        + vshape(20, "", 4, "4,3.5,8,1", inside=heading)
        + vshape(30, "", 4, "4,2.5,8,1", inside=other)
        + vshape(1, "Take order", 1, "2,3.5,1,0.5")
        + vshape(2, "Pack", 1, "4,2.5,1,0.5")
        + vline(9)
    )
    found = draft(shapes, glue(9, 1, 2))
    assert [(item.text, item.actor) for item in found.items] == [("Take order", "Sales"), ("Pack", "Store")]
    assert found.understood == "Visio drawing, 2 lanes: 2 steps, 0 items skipped."


def test_a_connector_glued_to_nothing_belongs_to_the_shapes_it_all_but_touches() -> None:
    shapes = (
        vshape(2, "Send", 1, "4,1,1,0.5") + vshape(1, "Pack", 1, "1,1,1,0.5") + vline(3, ends="1.55,1,3.45,1")
    )
    assert draft(shapes).edges == (("1", "2"),)


def test_a_connector_drawn_backwards_is_turned() -> None:
    cells = "<Cell N='BeginArrow' V='13'/><Cell N='EndArrow' V='0'/>"
    found = draft(vshape(1, "Pack", 1) + vshape(2, "Send", 1) + vline(3, cells=cells), glue(3, 2, 1))
    assert found.edges == (("1", "2"),)


def test_a_group_speaks_through_the_part_that_has_words() -> None:
    shapes = vshape(1, "", 1, inside=vshape(11, "Pack") + vshape(12, "")) + vshape(2, "Send", 1) + vline(3)
    found = draft(shapes, glue(3, 11, 2))
    assert [(item.id, item.text) for item in found.items] == [("1", "Pack"), ("2", "Send")]
    assert found.edges == (("1", "2"),)


def test_pages_are_procedures() -> None:
    found = read_source(Source(vsdx({"One": (vshape(1, "Pack"), ""), "Two": (vshape(1, "Send"), "")})))
    assert found.procedures == ("One", "Two")
    assert [(item.id, item.text) for item in found.items] == [("p1-1", "Pack"), ("p2-1", "Send")]


def test_a_drawing_without_words_says_so() -> None:
    with pytest.raises(IntakeError, match="This Visio drawing has no page with words on it"):
        draft(vshape(1, ""))
