"""Mermaid flowcharts: shapes, links, subgraphs, and where in the text they stand."""

from __future__ import annotations

import pytest

from counting.intake.draft import Draft, IntakeError, Proposal
from counting.intake.mermaid import read
from counting.intake.source import Source


def draft(text: str) -> Draft:
    return read(Source(text.encode()))


def texts(found: Draft) -> list[str]:
    return [item.text for item in found.items if item.proposed is not Proposal.SKIPPED]


def test_boxes_stand_in_the_order_of_their_arrows_with_their_place_in_the_text() -> None:
    text = "flowchart TD\n  B[Send parcel] --> C[Close case]\n  A[Pack goods] --> B"
    found = draft(text)
    assert texts(found) == ["Pack goods", "Send parcel", "Close case"]
    assert found.edges == (("A", "B"), ("B", "C"))
    assert [text[i.position.start : i.position.end] for i in found.items] == texts(found)
    assert [item.position.words for item in found.items] == ["line 3", "line 2", "line 2"]
    assert found.source == text
    assert found.understood == "Mermaid flowchart: 3 steps, 0 items skipped."


@pytest.mark.parametrize(
    "link",
    [
        "-->",
        "---",
        "-.->",
        "-.-",
        "==>",
        "===",
        "--o",
        "--x",
        "<-->",
        "---->",
        "-- go -->",
        "-->|go|",
        "== go ==>",
        "-. go .->",
        "e1@-->",
    ],
)
def test_every_kind_of_link_leads_on(link: str) -> None:
    assert draft(f"graph LR\nA[Pack] {link} B[Send]").edges == (("A", "B"),)


def test_an_invisible_link_is_no_way() -> None:
    assert draft("graph LR\nA[Pack] ~~~ B[Send it]").edges == ()


@pytest.mark.parametrize(
    "box",
    [
        "[Pack it]",
        "(Pack it)",
        "[[Pack it]]",
        "{{Pack it}}",
        "[/Pack it/]",
        "[\\Pack it\\]",
        '["Pack it"]',
        '["`**Pack it**`"]',
        "[Pack<br/>it]",
        "[fa:fa-box Pack it]",
        '@{ shape: rect, label: "Pack it" }',
    ],
)
def test_every_shape_of_a_box_holds_its_words(box: str) -> None:
    assert texts(draft(f"flowchart TD\nA{box} --> B[Send]")) == ["Pack it", "Send"]


def test_chains_and_several_boxes_in_one_line() -> None:
    found = draft("flowchart TD; A[Weigh] & B[Measure] --> C[Pack] -- then --> D[Send];")
    assert found.edges == (("A", "C"), ("B", "C"), ("C", "D"))
    assert found.items[3].notes == ("when then",)


def test_a_question_is_a_decision_unless_the_box_before_it_answers_it() -> None:
    found = draft(
        "flowchart TD\nA[Send offer] --> B{Accepted?}\nB -- yes --> C[Pack]\nB -- no --> A\n"
        "C --> D[Check parcel] --> E{Parcel whole?}\nE -->|yes| F[Send]\nE -->|no| C"
    )
    by_id = {item.id: item for item in found.items}
    assert by_id["B"].decision
    assert by_id["B"].notes == ("repeat from step 1 (Send offer) when Accepted: no",)
    assert by_id["E"].proposed is Proposal.SKIPPED


def test_starts_ends_stores_and_notes_are_skipped_with_a_reason() -> None:
    found = draft(
        "flowchart TD\nA([Order received]) --> B[Pack] --> C((End))\nB --> D[(Stock list)]\nE>Only in May]"
    )
    assert [(i.id, i.proposed.value, i.why) for i in found.items if i.id != "B"] == [
        ("A", "skipped", "A start, an end or something that happens is not an act."),
        ("C", "skipped", "A start, an end or something that happens is not an act."),
        ("D", "skipped", "A document or a data store is not an act."),
        ("E", "skipped", "A note on the drawing is not an act."),
    ]


def test_an_oval_with_an_act_is_a_step() -> None:
    assert texts(draft("flowchart TD\nA([Receive order]) --> B[Pack]")) == ["Receive order", "Pack"]


def test_an_arrow_at_a_subgraph_goes_to_where_its_flow_begins_and_from_where_it_ends() -> None:
    found = draft(
        "flowchart TD\nA[Take order] --> s\nsubgraph s [Packing]\nB[Pick] --> C[Wrap]\nend\ns --> D[Send]"
    )
    assert set(found.edges or ()) == {("A", "B"), ("B", "C"), ("C", "D")}
    assert found.items[1].notes == ("in Packing",)


def test_styles_comments_and_directives_are_no_boxes() -> None:
    found = draft(
        "%%{init: {'theme': 'dark'}}%%\n---\ntitle: Parcels\n---\nflowchart TB\n%% a comment\ndirection LR\n"
        "A[Pack]:::big --> B[Send]\nstyle A fill:#fff\nclassDef big font-size:9px\nclass A big\n"
        "click A call x()\n"
        "linkStyle 0 stroke:red"
    )
    assert texts(found) == ["Pack", "Send"]
    assert found.title == "Parcels"


@pytest.mark.parametrize(
    ("header", "kind"),
    [
        ("sequenceDiagram\nA->>B: hi", "a Mermaid sequence diagram"),
        ("classDiagram\nclass A", "a Mermaid class diagram"),
        ("stateDiagram-v2\n[*] --> A", "a Mermaid state diagram"),
        ("gantt\ntitle x", "a Mermaid Gantt chart"),
    ],
)
def test_another_kind_of_diagram_is_named_and_refused(header: str, kind: str) -> None:
    with pytest.raises(IntakeError, match=f"This is {kind}: it does not show acts in an order") as error:
        draft(header)
    assert "Draw the run as a flowchart" in str(error.value)


def test_a_flowchart_without_words_says_so() -> None:
    with pytest.raises(IntakeError, match="has 2 shapes but none that says what is done"):
        draft("flowchart TD\nA[Start] --> B[End]")


def test_a_box_that_only_points_elsewhere_is_an_arrow_in_words() -> None:
    found = draft(
        "flowchart TD\nA[Pack the goods] --> B[Send offer] --> C{Accepted?}\nC -- no --> D[Return to packing]"
    )
    assert [item.text for item in found.items if item.id == "D"] == ["Return to packing"]
    named = draft("flowchart TD\nA[Pack the goods] --> B[Weigh them] --> D[Go back to pack]")
    last = named.items[-1]
    assert (last.proposed, last.why) == (
        Proposal.SKIPPED,
        "A connector to another place of the drawing is not an act.",
    )
    assert named.edges == (("A", "B"), ("B", "A"))
