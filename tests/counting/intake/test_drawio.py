"""draw.io drawings: shapes by their arrows, actors from lanes, whatever way the page was saved."""

from __future__ import annotations

import struct
import zlib
from urllib.parse import quote
from xml.sax.saxutils import quoteattr

import pytest

from counting.intake.draft import Draft, IntakeError, Proposal
from counting.intake.read import read_source
from counting.intake.source import Source
from tests.counting.intake.drawing_files import arrow, drawio, page, shape

EVENT = "A start, an end or something that happens is not an act."
NOTE = "A note on the drawing is not an act."
STORE = "A document or a data store is not an act."
LINK = "A connector to another place of the drawing is not an act."


def draft(*cells: str, packed: bool = False) -> Draft:
    return read_source(Source(drawio(page(*cells, packed=packed)), "any.xml"))


def shown(found: Draft) -> list[tuple[str, str]]:
    return [(item.text, item.proposed.value) for item in found.items]


@pytest.mark.parametrize("packed", [False, True])
def test_shapes_stand_in_the_order_of_their_arrows(packed: bool) -> None:
    found = draft(
        shape("b", "<div>Send&nbsp;the<br>parcel</div>"),
        shape("a", "Pack &amp; weigh goods"),
        arrow("a", "b"),
        packed=packed,
    )
    assert [item.text for item in found.items] == ["Pack & weigh goods", "Send the parcel"]
    assert found.edges == (("a", "b"),)
    assert found.items[1].original == "<div>Send&nbsp;the<br>parcel</div>"
    assert [item.position.words for item in found.items] == ["shape a", "shape b"]


def test_a_bare_model_without_a_file_around_it_is_read() -> None:
    model = page(shape("a", "Pack")).removeprefix('<diagram name="Page-1">').removesuffix("</diagram>")
    assert [item.text for item in read_source(Source(model.encode())).items] == ["Pack"]


def test_actors_come_from_the_lanes_around_a_shape_or_the_lane_it_lies_in() -> None:
    found = draft(
        shape("pool", "Shop", "swimlane;horizontal=0;", at="0,0,500,200"),
        shape("l1", "Sales", "swimlane;horizontal=0;", "pool", "20,0,480,100"),
        shape("l2", "Store", "swimlane;horizontal=0;", "pool", "20,100,480,100"),
        shape("a", "Take order", parent="l1", at="50,20,80,40"),
        shape("b", "Pack", parent="1", at="200,120,80,40"),
        arrow("a", "b"),
    )
    assert [(item.text, item.actor) for item in found.items] == [("Take order", "Sales"), ("Pack", "Store")]
    assert found.understood == "draw.io drawing, 3 lanes: 2 steps, 0 items skipped."


def test_lanes_made_as_a_table() -> None:
    found = draft(
        shape("t", "Hiring", "shape=table;childLayout=tableLayout;", at="0,0,500,200"),
        shape("r1", "Manager", "shape=tableRow;horizontal=0;", "t", "0,0,500,100"),
        shape("c1", "Phase 1", "swimlane;swimlaneHead=0;swimlaneBody=0;", "r1", "40,0,230,100"),
        shape("a", "Ask for a post", parent="c1", at="20,20,80,40"),
        shape("r2", "Recruiter", "shape=tableRow;horizontal=0;", "t", "0,100,500,100"),
        shape("c2", "", "swimlane;swimlaneHead=0;swimlaneBody=0;", "r2", "40,0,230,100"),
        shape("b", "Publish the post", parent="c2", at="20,20,80,40"),
        arrow("a", "b"),
    )
    assert [(item.text, item.actor) for item in found.items] == [
        ("Ask for a post", "Manager"),
        ("Publish the post", "Recruiter"),
    ]


@pytest.mark.parametrize(
    "style",
    [
        "rhombus;html=1;",
        "shape=mxgraph.flowchart.decision;",
        "shape=mxgraph.bpmn.gateway2;gwType=exclusive;perimeter=rhombusPerimeter;",
        "shape=mxgraph.bpmn.shape;perimeter=rhombusPerimeter;background=gateway;outline=none;symbol=exclusiveGw;",
    ],
)
def test_a_diamond_is_a_decision_and_its_ways_keep_their_words(style: str) -> None:
    label = (
        "<mxCell id='l' value='no' style='edgeLabel;' vertex='1' parent='q-n'>"
        "<mxGeometry relative='1' as='geometry'/></mxCell>"
    )
    found = draft(
        shape("a", "Send offer"),
        shape("q", "Accepted?", style),
        shape("y", "Pack"),
        shape("n", "Refuse"),
        arrow("a", "q"),
        arrow("q", "y", "<b>yes</b>"),
        arrow("q", "n"),
        label,
    )
    assert [(item.id, item.decision, item.notes) for item in found.items] == [
        ("a", False, ()),
        ("q", True, ()),
        ("y", False, ("when Accepted: yes",)),
        ("n", False, ("when Accepted: no",)),
    ]


@pytest.mark.parametrize(
    ("style", "words", "why"),
    [
        ("ellipse;", "Order received", EVENT),
        ("shape=mxgraph.flowchart.terminator;", "Start", EVENT),
        ("shape=mxgraph.bpmn.event;outline=end;", "Done", EVENT),
        ("rounded=1;arcSize=50;", "Order arrives", EVENT),
        ("shape=note;", "Only in May", NOTE),
        ("text;html=1;", "Our shop", NOTE),
        ("shape=cylinder3;", "Stock list", STORE),
        ("shape=document;", "Invoice", STORE),
        ("shape=mxgraph.flowchart.off-page_reference;", "A", LINK),
    ],
)
def test_what_is_no_act_is_skipped_with_a_reason(style: str, words: str, why: str) -> None:
    found = draft(
        shape("x", words, style), shape("a", "Pack"), shape("b", "Send"), arrow("x", "a"), arrow("a", "b")
    )
    skipped = [(item.text, item.why) for item in found.items if item.proposed is Proposal.SKIPPED]
    assert skipped == [(words, why)]


def test_an_oval_or_a_document_with_an_act_is_a_step() -> None:
    found = draft(
        shape("a", "Receive order", "ellipse;"),
        shape("b", "Print invoice", "shape=document;"),
        arrow("a", "b"),
    )
    assert shown(found) == [("Receive order", "step"), ("Print invoice", "step")]


def test_loose_ends_of_an_arrow_belong_to_the_shapes_they_all_but_touch() -> None:
    points = "<mxPoint x='85' y='20' as='sourcePoint'/><mxPoint x='196' y='25' as='targetPoint'/>"
    found = draft(
        shape("b", "Send", at="200,0,80,40"), shape("a", "Pack", at="0,0,80,40"), arrow("", "", points=points)
    )
    assert found.edges == (("a", "b"),)


def test_an_arrow_drawn_backwards_is_turned() -> None:
    style = "startArrow=classic;endArrow=none;"
    found = draft(shape("b", "Send"), shape("a", "Pack"), arrow("b", "a", style=style))
    assert found.edges == (("a", "b"),)


def test_a_frame_is_opened_in_place() -> None:
    found = draft(
        shape("z", "Send"),
        shape("f", "Packing", "rounded=1;container=1;", at="0,0,300,200"),
        shape("i", "Pick", parent="f"),
        shape("j", "Wrap", parent="f"),
        shape("a", "Take order"),
        arrow("i", "j"),
        arrow("a", "f"),
        arrow("f", "z"),
    )
    assert set(found.edges or ()) == {("a", "i"), ("i", "j"), ("j", "z")}
    assert ("Packing", "skipped") in shown(found)


def test_words_in_an_object_wrapper_are_read() -> None:
    wrapped = (
        "<object label='Pack' id='w'><mxCell style='rounded=0' vertex='1' parent='1'>"
        "<mxGeometry width='80' height='40' as='geometry'/></mxCell></object>"
    )
    assert [(item.id, item.text) for item in draft(wrapped).items] == [("w", "Pack")]


def test_pages_are_procedures() -> None:
    found = read_source(
        Source(drawio(page(shape("a", "Pack"), name="One"), page(shape("a", "Send"), name="Two")))
    )
    assert found.procedures == ("One", "Two")
    assert [(item.id, item.text, item.procedure) for item in found.items] == [
        ("p1-a", "Pack", 0),
        ("p2-a", "Send", 1),
    ]
    assert found.items[0].position.words == 'page "One", shape a'


def test_a_dashed_line_from_a_circle_is_a_message() -> None:
    found = draft(
        shape("l1", "Shop", "swimlane;", at="0,0,300,100"),
        shape("l2", "Bank", "swimlane;", at="0,100,300,100"),
        shape("a", "Claim", parent="l1"),
        shape("b", "Pay", parent="l2"),
        arrow("a", "b", style="dashed=1;startArrow=oval;endArrow=block;"),
    )
    assert found.items[0].notes == ("hands over to step 2 (Pay)",)


def test_a_drawing_without_words_says_so() -> None:
    with pytest.raises(IntakeError, match="has no page with words on it"):
        draft(shape("a", ""))


def test_a_damaged_page_says_so() -> None:
    with pytest.raises(IntakeError, match="This page of the drawing is damaged"):
        read_source(Source(b"<mxfile><diagram name='x'>AAAABBBBCCCC</diagram></mxfile>"))


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def test_a_picture_that_carries_its_drawing_is_read() -> None:
    model = drawio(page(shape("a", "Pack")))
    head, tail = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", b"\x00" * 13), chunk(b"IEND", b"")
    plain = chunk(b"tEXt", b"mxfile\x00" + quote(model.decode()).encode())
    packed = chunk(b"zTXt", b"mxfile\x00\x00" + zlib.compress(quote(model.decode()).encode()))
    svg = f"<svg xmlns='http://www.w3.org/2000/svg' content={quoteattr(model.decode())}><g/></svg>".encode()
    for data in (head + plain + tail, head + packed + tail, svg):
        assert [item.text for item in read_source(Source(data, "x.png")).items] == ["Pack"]


def test_a_picture_that_is_only_a_picture_is_refused() -> None:
    png = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", b"\x00" * 13) + chunk(b"tEXt", b"Author\x00Somebody")
    with pytest.raises(IntakeError, match="This is a picture"):
        read_source(Source(png, "x.png"))
