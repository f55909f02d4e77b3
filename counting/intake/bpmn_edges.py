"""What leads where in a BPMN model: flows, subprocesses and calls in place, events, messages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from counting.intake.bpmn_model import SUBPROCESSES, TASKS, Element, Flow, Model
from counting.intake.caps import Caps, refuse
from counting.intake.flow import Edge, Kind
from counting.intake.names import clean_name
from counting.intake.ordering import beginnings


def end_of(subprocess: str) -> str:
    """The id of the silent node that stands for the end of a subprocess or of a called process."""
    return f"{subprocess}//end"


def calls_in_place(model: Model) -> dict[str, str]:
    """Process id -> the call activity its contents stand behind: the first that calls it, never itself."""
    called_from: dict[str, str] = {}
    for element in model.elements.values():
        process = element.calls
        if not model.inside.get(process) or process not in model.processes or process in called_from:
            continue
        if process not in _around(element, model, called_from):
            called_from[process] = element.id
    return called_from


def _around(element: Element, model: Model, called_from: dict[str, str]) -> set[str]:
    """The processes a call activity stands in, through the calls that opened them."""
    found: set[str] = set()
    process = element.process
    while process not in found:
        found.add(process)
        if process in called_from:
            process = model.elements[called_from[process]].process
    return found


def depths_of(model: Model, scopes: dict[str, str]) -> dict[str, int]:
    """In how many subprocesses and called processes each element stands."""
    bracket_of = {scope: bracket for bracket, scope in scopes.items()}
    found: dict[str, int] = {}
    for element in model.elements.values():
        depth, scope = 0, element.scope
        while scope in bracket_of:
            depth, scope = depth + 1, model.elements[bracket_of[scope]].scope
        found[element.id] = depth
    return found


def edges_of(model: Model, scopes: dict[str, str], caps: Caps) -> list[Edge]:
    """All edges between the elements and the ends of their brackets."""
    edges: list[Edge] = []
    for edge in _edges(model, scopes):
        edges.append(edge)
        if len(edges) > caps.edges:
            raise refuse(
                "edges", caps.edges, f"The model has more than {caps.edges:,} ways", "Count its parts."
            )
    return edges


def scopes_of(model: Model, called_from: dict[str, str]) -> dict[str, str]:
    """Bracketing element id -> the scope whose contents stand in its place."""
    scopes = {scope: scope for scope, inside in model.inside.items() if inside and scope in model.elements}
    return scopes | {call: process for process, call in called_from.items()}


def _edges(model: Model, scopes: dict[str, str]) -> Iterator[Edge]:
    links = tuple(_links(model))
    yield from _flows(model.flows, model, scopes, Kind.FLOW)
    yield from _flows(links, model, scopes, Kind.FLOW)
    yield from _flows(_undoing(model), model, scopes, Kind.FLOW)
    ways = _by_scope((*model.flows, *links), model)
    caused = _by_scope((*_interruptions(model), *_undoing(model)), model)
    for bracket, scope in scopes.items():
        yield from _bracket(bracket, model, scopes, ways.get(scope, []), caused.get(scope, []))
    for element in model.elements.values():
        if element.type == "boundaryEvent":
            yield from _boundary(element, model, scopes)
    yield from _flows(model.messages, model, scopes, Kind.HAND_OFF)


def _flows(flows: Iterable[Flow], model: Model, scopes: dict[str, str], kind: Kind) -> Iterator[Edge]:
    for flow in flows:
        if flow.before in model.elements and flow.after in model.elements:
            before = end_of(flow.before) if flow.before in scopes else flow.before
            yield Edge(before, flow.after, clean_name(flow.label), kind)


def _links(model: Model) -> Iterator[Flow]:
    """From each link that is thrown to the link of that name that is caught."""
    caught = {
        (element.process, element.link): element.id
        for element in model.elements.values()
        if element.link and element.type == "intermediateCatchEvent"
    }
    for element in model.elements.values():
        if element.link and element.type != "intermediateCatchEvent":
            target = caught.get((element.process, element.link))
            if target:
                yield Flow(element.id, target)


def _interruptions(model: Model) -> Iterator[Flow]:
    """From each task and subprocess to the events attached to it."""
    for element in model.elements.values():
        if element.attached_to:
            yield Flow(element.attached_to, element.id)


def _undoing(model: Model) -> Iterator[Flow]:
    """From a compensation event to the task that undoes."""
    for association in model.associations:
        after = model.elements.get(association.after)
        if after is not None and after.undoes:
            yield association


def _by_scope(flows: Iterable[Flow], model: Model) -> dict[str, list[tuple[str, str]]]:
    """The flows that stay in one scope, by that scope."""
    found: dict[str, list[tuple[str, str]]] = {}
    for flow in flows:
        before, after = model.elements.get(flow.before), model.elements.get(flow.after)
        if before and after and before.scope == after.scope:
            found.setdefault(before.scope, []).append((before.id, after.id))
    return found


def _bracket(
    bracket: str,
    model: Model,
    scopes: dict[str, str],
    ways: list[tuple[str, str]],
    caused: list[tuple[str, str]],
) -> Iterator[Edge]:
    """Into the contents of a subprocess and out of them; `caused` is what its events lead to."""
    inside = [model.elements[node] for node in model.inside[scopes[bracket]]]
    flowing = [element.id for element in inside if not element.by_event]
    for entry in beginnings(flowing, [*ways, *caused]):
        yield Edge(bracket, entry, kind=Kind.FLOW if _is_ordinary(model.elements[entry]) else Kind.ORDER)
    exits = beginnings(flowing[::-1], [(after, before) for before, after in ways])
    for leaf in exits[::-1]:
        yield Edge(end_of(leaf) if leaf in scopes else leaf, end_of(bracket))
    if not exits:
        yield Edge(bracket, end_of(bracket))
    for element in inside:
        if element.by_event:
            yield Edge(bracket, element.id, kind=Kind.ORDER)
            yield Edge(
                end_of(element.id) if element.id in scopes else element.id, end_of(bracket), kind=Kind.ORDER
            )


def _is_ordinary(element: Element) -> bool:
    return element.type != "boundaryEvent" and not element.undoes


def _boundary(event: Element, model: Model, scopes: dict[str, str]) -> Iterator[Edge]:
    """From what the event is attached to; a subprocess can be left from each of its steps."""
    host = model.elements.get(event.attached_to)
    if host is None:
        return
    label = _occasion(event, host)
    if host.id not in scopes:
        yield Edge(host.id, event.id, label)
        return
    for inner in _steps_inside(scopes[host.id], model, scopes):
        yield Edge(inner, event.id, label)
    yield Edge(end_of(host.id), event.id, kind=Kind.ORDER)


def _occasion(event: Element, host: Element) -> str:
    what = clean_name(event.name) or " or ".join(event.events) or "an event"
    where = clean_name(host.name)
    return f"{what} (during {where})" if where else what


def _steps_inside(scope: str, model: Model, scopes: dict[str, str]) -> Iterator[str]:
    waiting = [scope]
    while waiting:
        for node in model.inside[waiting.pop()]:
            kind = model.elements[node].type
            if node in scopes:
                waiting.append(scopes[node])
            if kind in TASKS or (kind in SUBPROCESSES and node not in scopes):
                yield node
