"""Where everything of a BPMN drawing stands: steps from left to right in order, one lane per actor."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from counting.report.bpmn_flow import END, START, Flow
from counting.report.build import Report
from counting.report.readable import one_line

Box = tuple[float, float, float, float]  # x, y, width, height
Point = tuple[float, float]

_LEFT, _TOP, _HEAD = 160.0, 80.0, 30.0
_STEP, _TASK = 170.0, (130.0, 80.0)
_LANE = 150.0
_EVENT = 36.0
_GROUP = 12.0  # how far the frame of a gate stands off its task


@dataclass(frozen=True)
class Lane:
    """An actor ("" for steps without one) and the ids of the elements in the lane."""

    name: str
    nodes: tuple[str, ...]


@dataclass(frozen=True)
class Layout:
    """Boxes by element id in drawing order, and the bends of every flow by its id."""

    lanes: tuple[Lane, ...]
    boxes: dict[str, Box]
    ways: dict[str, tuple[Point, ...]]


def lay_out(report: Report, flows: tuple[Flow, ...]) -> Layout:
    lanes = _lanes(report)
    row = {node: place for place, lane in enumerate(lanes) for node in lane.nodes}
    columns = [START, *(f"Step_{line.number}" for line in report.lines), END]
    width = _HEAD + len(columns) * _STEP
    boxes: dict[str, Box] = {"Participant_1": (_LEFT, _TOP, _HEAD + width, len(lanes) * _LANE)}
    for place in range(len(lanes)):
        boxes[f"Lane_{place + 1}"] = (_LEFT + _HEAD, _TOP + place * _LANE, width, _LANE)
    for column, node in enumerate(columns):
        boxes[node] = _node_box(node, column, row[node])
    for number in report.gates:
        x, y, wide, high = boxes[f"Step_{number}"]
        boxes[f"Gate_{number}"] = (x - _GROUP, y - _GROUP, wide + 2 * _GROUP, high + 2 * _GROUP)
    after = dict(pairwise(columns))
    ways = {flow.id: _way(flow, boxes, after.get(flow.source) == flow.target) for flow in flows}
    return Layout(lanes, boxes, ways)


def _lanes(report: Report) -> tuple[Lane, ...]:
    """One lane per actor in order of appearance; the events stand with the first and the last step."""
    nodes: dict[str, list[str]] = {}
    for line in report.lines:
        nodes.setdefault(one_line(line.step.actor or ""), []).append(f"Step_{line.number}")
    first = next(iter(nodes), "")
    last = one_line(report.lines[-1].step.actor or "") if report.lines else ""
    nodes.setdefault(first, []).insert(0, START)
    nodes.setdefault(last, []).append(END)
    return tuple(Lane(name, tuple(inside)) for name, inside in nodes.items())


def _node_box(node: str, column: int, row: int) -> Box:
    wide, high = (_EVENT, _EVENT) if node in (START, END) else _TASK
    centre = (_LEFT + 2 * _HEAD + (column + 0.5) * _STEP, _TOP + (row + 0.5) * _LANE)
    return (centre[0] - wide / 2, centre[1] - high / 2, wide, high)


def _way(flow: Flow, boxes: dict[str, Box], is_next: bool) -> tuple[Point, ...]:
    """To the next step straight or with one bend; further on or back, around below the steps between."""
    x, y, wide, high = boxes[flow.source]
    to_x, to_y, to_wide, to_high = boxes[flow.target]
    middle, to_middle = y + high / 2, to_y + to_high / 2
    if is_next:
        if middle == to_middle:
            return ((x + wide, middle), (to_x, to_middle))
        bend = to_x - (_STEP - _TASK[0]) / 2
        return ((x + wide, middle), (bend, middle), (bend, to_middle), (to_x, to_middle))
    below = max(y + high, to_y + to_high) + 20
    out, into = x + wide / 2, to_x + to_wide / 2
    return ((out, y + high), (out, below), (into, below), (into, to_y + to_high))
