"""What is known of a BPMN model as a whole when its elements are judged one by one."""

from __future__ import annotations

from dataclasses import dataclass

from counting.intake.bpmn_actors import actors_of
from counting.intake.bpmn_edges import calls_in_place, edges_of, scopes_of
from counting.intake.bpmn_model import CHOICES, EVENTS, SUBPROCESSES, TASKS, Element, Model
from counting.intake.bpmn_procedures import procedures_of
from counting.intake.caps import Caps
from counting.intake.flow import Edge, Kind
from counting.intake.names import clean_name
from counting.intake.questions import Finding


@dataclass(frozen=True)
class Facts:
    """`scopes` are the elements whose contents stand in their place; `into` and `out_of` hold flows only.

    `outside` are remarks about messages to and from pools whose work the model does not show.
    """

    model: Model
    edges: list[Edge]
    scopes: dict[str, str]
    actors: dict[str, str | None]
    procedure_of: dict[str, int]
    procedures: tuple[str, ...]
    into: dict[str, list[str]]
    out_of: dict[str, list[Edge]]
    outside: dict[str, tuple[str, ...]]


def facts_of(model: Model, caps: Caps) -> Facts:
    """Everything the nodes are made with. Raises IntakeError beyond a cap."""
    called_from = calls_in_place(model)
    scopes = scopes_of(model, called_from)
    edges = edges_of(model, scopes, caps)
    procedure_of, procedures = procedures_of(model)
    into: dict[str, list[str]] = {}
    out_of: dict[str, list[Edge]] = {}
    for edge in edges:
        if edge.kind is Kind.FLOW:
            into.setdefault(edge.after, []).append(edge.before)
            out_of.setdefault(edge.before, []).append(edge)
    actors = actors_of(model, called_from)
    return Facts(model, edges, scopes, actors, procedure_of, procedures, into, out_of, _outside(model))


def findings_before(choice: Element, names: dict[str, str], facts: Facts) -> list[Finding]:
    """What leads straight to a branch: the nearest task on every way, or an event that answers nothing."""
    ends = {f"{bracket}//end": bracket for bracket in facts.scopes}
    found: list[Finding] = []
    waiting = [(before, True, "") for before in facts.into.get(choice.id, ())]
    seen: set[str] = set()
    while waiting:
        place, direct, join = waiting.pop()
        if place in seen:
            continue
        seen.add(place)
        element = facts.model.elements[ends.get(place, place)]
        if _is_work(element) and names[element.id]:
            sure = element.type == "businessRuleTask"
            found.append(Finding(names[element.id], direct, sure, join))
        elif element.type in EVENTS - {"intermediateThrowEvent"}:
            found.append(Finding("", direct, False, join))
        else:
            if element.type in CHOICES and names[element.id] and len(facts.out_of.get(place, ())) > 1:
                direct = False
            join = element.id if element.type == "parallelGateway" else join
            waiting.extend((before, direct, join) for before in facts.into.get(place, ()))
    return found


def _is_work(element: Element) -> bool:
    return element.type in TASKS or element.type in SUBPROCESSES


def _outside(model: Model) -> dict[str, tuple[str, ...]]:
    silent = {pool.id: clean_name(pool.name) for pool in model.pools if not model.inside.get(pool.process)}
    found: dict[str, tuple[str, ...]] = {}
    for flow in model.messages:
        what = f": {clean_name(flow.label)}" if flow.label.strip() else ""
        if silent.get(flow.before) and flow.after in model.elements:
            note = f"message from {silent[flow.before]}{what}"
            found[flow.after] = (*found.get(flow.after, ()), note)
        elif silent.get(flow.after) and flow.before in model.elements:
            note = f"message to {silent[flow.after]}{what}"
            found[flow.before] = (*found.get(flow.before, ()), note)
    return found
