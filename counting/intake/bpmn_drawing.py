"""Where a BPMN model is drawn; needed only for lanes that do not name their members."""

from __future__ import annotations

from typing import TYPE_CHECKING

from counting.intake.bpmn_model import Box, Lane, Model
from counting.intake.markup import attribute, children, local

if TYPE_CHECKING:
    from lxml.etree import _Element as XmlElement


def read_boxes(diagram: XmlElement, model: Model) -> None:
    """Add the place of every drawn shape to `model.boxes`."""
    for shape in diagram.iter():
        if not isinstance(shape.tag, str) or local(shape) != "BPMNShape":
            continue
        for bounds in children(shape):
            if local(bounds) == "Bounds":
                model.boxes[without_prefix(attribute(shape, "bpmnElement"))] = _box(bounds)


def _box(bounds: XmlElement) -> Box:
    numbers: list[float] = []
    for name in ("x", "y", "width", "height"):
        try:
            numbers.append(float(attribute(bounds, name)))
        except ValueError:
            numbers.append(0.0)
    return numbers[0], numbers[1], numbers[2], numbers[3]


def lanes_by_drawing(model: Model) -> None:
    """A lane that names no members holds what is drawn inside it."""
    model.lanes = [
        lane if any(lane.members) or lane.id not in model.boxes else _with_members(lane, model)
        for lane in model.lanes
    ]


def _with_members(lane: Lane, model: Model) -> Lane:
    inside = tuple(
        node
        for node, element in model.elements.items()
        if element.process == lane.process
        and node in model.boxes
        and _holds(model.boxes[lane.id], model.boxes[node])
    )
    return Lane(lane.id, lane.name, lane.process, inside, lane.depth)


def _holds(outer: Box, inner: Box) -> bool:
    middle_x, middle_y = inner[0] + inner[2] / 2, inner[1] + inner[3] / 2
    return outer[0] <= middle_x <= outer[0] + outer[2] and outer[1] <= middle_y <= outer[1] + outer[3]


def without_prefix(reference: str) -> str:
    """ "sid:Task_1" is "Task_1": the prefix is only a namespace."""
    return reference.strip().rpartition(":")[2]
