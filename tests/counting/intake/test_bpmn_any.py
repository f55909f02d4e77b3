"""Any model: exactly the named task-like elements and the decisions, in an order the flows allow."""

from __future__ import annotations

from itertools import permutations

from hypothesis import given, settings
from hypothesis import strategies as st

from counting.intake.draft import IntakeError, Proposal
from counting.intake.read import read_source
from counting.intake.source import Source
from tests.counting.intake.bpmn_oracle import judge
from tests.counting.intake.bpmn_text import bpmn, flow, process, task

KINDS = (
    "task",
    "userTask",
    "serviceTask",
    "callActivity",
    "subProcess",
    "exclusiveGateway",
    "parallelGateway",
)
EVENTS = ("startEvent", "endEvent", "intermediateCatchEvent")
NAMES = ("", "Pack", "Send it", "Check form", "Paid?")


@st.composite
def models(draw: st.DrawFn) -> bytes:
    """One or two processes of elements in any order, with any flows between them, under any prefix."""
    number = 0

    def elements(depth: int) -> tuple[str, list[str]]:
        nonlocal number
        parts, ids = [], []
        for _ in range(draw(st.integers(0, 5))):
            number += 1
            here = number
            kind = draw(st.sampled_from(KINDS + EVENTS))
            inside = (
                elements(depth + 1)[0] if kind == "subProcess" and depth < 2 and draw(st.booleans()) else ""
            )
            parts.append(task(f"n{here}", draw(st.sampled_from(NAMES)), kind, inside))
            ids.append(f"n{here}")
            if kind not in EVENTS and "Gateway" not in kind and draw(st.integers(0, 4)) == 0:
                parts.append(task(f"b{here}", "Late", "boundaryEvent", attachedToRef=f"n{here}"))
                ids.append(f"b{here}")
        pairs = (
            draw(st.lists(st.tuples(st.sampled_from(ids), st.sampled_from(ids)), max_size=8)) if ids else []
        )
        return "".join((*parts, *(flow(one, other) for one, other in dict.fromkeys(pairs)))), ids

    body = "".join(process(elements(0)[0], name=f"p{place}") for place in range(draw(st.integers(1, 2))))
    places = st.integers(1, number or 1)
    messages = "".join(
        f'<messageFlow id="m{one}-{other}" sourceRef="n{one}" targetRef="n{other}"/>'
        for one, other in draw(st.lists(st.tuples(places, places), max_size=4, unique=True))
    )
    body += f'<collaboration id="c">{messages}</collaboration>'
    return bpmn(body, draw(st.sampled_from(["", "bpmn", "semantic"])))


@settings(max_examples=120, deadline=None)
@given(models())
def test_the_steps_are_the_named_tasks_and_the_decisions_in_an_order_the_flows_allow(data: bytes) -> None:
    oracle = judge(data)
    try:
        found = read_source(Source(data, "any.xml"))
    except IntakeError:
        assert not oracle.tasks
        return
    kept = [item for item in found.items if item.proposed is not Proposal.SKIPPED]
    assert {item.id for item in kept if not item.decision} == oracle.tasks
    assert {item.id for item in kept if item.decision} <= oracle.gateways
    rank = {item.id: place for place, item in enumerate(kept)}
    for one, other in permutations(rank, 2):
        if oracle.is_before(one, other):
            assert rank[one] < rank[other]
    assert all(one in rank and other in rank for one, other in found.edges or ())
