"""Report -> BPMN 2.0: actors as lanes, tags as kinds of task, gates as groups, drawn for every tool."""

from __future__ import annotations

from lxml import etree

from counting.report import cells, payload
from counting.report.bpmn_flow import END, START, Flow, flows_of
from counting.report.bpmn_layout import Layout, lay_out
from counting.report.build import Line, Report
from counting.report.readable import one_line
from counting.report.sections import sections
from counting.steps import Tag

MODEL = "http://www.omg.org/spec/BPMN/20100524/MODEL"
DIAGRAM = "http://www.omg.org/spec/BPMN/20100524/DI"
DC = "http://www.omg.org/spec/DD/20100524/DC"
DI = "http://www.omg.org/spec/DD/20100524/DI"
OURS = "urn:workflow-count:report"
_NAMES = {None: MODEL, "bpmndi": DIAGRAM, "dc": DC, "di": DI, "count": OURS}
_TASKS: dict[Tag | None, str] = {
    Tag.AI: "serviceTask", Tag.TYPING: "scriptTask", Tag.DECISION: "userTask", None: "task",
}  # fmt: skip

Element = etree._Element


def write_bpmn(report: Report) -> bytes:
    """UTF-8 XML. Steps keep their words, their order and their actors when the file is read again."""
    flows = flows_of(report.run)
    layout = lay_out(report, flows)
    root = etree.Element(f"{{{MODEL}}}definitions", nsmap=_NAMES)  # type: ignore[arg-type]  # None is the default namespace
    root.set("id", "Definitions_1")
    root.set("name", cells.title(report))
    root.set("targetNamespace", OURS)
    root.set("exporter", "Workflow Count Workbench")
    _collaboration(root, report)
    if report.gates:
        category = _add(root, "category", id="Category_Gate", name="Human gate")
        _add(category, "categoryValue", id="CategoryValue_Gate", value="Human gate")
    _process(root, report, flows, layout)
    _diagram(root, report, flows, layout)
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8", pretty_print=True)


def task_id(number: int) -> str:
    return f"Step_{number}"


def _add(parent: Element, kind: str, text: str = "", /, **attributes: str) -> Element:
    made = etree.SubElement(parent, f"{{{MODEL}}}{kind}")
    made.text = text or None
    for key, value in attributes.items():
        made.set(key, value)
    return made


def _collaboration(root: Element, report: Report) -> None:
    """One pool. It is named only where every step has an actor: a named pool would speak for the others."""
    named = all(line.step.actor and one_line(line.step.actor) for line in report.lines)
    collaboration = _add(root, "collaboration", id="Collaboration_1")
    _add(
        collaboration,
        "participant",
        id="Participant_1",
        name=cells.title(report) if named else "",
        processRef="Process_1",
    )


def _process(root: Element, report: Report, flows: tuple[Flow, ...], layout: Layout) -> None:
    process = _add(root, "process", id="Process_1", name=cells.title(report), isExecutable="false")
    for row in (*cells.about_rows(report), *cells.summary_rows(report)):
        _add(process, "documentation", f"{row.label}: {row.value}")
    for label, value in _context(report):
        _add(process, "documentation", f"{label}: {value}")
    data = etree.SubElement(_add(process, "extensionElements"), f"{{{OURS}}}report")
    data.text = payload.pack(report)
    lanes = _add(process, "laneSet", id="LaneSet_1")
    for number, lane in enumerate(layout.lanes, 1):
        holder = _add(lanes, "lane", id=f"Lane_{number}", name=lane.name)
        for node in lane.nodes:
            _add(holder, "flowNodeRef", node)
    incoming, outgoing = _ends(flows)
    _event(process, "startEvent", START, one_line(report.run.trigger), incoming, outgoing)
    for line in report.lines:
        _task(process, line, incoming, outgoing)
    _event(process, "endEvent", END, "", incoming, outgoing)
    for flow in flows:
        _add(process, "sequenceFlow", id=flow.id, sourceRef=flow.source, targetRef=flow.target)
    for number in report.gates:
        _add(process, "group", id=f"Gate_{number}", categoryValueRef="CategoryValue_Gate")


def _context(report: Report) -> list[tuple[str, str]]:
    """What stands around the count, as sentences."""
    found = []
    for section in sections(report):
        if section.key in ("overrides", "examples", "citations", "fingerprint"):
            found += [(section.heading, note) for note in section.notes]
            for row in section.rows:
                named = zip(section.columns, row, strict=True)
                found.append((section.heading, "; ".join(f"{c}: {cells.words(v)}" for c, v in named)))
    return found


def _ends(flows: tuple[Flow, ...]) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    incoming: dict[str, list[str]] = {}
    outgoing: dict[str, list[str]] = {}
    for flow in flows:
        outgoing.setdefault(flow.source, []).append(flow.id)
        incoming.setdefault(flow.target, []).append(flow.id)
    return incoming, outgoing


def _event(
    process: Element,
    kind: str,
    node: str,
    name: str,
    incoming: dict[str, list[str]],
    outgoing: dict[str, list[str]],
) -> None:
    event = _add(process, kind, id=node, **({"name": name} if name else {}))
    _connect(event, node, incoming, outgoing)


def _connect(
    element: Element, node: str, incoming: dict[str, list[str]], outgoing: dict[str, list[str]]
) -> None:
    for flow in incoming.get(node, ()):
        _add(element, "incoming", flow)
    for flow in outgoing.get(node, ()):
        _add(element, "outgoing", flow)


def _task(
    process: Element, line: Line, incoming: dict[str, list[str]], outgoing: dict[str, list[str]]
) -> None:
    row = dict(zip(cells.STEP_COLUMNS, map(cells.words, cells.step_cells(line)), strict=True))
    step = line.step
    task = _add(process, _TASKS[step.tag], id=task_id(line.number), name=one_line(step.text))
    task.set(f"{{{OURS}}}tag", row["Tag"])
    if line.is_gate:
        task.set(f"{{{OURS}}}gate", "true")
    if step.outward:
        task.set(f"{{{OURS}}}outward", "true")
    said = [f"{column}: {row[column]}" for column in cells.STEP_COLUMNS if row[column] and column != "Step"]
    _add(task, "documentation", "\n".join(said))
    _connect(task, task_id(line.number), incoming, outgoing)


def _diagram(root: Element, report: Report, flows: tuple[Flow, ...], layout: Layout) -> None:
    diagram = etree.SubElement(root, f"{{{DIAGRAM}}}BPMNDiagram", id="Diagram_1")
    plane = etree.SubElement(diagram, f"{{{DIAGRAM}}}BPMNPlane", id="Plane_1", bpmnElement="Collaboration_1")
    for node, box in layout.boxes.items():
        shape = etree.SubElement(plane, f"{{{DIAGRAM}}}BPMNShape", id=f"{node}_shape", bpmnElement=node)
        if node.startswith(("Participant", "Lane")):
            shape.set("isHorizontal", "true")
        bounds = etree.SubElement(shape, f"{{{DC}}}Bounds")
        for key, value in zip(("x", "y", "width", "height"), box, strict=True):
            bounds.set(key, f"{value:g}")
    for flow in flows:
        edge = etree.SubElement(plane, f"{{{DIAGRAM}}}BPMNEdge", id=f"{flow.id}_edge", bpmnElement=flow.id)
        for x, y in layout.ways[flow.id]:
            etree.SubElement(edge, f"{{{DI}}}waypoint", x=f"{x:g}", y=f"{y:g}")
