"""BPMN out: valid, drawn, and read again by the workbench's own intake."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from counting import Run, Step, Tag
from counting.intake.draft import Proposal
from counting.intake.read import read_run
from counting.report import build, write
from tests.counting.report.made import CLINIC, clinic

MODEL = "{http://www.omg.org/spec/BPMN/20100524/MODEL}"
# The order the BPMN 2.0 schema asks for inside these elements.
ORDER = {
    "definitions": ("collaboration", "category", "process", "BPMNDiagram"),
    "process": (
        "documentation", "extensionElements", "laneSet", "startEvent", "task", "endEvent", "sequenceFlow",
        "group",
    ),
    "task": ("documentation", "incoming", "outgoing"),
    "startEvent": ("outgoing",),
    "endEvent": ("incoming",),
    "lane": ("flowNodeRef",),
}  # fmt: skip
TASKS = {"serviceTask": Tag.AI, "scriptTask": Tag.TYPING, "userTask": Tag.DECISION, "task": None}


def local(element: etree._Element) -> str:
    name = etree.QName(element).localname
    return "task" if name in TASKS else name


def assert_valid(root: etree._Element) -> None:
    """Element order, ids, references and the drawing, as the schema and the tools ask for them."""
    for element in root.iter():
        asked = ORDER.get(local(element))
        if asked and element.tag.startswith(MODEL):
            places = [asked.index(local(child)) for child in element]
            assert places == sorted(places), local(element)
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    nodes = {
        element.get("id"): element
        for element in root.iter()
        if local(element) in ("task", "startEvent", "endEvent")
    }
    flows = {flow.get("id"): flow for flow in root.iter(f"{MODEL}sequenceFlow")}
    for flow_id, flow in flows.items():
        assert flow_id in [e.text for e in nodes[flow.get("sourceRef")].iter(f"{MODEL}outgoing")]
        assert flow_id in [e.text for e in nodes[flow.get("targetRef")].iter(f"{MODEL}incoming")]
    assert sorted(e.text or "" for e in root.iter(f"{MODEL}flowNodeRef")) == sorted(nodes)
    shapes = {e.get("bpmnElement") for e in root.iter("{*}BPMNShape")}
    lanes = {e.get("id") for e in root.iter(f"{MODEL}lane", f"{MODEL}participant", f"{MODEL}group")}
    assert shapes == set(nodes) | lanes
    assert [e.get("bpmnElement") for e in root.iter("{*}BPMNEdge")] == list(flows)
    for edge in root.iter("{*}BPMNEdge"):
        assert len(edge.findall("{*}waypoint")) >= 2


def test_the_hand_made_run_as_a_model() -> None:
    root = etree.fromstring(write(clinic(), "bpmn"))
    assert_valid(root)
    tasks = [e for e in root.iter() if local(e) == "task"]
    assert [(etree.QName(t).localname, t.get("name")) for t in tasks] == [
        ("serviceTask", "Clerk reads the referral"),
        ("scriptTask", "Clerk enters the values"),
        ("scriptTask", "Clerk mails the patient a summary"),
        ("userTask", "Nurse settles the urgency"),
        ("userTask", "Nurse draws blood"),
        ("scriptTask", "Clerk books a free slot"),
        ("scriptTask", "Clerk sends the standard letter"),
    ]
    said = tasks[3].find(f"{MODEL}documentation")
    assert said is not None
    assert said.text == (
        "No.: 4\nActor: Nurse\nTag: DECISION\nReason or rule: accountability, R3 Ownership\nGate: gate\n"
        "Minutes: 10\nNote: twice a day"
    )
    ours = "{urn:workflow-count:report}"
    assert [t.get(f"{ours}gate") for t in tasks] == [None, None, None, "true", "true", "true", None]
    assert [t.get(f"{ours}outward") for t in tasks] == [None, None, "true", None, None, None, "true"]
    lanes = {lane.get("name"): [e.text for e in lane] for lane in root.iter(f"{MODEL}lane")}
    assert lanes == {
        "Clerk": ["Start_1", "Step_1", "Step_2", "Step_3", "Step_6", "Step_7", "End_1"],
        "Nurse": ["Step_4", "Step_5"],
    }
    assert [e.get("id") for e in root.iter(f"{MODEL}group")] == ["Gate_4", "Gate_5", "Gate_6"]


def read_back(run: Run) -> list[tuple[str, str | None]]:
    draft = read_run(write(build(run), "bpmn"), "run.bpmn")
    return [(item.text, item.actor) for item in draft.items if item.proposed is not Proposal.SKIPPED]


def test_our_own_intake_reads_the_same_steps_actors_and_order() -> None:
    assert read_back(CLINIC) == [(step.text, step.actor) for step in CLINIC.steps]
    draft = read_run(write(clinic(), "bpmn"), "run.bpmn")
    assert (draft.kind, draft.title) == ("BPMN model", "Clinic intake")


ACTS = ("Clerk files the form", "Clerk signs the note", "Nurse reads the letter", "Cook peels potatoes")


@settings(max_examples=30, deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from(ACTS), st.sampled_from([None, "Clerk", "Nurse"])), min_size=1, max_size=12
    )
)
def test_any_line_of_steps_is_read_back_in_order(drawn: list[tuple[str, str | None]]) -> None:
    steps = tuple(Step(f"{text} {n}", actor=actor) for n, (text, actor) in enumerate(drawn))
    assert read_back(Run("Line", steps)) == [(step.text, step.actor) for step in steps]


BRANCHES = Run(
    "Branches",
    tuple(Step(f"Clerk files form {name}", id=name, tag=Tag.TYPING) for name in "abcde"),
    edges=(("a", "b"), ("a", "c"), ("b", "d"), ("c", "d"), ("d", "a"), ("d", "e")),
)


def test_branches_and_loops_stay_in_the_model_and_come_back() -> None:
    root = etree.fromstring(write(build(BRANCHES), "bpmn"))
    assert_valid(root)
    ids = {f"Step_{n}": step.id for n, step in enumerate(BRANCHES.steps, 1)} | {
        "Start_1": "start",
        "End_1": "end",
    }
    flows = {
        (ids[f.get("sourceRef", "")], ids[f.get("targetRef", "")]) for f in root.iter(f"{MODEL}sequenceFlow")
    }
    assert flows == {*(BRANCHES.edges or ()), ("start", "a"), ("e", "end")}
    draft = read_run(write(build(BRANCHES), "bpmn"), "run.bpmn")
    names = {item.id: item.text[-1] for item in draft.items}
    assert {(names[a], names[b]) for a, b in draft.edges or ()} == set(BRANCHES.edges or ())
    assert [text for text, _ in read_back(BRANCHES)] == [step.text for step in BRANCHES.steps]


@pytest.mark.parametrize("edges", [(), (("a", "b"), ("b", "a")), (("b", "c"), ("c", "b"))])
def test_every_step_is_reached_from_the_start(edges: tuple[tuple[str, str], ...]) -> None:
    run = Run("Loop", tuple(Step(f"Clerk files {name}", id=name) for name in "abc"), edges=edges)
    root = etree.fromstring(write(build(run), "bpmn"))
    assert_valid(root)
    after: dict[str, list[str]] = {}
    for flow in root.iter(f"{MODEL}sequenceFlow"):
        after.setdefault(flow.get("sourceRef", ""), []).append(flow.get("targetRef", ""))
    reached, waiting = set(), ["Start_1"]
    while waiting:
        node = waiting.pop()
        if node not in reached:
            reached.add(node)
            waiting += after.get(node, [])
    assert reached == {"Start_1", "Step_1", "Step_2", "Step_3", "End_1"}


def test_a_run_without_steps_is_a_model_too() -> None:
    assert_valid(etree.fromstring(write(build(Run("Empty")), "bpmn")))
