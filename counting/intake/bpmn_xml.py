"""BPMN 2.0 XML read into a model, whatever tool wrote it and whatever its prefixes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from counting.intake.bpmn_drawing import lanes_by_drawing, read_boxes, without_prefix
from counting.intake.bpmn_model import (
    NODES,
    PROCESSES,
    SUBPROCESSES,
    Element,
    Flow,
    Lane,
    Model,
    Pool,
    Remark,
)
from counting.intake.caps import Caps, refuse
from counting.intake.markup import attribute, children, line_of, local
from counting.intake.wordlist import words

if TYPE_CHECKING:
    from lxml.etree import _Element as XmlElement

_LANES = words("laneSet childLaneSet")


def model_of(root: XmlElement, caps: Caps) -> Model:
    """The model in a definitions element. Unknown and vendor elements are passed over."""
    model = Model(title=attribute(root, "name"))
    for element in children(root):
        match local(element):
            case "collaboration" | "conversation" | "globalConversation":
                _collaboration(element, model)
            case "BPMNDiagram":
                read_boxes(element, model)
            case kind if kind in PROCESSES:
                _process(element, model, caps)
    _check_size(model, caps)
    _complete(model)
    return model


def _check_size(model: Model, caps: Caps) -> None:
    if len(model.elements) + len(model.lanes) > caps.items:
        advice = "Export its processes one by one and count each as a run of its own."
        raise refuse("items", caps.items, f"The model has more than {caps.items:,} elements", advice)


def _process(element: XmlElement, model: Model, caps: Caps) -> None:
    process = attribute(element, "id") or f"process-{len(model.processes) + 1}"
    model.processes[process] = attribute(element, "name")
    if local(element) == "choreography":
        _collaboration(element, model)
    _scope(element, process, process, model, caps)


def _scope(element: XmlElement, scope: str, process: str, model: Model, caps: Caps) -> None:
    """Read what stands directly in a process or subprocess, and in the subprocesses in it."""
    found = model.inside.setdefault(scope, [])
    for child in children(element):
        kind = local(child)
        if kind in NODES:
            node = _node(child, kind, scope, process, model)
            _check_size(model, caps)
            model.elements[node.id] = node
            found.append(node.id)
            if kind in SUBPROCESSES:
                _scope(child, node.id, process, model, caps)
        elif kind == "sequenceFlow":
            model.flows.append(_flow(child))
        elif kind == "association":
            model.associations.append(_flow(child))
        elif kind in _LANES:
            _lanes(child, process, 0, model)
        elif kind == "textAnnotation":
            _remark(child, process, model)


def _node(element: XmlElement, kind: str, scope: str, process: str, model: Model) -> Element:
    node_id = attribute(element, "id") or f"{kind}-{len(model.elements) + 1}"
    while node_id in model.elements:  # two elements with one id: both are kept
        node_id += "'"
    definitions = [child for child in children(element) if local(child).endswith("EventDefinition")]
    return Element(
        id=node_id,
        type=kind,
        name=attribute(element, "name"),
        line=line_of(element),
        scope=scope,
        process=process,
        attached_to=attribute(element, "attachedToRef"),
        calls=attribute(element, "calledElement") or attribute(element, "calledChoreographyRef"),
        performer=_performer(element),
        by_event=attribute(element, "triggeredByEvent") == "true",
        undoes=attribute(element, "isForCompensation") == "true",
        repeats=any("LoopCharacteristics" in local(child) for child in children(element)),
        events=tuple(local(child).removesuffix("EventDefinition") for child in definitions),
        link=next((attribute(child, "name") for child in definitions if local(child).startswith("link")), ""),
    )


def _performer(element: XmlElement) -> str:
    """Who does a task, by its own attributes; expressions name nobody."""
    for name in ("candidateGroups", "assignee", "candidateUsers", "swimlane"):
        value = attribute(element, name)
        if value and "{" not in value:
            return value
    for child in children(element):
        if local(child) in ("potentialOwner", "humanPerformer", "performer", "resourceRole"):
            said = [" ".join(str(part) for part in child.itertext()).strip(), attribute(child, "name")]
            return next((name for name in said if name and "{" not in name and "(" not in name), "")
    return ""


def _flow(element: XmlElement) -> Flow:
    label = attribute(element, "name")
    return Flow(attribute(element, "sourceRef"), attribute(element, "targetRef"), label)


def _lanes(lane_set: XmlElement, process: str, depth: int, model: Model) -> None:
    for lane in children(lane_set):
        if local(lane) != "lane":
            continue
        members = [(child.text or "").strip() for child in children(lane) if local(child) == "flowNodeRef"]
        found = Lane(attribute(lane, "id"), attribute(lane, "name"), process, tuple(members), depth)
        model.lanes.append(found)
        for child in children(lane):
            if local(child) in _LANES:
                _lanes(child, process, depth + 1, model)


def _collaboration(element: XmlElement, model: Model) -> None:
    for child in children(element):
        match local(child):
            case "participant":
                process = attribute(child, "processRef") or _text_of(child, "processRef")
                model.pools.append(Pool(attribute(child, "id"), attribute(child, "name"), process))
            case "messageFlow":
                model.messages.append(_flow(child))
            case "association":
                model.associations.append(_flow(child))
            case "textAnnotation":
                _remark(child, "", model)


def _remark(element: XmlElement, process: str, model: Model) -> None:
    text = _text_of(element, "text") or attribute(element, "name")
    if text.strip():
        remark_id = attribute(element, "id") or f"remark-{len(model.remarks) + 1}"
        model.remarks.append(Remark(remark_id, text, line_of(element), process))


def _text_of(element: XmlElement, name: str) -> str:
    for child in children(element):
        if local(child) == name:
            return " ".join(str(part) for part in child.itertext())
    return ""


def _complete(model: Model) -> None:
    """References as ids: a prefix in front of an id ("sid:Task_1") is only a namespace."""
    known = set(model.elements) | set(model.processes) | {pool.id for pool in model.pools}
    known |= {remark.id for remark in model.remarks}

    def bare(reference: str) -> str:
        return reference if reference in known else without_prefix(reference)

    def resolved(flows: list[Flow]) -> list[Flow]:
        return [Flow(bare(flow.before), bare(flow.after), flow.label) for flow in flows]

    model.flows, model.messages = resolved(model.flows), resolved(model.messages)
    model.associations = resolved(model.associations)
    model.pools = [Pool(pool.id, pool.name, bare(pool.process)) for pool in model.pools]
    for element in model.elements.values():
        element.attached_to, element.calls = bare(element.attached_to), bare(element.calls)
    _stand_in(model)
    lanes_by_drawing(model)


def _stand_in(model: Model) -> None:
    """What flows lead to and from and the file does not hold: the flow goes on through it all the same."""
    entered, left = {flow.after for flow in model.flows}, {flow.before for flow in model.flows}
    for flow in model.flows:
        for missing, beside in ((flow.before, flow.after), (flow.after, flow.before)):
            neighbour = model.elements.get(beside)
            if neighbour is None or missing in model.elements or not missing:
                continue
            if missing in entered and missing in left:
                scope, process = neighbour.scope, neighbour.process
                model.elements[missing] = Element(missing, "missing", "", 0, scope, process)
                model.inside[scope].append(missing)
