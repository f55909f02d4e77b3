"""What a BPMN 2.0 model is made of, as plain values."""

from __future__ import annotations

from dataclasses import dataclass, field

from counting.intake.wordlist import words

TASKS = words(
    """task userTask manualTask serviceTask sendTask receiveTask scriptTask businessRuleTask callActivity
    choreographyTask callChoreography callChoreographyActivity"""
)
SUBPROCESSES = words("subProcess adHocSubProcess transaction subChoreography")
CHOICES = words("exclusiveGateway inclusiveGateway complexGateway")
GATEWAYS = CHOICES | words("parallelGateway eventBasedGateway")
EVENTS = words("startEvent endEvent intermediateCatchEvent intermediateThrowEvent boundaryEvent event")
NODES = TASKS | SUBPROCESSES | GATEWAYS | EVENTS
PROCESSES = words("process choreography globalChoreographyTask")


Box = tuple[float, float, float, float]  # x, y, width, height


@dataclass
class Element:
    """A flow node. `scope` is the id of what is around it, `events` what an event waits for or throws."""

    id: str
    type: str
    name: str
    line: int
    scope: str
    process: str
    attached_to: str = ""
    calls: str = ""
    performer: str = ""
    by_event: bool = False
    undoes: bool = False
    repeats: bool = False
    events: tuple[str, ...] = ()
    link: str = ""


@dataclass(frozen=True)
class Flow:
    """A sequence flow, a message flow or an association, by the ids of its ends."""

    before: str
    after: str
    label: str = ""


@dataclass(frozen=True)
class Lane:
    """A lane and the ids of the elements in it; `depth` counts from 0 for lanes inside lanes."""

    id: str
    name: str
    process: str
    members: tuple[str, ...]
    depth: int


@dataclass(frozen=True)
class Pool:
    """A participant; `process` is "" for one whose work is not shown."""

    id: str
    name: str
    process: str


@dataclass(frozen=True)
class Remark:
    """A note written on the drawing."""

    id: str
    text: str
    line: int
    process: str


@dataclass
class Model:
    """Everything of the file that a count needs, in file order.

    `processes` are id -> name, `inside` the ids directly in a process or subprocess, `boxes` where an element
    is drawn.
    """

    title: str = ""
    processes: dict[str, str] = field(default_factory=dict)
    elements: dict[str, Element] = field(default_factory=dict)
    inside: dict[str, list[str]] = field(default_factory=dict)
    flows: list[Flow] = field(default_factory=list)
    messages: list[Flow] = field(default_factory=list)
    associations: list[Flow] = field(default_factory=list)
    lanes: list[Lane] = field(default_factory=list)
    pools: list[Pool] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)
    boxes: dict[str, Box] = field(default_factory=dict)
