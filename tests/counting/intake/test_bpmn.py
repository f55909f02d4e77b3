"""BPMN 2.0: what is a step, in which order, by whom, and what is said about the rest."""

from __future__ import annotations

import pytest

from counting.intake.bpmn import read
from counting.intake.draft import Draft, IntakeError, Item, Proposal
from counting.intake.source import Source
from tests.counting.intake.bpmn_text import bpmn, chain, flow, process, task


def draft(data: bytes) -> Draft:
    return read(Source(data, "model.bpmn"))


def steps(data: bytes) -> list[str]:
    return [item.id for item in draft(data).items if item.proposed is not Proposal.SKIPPED]


def item(found: Draft, item_id: str) -> Item:
    return next(one for one in found.items if one.id == item_id)


KINDS = [
    "task",
    "userTask",
    "manualTask",
    "serviceTask",
    "sendTask",
    "receiveTask",
    "scriptTask",
    "businessRuleTask",
    "callActivity",
    "subProcess",
]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("prefix", ["", "bpmn", "bpmn2", "semantic"])
def test_every_task_like_element_with_a_name_is_a_step_under_any_prefix(kind: str, prefix: str) -> None:
    body = process(
        task("a", "Pack", kind), task("b", "Send", kind), task("c", "", kind), chain("a", "c", "b")
    )
    found = draft(bpmn(body, prefix))
    assert [(one.id, one.text, one.proposed) for one in found.items] == [
        ("a", "Pack", Proposal.STEP),
        ("c", item(found, "c").text, Proposal.SKIPPED),
        ("b", "Send", Proposal.STEP),
    ]
    assert found.edges == (("a", "b"),)
    assert item(found, "c").why == "An element without a name does not say what is done."


def test_events_and_joins_are_skipped_with_a_reason_and_notation_is_not_shown() -> None:
    body = process(
        task("s", "Order received", "startEvent"),
        '<parallelGateway id="g"/><parallelGateway id="j" name="both done"/><endEvent id="e"/>',
        task("a", "Pack"),
        task("b", "Bill"),
        chain("s", "g", "a", "j", "e"),
        chain("g", "b", "j"),
    )
    found = draft(bpmn(body))
    assert [(one.id, one.proposed.value, one.rule) for one in found.items] == [
        ("s", "skipped", "R12"),
        ("a", "step", None),
        ("b", "step", None),
        ("j", "skipped", "R12"),
    ]
    assert item(found, "s").why == "A start event says when the run begins; it is not an act."
    assert found.edges == ()
    assert found.understood == "BPMN model: 2 steps, 2 items skipped."


def test_a_question_nobody_answered_becomes_a_decision_and_an_answered_one_is_skipped() -> None:
    def model(before: str, question: str) -> Draft:
        return draft(
            bpmn(
                process(
                    task("a", before),
                    task("g", question, "exclusiveGateway"),
                    task("y", "Pack"),
                    task("n", "Refuse"),
                    flow("a", "g"),
                    flow("g", "y", "yes"),
                    flow("g", "n", "no"),
                )
            )
        )

    open_one = model("Send offer", "Offer accepted?")
    assert item(open_one, "g").decision
    assert open_one.edges == (("a", "g"), ("g", "y"), ("g", "n"))
    assert item(open_one, "y").notes == ("when Offer accepted: yes",)
    answered = model("Check stock", "In stock?")
    assert item(answered, "g").proposed is Proposal.SKIPPED
    assert item(answered, "g").why == "The step before it gives the answer; a branch question is not a step."
    assert answered.edges == (("a", "y"), ("a", "n"))


def test_a_gateway_that_only_joins_or_carries_the_name_its_tool_gave_it_asks_nothing() -> None:
    body = process(
        task("a", "Send offer"),
        task("g", "Exclusive Gateway 1", "exclusiveGateway"),
        task("b", "Pack"),
        task("c", "Refuse"),
        task("j", "Done either way?", "exclusiveGateway"),
        task("z", "Close"),
        chain("a", "g", "b", "j", "z"),
        chain("g", "c", "j"),
    )
    assert steps(bpmn(body)) == ["a", "b", "c", "z"]


def test_a_back_edge_is_noted_on_the_step_it_leaves() -> None:
    body = process(
        task("a", "Write"),
        task("b", "Check draft"),
        task("g", "Draft good?", "exclusiveGateway"),
        task("c", "Print"),
        chain("a", "b", "g"),
        flow("g", "c", "yes"),
        flow("g", "a", "no"),
    )
    found = draft(bpmn(body))
    assert item(found, "b").notes == ("repeat from step 1 (Write) when Draft good: no",)
    assert found.edges == (("a", "b"), ("b", "c"), ("b", "a"))


def test_a_subprocess_is_opened_in_place_and_is_itself_no_step() -> None:
    inner = task("i1", "Pick") + '<startEvent id="is"/><endEvent id="ie"/>' + task("i2", "Wrap")
    inner += chain("is", "i1", "i2", "ie")
    body = process(
        task("z", "Send"),
        task("s", "Pack the order", "subProcess", inner),
        task("a", "Take order"),
        chain("a", "s", "z"),
    )
    found = draft(bpmn(body))
    assert [(one.id, one.proposed.value) for one in found.items] == [
        ("a", "step"),
        ("s", "skipped"),
        ("i1", "step"),
        ("i2", "step"),
        ("z", "step"),
    ]
    assert found.edges == (("a", "i1"), ("i1", "i2"), ("i2", "z"))


@pytest.mark.parametrize("kind", ["subProcess", "adHocSubProcess", "transaction"])
def test_every_kind_of_subprocess_is_opened(kind: str) -> None:
    body = process(task("s", "Outer", kind, task("m", "Middle", "subProcess", task("i", "Do it"))))
    assert steps(bpmn(body)) == ["i"]


def test_a_subprocess_that_repeats_keeps_the_order_inside_it() -> None:
    inside = "".join(
        (
            task("last", "Close the box"),
            task("again", "Weigh the box"),
            task("first", "Open the box"),
            chain("first", "last"),
            chain("again", "again", "last"),
        )
    )
    around = process(
        task("after", "Ship the box"), task("s", "", "subProcess", inside), chain("s", "s", "after")
    )
    assert steps(bpmn(around)) == ["again", "first", "last", "after"]


def test_a_subprocess_of_loops_alone_stands_between_what_is_before_and_after_it() -> None:
    inside = task("a", "Try") + task("b", "Look") + chain("a", "b", "a")
    parts = (task("z", "Report"), task("s", "", "subProcess", inside), task("y", "Prepare"))
    data = bpmn(process(*parts, chain("y", "s", "z")))
    assert steps(data) == ["y", "a", "b", "z"]
    assert set(draft(data).edges or ()) == {("y", "a"), ("a", "b"), ("b", "a"), ("b", "z")}


def test_an_ad_hoc_subprocess_lists_all_it_holds() -> None:
    body = process(task("s", "As it comes", "adHocSubProcess", task("i", "Weigh") + task("j", "Measure")))
    assert steps(bpmn(body)) == ["i", "j"]


def test_a_called_process_of_the_same_file_stands_behind_its_call_and_only_once() -> None:
    body = process(
        task("a", "Start it"),
        task("c", "Check identity", "callActivity", calledElement="q"),
        task("b", "Go on"),
        task("d", "Check identity again", "callActivity", calledElement="q"),
        chain("a", "c", "b", "d"),
    ) + process(task("x", "Ask for papers"), task("y", "Compare papers"), chain("x", "y"), name="q")
    found = draft(bpmn(body))
    assert [one.id for one in found.items] == ["a", "c", "x", "y", "b", "d"]
    assert found.edges == (("a", "c"), ("c", "x"), ("x", "y"), ("y", "b"), ("b", "d"))
    assert item(found, "d").notes == ("the steps of the process it calls are listed at its first call",)
    assert found.procedures == ("",)


def test_a_process_that_calls_itself_ends() -> None:
    body = process(
        task("a", "Call me", "callActivity", calledElement="p"), task("b", "Rest"), chain("a", "b")
    )
    assert steps(bpmn(body)) == ["a", "b"]


def test_a_boundary_event_leads_to_its_handler_behind_the_ordinary_way() -> None:
    body = process(
        '<boundaryEvent id="t" attachedToRef="a"><timerEventDefinition/></boundaryEvent>',
        task("h", "Remind"),
        task("a", "Wait for papers"),
        task("b", "File papers"),
        '<startEvent id="s"/>',
        chain("t", "h", "a"),
        chain("s", "a", "b"),
    )
    found = draft(bpmn(body))
    assert [one.id for one in found.items if one.proposed is Proposal.STEP] == ["a", "h", "b"]
    assert item(found, "h").notes == (
        "when timer (during Wait for papers)",
        "repeat from step 1 (Wait for papers)",
    )
    assert set(found.edges or ()) == {("a", "b"), ("a", "h"), ("h", "a")}


def test_a_subprocess_can_be_left_by_its_boundary_event_from_each_of_its_steps() -> None:
    inner = task("i", "Search") + task("j", "Search on") + chain("i", "j")
    body = process(
        task("s", "Search both", "subProcess", inner),
        '<boundaryEvent id="t" attachedToRef="s"/>',
        task("h", "Escalate"),
        task("z", "Report"),
        chain("s", "z"),
        chain("t", "h"),
    )
    found = draft(bpmn(body))
    assert [one.id for one in found.items if one.proposed is Proposal.STEP] == ["i", "j", "z", "h"]
    assert set(found.edges or ()) == {("i", "j"), ("j", "z"), ("i", "h"), ("j", "h")}


def test_an_event_subprocess_comes_last_and_says_that_an_event_starts_it() -> None:
    body = process(
        task("e", "On complaint", "subProcess", task("i", "Apologise"), triggeredByEvent="true"),
        task("a", "Serve"),
        task("b", "Bill"),
        chain("a", "b"),
    )
    found = draft(bpmn(body))
    assert [one.id for one in found.items] == ["a", "b", "e", "i"]
    assert item(found, "e").notes == ("starts by an event, at any time while the process around it runs",)
    assert found.edges == (("a", "b"),)


def test_a_compensation_is_reached_through_its_event() -> None:
    body = process(
        task("u", "Cancel booking", isForCompensation="true"),
        task("a", "Book hotel"),
        task("b", "Bill"),
        '<boundaryEvent id="c" attachedToRef="a"><compensateEventDefinition/></boundaryEvent>',
        '<association id="x" sourceRef="c" targetRef="u"/>',
        chain("a", "b"),
    )
    found = draft(bpmn(body))
    assert [one.id for one in found.items if one.proposed is Proposal.STEP] == ["a", "b", "u"]
    assert item(found, "u").notes == ("only to undo an earlier step", "when compensate (during Book hotel)")


def test_a_link_goes_on_where_it_is_caught() -> None:
    link = '<linkEventDefinition name="A"/>'
    body = process(
        task("b", "Second"),
        task("a", "First"),
        task("t", "to A", "intermediateThrowEvent", link),
        task("c", "from A", "intermediateCatchEvent", link),
        chain("a", "t"),
        chain("c", "b"),
    )
    found = draft(bpmn(body))
    assert [one.id for one in found.items] == ["a", "t", "c", "b"]
    assert found.edges == (("a", "b"),)


POOLS = (
    '<collaboration id="c"><participant id="P1" name="Shop" processRef="p"/>'
    '<participant id="P2" name="Bank" processRef="q"/><participant id="P3" name="Customer"/>'
    '<messageFlow id="m1" sourceRef="b" targetRef="x" name="claim"/>'
    '<messageFlow id="m2" sourceRef="y" targetRef="d"/>'
    '<messageFlow id="m3" sourceRef="P3" targetRef="a" name="order"/></collaboration>'
)


def test_pools_are_read_together_and_messages_are_hand_offs() -> None:
    body = (
        POOLS
        + process(task("x", "Check card"), task("y", "Pay out"), chain("x", "y"), name="q")
        + process(task("d", "Book"), task("b", "Claim"), task("a", "Take order"), chain("a", "b", "d"))
    )
    found = draft(bpmn(body))
    assert [(one.id, one.actor) for one in found.items] == [
        ("a", "Shop"),
        ("b", "Shop"),
        ("x", "Bank"),
        ("y", "Bank"),
        ("d", "Shop"),
    ]
    assert item(found, "b").notes == ("hands over to step 3 (Check card)",)
    assert item(found, "a").notes == ("message from Customer: order",)
    assert ("b", "x") in (found.edges or ()) and ("y", "d") in (found.edges or ())
    assert found.procedures == ("Shop and Bank",)
    assert found.understood == "BPMN model, 3 pools: 5 steps, 0 items skipped."


def test_processes_that_have_nothing_to_do_with_each_other_are_procedures_to_choose_from() -> None:
    body = process(task("a", "Hire"), title="Hiring") + process(task("b", "Pay"), name="q", title="Payroll")
    found = draft(bpmn(body))
    assert found.procedures == ("Hiring", "Payroll")
    assert [(one.id, one.procedure) for one in found.items] == [("a", 0), ("b", 1)]
    assert found.understood == "BPMN model, 2 separate procedures: 2 steps, 0 items skipped."


LANES = (
    '<laneSet id="l"><lane id="l1" name="Office"><flowNodeRef>a</flowNodeRef><flowNodeRef>s</flowNodeRef>'
    '<childLaneSet id="cl"><lane id="l2" name="Head of office"><flowNodeRef>b</flowNodeRef></lane>'
    "</childLaneSet>"
    '</lane><lane id="l3"><flowNodeRef>c</flowNodeRef></lane></laneSet>'
)


def test_a_flow_goes_on_through_an_element_the_file_does_not_hold() -> None:
    found = draft(
        bpmn(process(task("b", "Ship"), task("a", "Pack"), chain("a", "lost", "b"), flow("b", "gone")))
    )
    assert [one.id for one in found.items] == ["a", "b"]
    assert found.edges == (("a", "b"),)


def test_processes_that_a_sequence_flow_joins_are_one_procedure() -> None:
    one = process(task("b", "Ship"), flow("a", "b"), name="p1", title="Depot")
    found = draft(bpmn(one + process(task("a", "Pack"), name="p2", title="Shop")))
    assert steps(bpmn(one + process(task("a", "Pack"), name="p2"))) == ["a", "b"]
    assert found.procedures == ("Depot and Shop",)


def test_actors_come_from_the_innermost_lane_then_the_task_then_the_pool() -> None:
    body = (
        '<collaboration id="co"><participant id="P" name="Town" processRef="p"/></collaboration>'
        + process(
            LANES,
            task("a", "Take form"),
            task("b", "Sign form"),
            task("c", "File form"),
            task("d", "Stamp form", inside="<potentialOwner name='Clerk'/>"),
            task("s", "Copy all", "subProcess", task("i", "Copy form")),
            chain("a", "b", "c", "d", "s"),
        )
    )
    found = draft(bpmn(body))
    assert [(one.id, one.actor) for one in found.items if one.proposed is Proposal.STEP] == [
        ("a", "Office"),
        ("b", "Head of office"),
        ("c", "Town"),
        ("d", "Clerk"),
        ("i", "Office"),
    ]


def test_a_group_named_on_the_task_is_its_actor_and_an_expression_is_nobody() -> None:
    body = process(
        task("a", "Look into it", "userTask", candidateGroups="engineering"),
        task("b", "Look again", "userTask", assignee="${initiator}"),
        chain("a", "b"),
    )
    assert [one.actor for one in draft(bpmn(body)).items] == ["engineering", None]


def test_a_lane_without_members_holds_what_is_drawn_in_it() -> None:
    drawing = (
        '<BPMNDiagram id="d"><BPMNPlane id="pl">'
        '<BPMNShape id="1" bpmnElement="l1"><Bounds x="0" y="0" width="500" height="100"/></BPMNShape>'
        '<BPMNShape id="2" bpmnElement="l2"><Bounds x="0" y="100" width="500" height="100"/></BPMNShape>'
        '<BPMNShape id="3" bpmnElement="a"><Bounds x="50" y="10" width="80" height="40"/></BPMNShape>'
        '<BPMNShape id="4" bpmnElement="b"><Bounds x="150" y="110" width="80" height="40"/></BPMNShape>'
        "</BPMNPlane></BPMNDiagram>"
    )
    lanes = '<laneSet id="s"><lane id="l1" name="Buyer"/><lane id="l2" name="Seller"/></laneSet>'
    body = process(lanes, task("a", "Ask"), task("b", "Offer"), chain("a", "b")) + drawing
    assert [one.actor for one in draft(bpmn(body)).items] == ["Buyer", "Seller"]


def test_names_are_cleaned_and_kept_as_they_stood() -> None:
    found = draft(
        bpmn(process(task("a", "1. Check docu-&#10;ments &amp;amp; file"), task("b", "Check files")))
    )
    assert item(found, "a").text == "Check documents & file"
    assert item(found, "a").original == "1. Check docu-\nments &amp; file"


def test_notes_on_the_drawing_are_skipped_with_the_reason() -> None:
    body = process(task("a", "Pack"), '<textAnnotation id="n"><text>Only on Mondays</text></textAnnotation>')
    found = draft(bpmn(body))
    assert (item(found, "n").text, item(found, "n").why) == (
        "Only on Mondays",
        "A note on the drawing is not an act.",
    )


def test_vendor_elements_and_what_stands_in_extensions_are_no_steps() -> None:
    extra = (
        "<extensionElements><task id='no' name='Not me'/></extensionElements>"
        "<ioSpecification><task id='no2' name='Nor me'/></ioSpecification>"
    )
    assert steps(bpmn(process(extra, task("a", "Pack", inside=extra)))) == ["a"]


def test_two_elements_with_one_id_are_both_kept() -> None:
    found = draft(bpmn(process(task("a", "Pack"), task("a", "Send"))))
    assert [(one.id, one.text) for one in found.items] == [("a", "Pack"), ("a'", "Send")]


def test_a_prefix_in_a_reference_is_only_a_namespace() -> None:
    body = process(task("b", "Send"), task("a", "Pack"), flow("x:a", "x:b"))
    assert draft(bpmn(body)).edges == (("a", "b"),)


def test_an_undeclared_prefix_and_characters_xml_forbids_do_not_stop_a_model() -> None:
    data = bpmn(process(task("a", "Pack&#x1F;age"))).replace(b"<process", b'<process camunda:x="1"')
    assert [one.text for one in draft(data).items] == ["Pack age"]


def test_an_address_of_a_namespace_that_is_none_does_not_stop_a_model() -> None:
    data = bpmn(process(task("a", "Pack")), extra='xmlns:own="http://example.org/my own model"')
    assert steps(data) == ["a"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "iso-8859-1", "windows-1252", "utf-16-le"])
@pytest.mark.parametrize("declared", ["UTF-8", "UTF-16", "ISO-8859-1", "windows-1252"])
def test_a_model_opens_in_the_encoding_it_has_whatever_it_declares(encoding: str, declared: str) -> None:
    text = bpmn(process(task("a", "Prüfe Gebühr"))).decode().replace('"UTF-8"', f'"{declared}"', 1)
    assert [one.text for one in draft(text.encode(encoding)).items] == ["Prüfe Gebühr"]


def test_a_name_with_an_entity_of_html_opens() -> None:
    data = bpmn(process(task("a", "Pack&nbsp;goods &uuml;ber"), task("b", "Go on")))
    assert [one.text for one in draft(data).items] == ["Pack goods über", "Go on"]


def test_a_model_of_black_boxes_says_what_is_missing() -> None:
    with pytest.raises(
        IntakeError, match=r"only names pools that exchange messages.*export the process itself"
    ):
        draft(
            bpmn('<collaboration id="c"><participant id="P" name="A"/><messageFlow id="m"/></collaboration>')
        )


def test_definitions_without_a_flow_say_what_is_missing() -> None:
    with pytest.raises(IntakeError, match="holds no task, event or gateway"):
        draft(bpmn(process() + '<message id="m" name="hello"/>'))


def test_a_model_without_names_says_how_many_tasks_it_has() -> None:
    with pytest.raises(IntakeError, match=r"has 2 tasks without a name.*Name the tasks in the model"):
        draft(bpmn(process(task("a", ""), task("b", ""))))


def test_broken_xml_says_where() -> None:
    with pytest.raises(
        IntakeError, match=r"This BPMN model is broken at line 1, column \d+: Opening and ending tag"
    ):
        draft(b"<definitions><process></definitions>")
