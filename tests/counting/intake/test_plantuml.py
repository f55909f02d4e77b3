"""PlantUML activity diagrams, new and old."""

from __future__ import annotations

import pytest

from counting.intake.draft import Draft, IntakeError, Proposal
from counting.intake.plantuml import read
from counting.intake.source import Source


def draft(*lines: str) -> Draft:
    return read(Source("\n".join(("@startuml", *lines, "@enduml")).encode()))


def texts(found: Draft) -> list[str]:
    return [item.text for item in found.items if item.proposed is not Proposal.SKIPPED]


def named_edges(found: Draft) -> set[tuple[str, str]]:
    by_id = {item.id: item.text for item in found.items}
    return {(by_id[one], by_id[other]) for one, other in found.edges or ()}


def test_actions_in_order_with_their_lane_and_their_place() -> None:
    found = draft(
        "|Shop|", "start", ":Pack goods;", "|#eee|b|Bank|", ":Book", "the money;", "|Shop|", ":Send;", "stop"
    )
    assert [(item.text, item.actor) for item in found.items] == [
        ("Pack goods", "Shop"),
        ("Book the money", "Bank"),
        ("Send", "Shop"),
    ]
    assert found.source is not None
    assert [found.source[i.position.start : i.position.end] for i in found.items] == [
        "Pack goods",
        "Book\nthe money",
        "Send",
    ]
    assert named_edges(found) == {("Pack goods", "Book the money"), ("Book the money", "Send")}


def test_if_elseif_else_and_what_follows_them() -> None:
    found = draft(
        ":Send offer;",
        "if (Accepted?) then (yes)",
        ":Pack;",
        "elseif (Wants less?) then (yes)",
        ":Change offer;",
        "else (no)",
        ":Say thanks;",
        "endif",
        ":File;",
    )
    assert texts(found) == [
        "Send offer",
        "Accepted?",
        "Pack",
        "Wants less?",
        "Change offer",
        "Say thanks",
        "File",
    ]
    assert named_edges(found) == {
        ("Send offer", "Accepted?"),
        ("Accepted?", "Pack"),
        ("Accepted?", "Wants less?"),
        ("Wants less?", "Change offer"),
        ("Wants less?", "Say thanks"),
        ("Pack", "File"),
        ("Change offer", "File"),
        ("Say thanks", "File"),
    }


def test_an_if_without_else_can_be_passed_by() -> None:
    found = draft(":Pack;", "if (Gift?) then (yes)", ":Add ribbon;", "endif", ":Send;")
    assert ("Gift?", "Send") in named_edges(found)


def test_loops_lead_back() -> None:
    found = draft(":Open;", "while (More letters?) is (yes)", ":Stamp;", "endwhile (no)", ":Close;")
    assert texts(found) == ["Open", "More letters?", "Stamp", "Close"]
    assert ("Stamp", "More letters?") in named_edges(found)
    again = draft(
        "repeat", ":Call;", "backward:Wait a day;", "repeat while (Nobody there?) is (yes) not (no)", ":Note;"
    )
    assert named_edges(again) == {
        ("Call", "Nobody there?"),
        ("Nobody there?", "Wait a day"),
        ("Wait a day", "Call"),
        ("Nobody there?", "Note"),
    }


def test_break_leaves_a_loop() -> None:
    found = draft(
        "while (More?)",
        ":Take one;",
        "if (Broken?) then (yes)",
        "break",
        "endif",
        ":Pack;",
        "endwhile",
        ":End it;",
    )
    assert ("Broken?", "End it") in named_edges(found)


def test_forks_and_switches_branch_and_join() -> None:
    found = draft(
        "fork",
        ":Pack;",
        "fork again",
        ":Bill;",
        "end fork",
        "switch (Carrier?)",
        "case (A)",
        ":Print A;",
        "case (B)",
        ":Print B;",
        "endswitch",
        ":Send;",
    )
    assert texts(found) == ["Pack", "Bill", "Carrier?", "Print A", "Print B", "Send"]
    assert named_edges(found) == {
        ("Pack", "Carrier?"),
        ("Bill", "Carrier?"),
        ("Carrier?", "Print A"),
        ("Carrier?", "Print B"),
        ("Print A", "Send"),
        ("Print B", "Send"),
    }


def test_after_an_end_nothing_follows() -> None:
    found = draft("if (Paid?) then (no)", ":Remind;", "stop", "endif", ":Send;")
    assert ("Remind", "Send") not in named_edges(found)


def test_notes_titles_frames_and_colours_are_no_actions() -> None:
    found = draft(
        "title Parcel **service**",
        "skinparam backgroundColor white",
        "skinparam activity {",
        "  FontSize 12",
        "}",
        "!include http://example.org/x.puml",
        "' a comment",
        "/' a long",
        "comment '/",
        'partition "Back office" {',
        "#palegreen:<back:#ff0000>Pack</back>;",
        "note right: in paper",
        "note left",
        "two",
        "lines",
        "end note",
        "}",
        "-> later;",
        ":Send; <<output>>",
    )
    assert found.title == "Parcel service"
    assert [(item.text, item.proposed.value, item.notes) for item in found.items] == [
        ("Pack", "step", ("in Back office",)),
        ("Send", "step", ("when later",)),
        ("in paper", "skipped", ("in Back office",)),
        ("two lines", "skipped", ("in Back office",)),
    ]


def test_the_old_way_of_writing() -> None:
    found = draft(
        '(*) --> "Take claim" as c',
        '--> "Check policy"',
        'if "Policy valid?" then',
        '-->[yes] "Assess damage"',
        '--> "Pay"',
        "--> (*)",
        "else",
        '-->[no] "Refuse"',
        "--> (*)",
        "endif",
    )
    assert texts(found) == ["Take claim", "Check policy", "Assess damage", "Pay", "Refuse"]
    assert named_edges(found) == {
        ("Take claim", "Check policy"),
        ("Check policy", "Assess damage"),
        ("Check policy", "Refuse"),
        ("Assess damage", "Pay"),
    }


def test_several_diagrams_are_procedures() -> None:
    text = "@startuml\ntitle One\n:Pack;\n@enduml\n@startuml\ntitle Two\n:Send;\n@enduml"
    found = read(Source(text.encode()))
    assert found.procedures == ("One", "Two")
    assert [(item.text, item.procedure) for item in found.items] == [("Pack", 0), ("Send", 1)]


@pytest.mark.parametrize(
    ("lines", "kind"),
    [
        (("participant A", "A -> B : hello"), "sequence diagram"),
        (("Alice -> Bob: hello", "Bob --> Alice: hi"), "sequence diagram"),
        (("class A", "A <|-- B"), "class diagram"),
        (("[*] --> Open", "Open --> [*]"), "state diagram"),
        (("usecase x", "actor A"), "use case diagram"),
    ],
)
def test_another_kind_of_diagram_is_named_and_refused(lines: tuple[str, ...], kind: str) -> None:
    with pytest.raises(IntakeError, match=f"This is a PlantUML {kind}: it does not show acts in an order"):
        draft(*lines)
