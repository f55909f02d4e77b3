"""A second, plain reading of a BPMN file to judge the first: named tasks, and what each flow leads to."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from dataclasses import dataclass, field

TASKS = set(
    """task userTask manualTask serviceTask sendTask receiveTask scriptTask businessRuleTask
    callActivity""".split()  # noqa: SIM905 - a list of words reads better as words
)
SUBS = {"subProcess", "adHocSubProcess", "transaction"}


@dataclass
class Oracle:
    """`tasks` are the ids of the task-like elements with a name, `flows` the ways by element id.

    `around` names the subprocess an element stands in, where it stands in one.
    """

    tasks: set[str] = field(default_factory=set)
    gateways: set[str] = field(default_factory=set)
    flows: list[tuple[str, str]] = field(default_factory=list)
    around: dict[str, str] = field(default_factory=dict)

    def leads_to(self, start: str) -> set[str]:
        """All that a flow leads to from an element, itself only by a loop."""
        after: dict[str, list[str]] = {}
        for source, target in self.flows:
            after.setdefault(source, []).append(target)
        found: set[str] = set()
        waiting = list(after.get(start, ()))
        while waiting:
            place = waiting.pop()
            if place not in found:
                found.add(place)
                waiting.extend(after.get(place, ()))
        return found

    def is_before(self, one: str, other: str) -> bool:
        """Whether the flows put one element before another: they or the subprocesses they stand in."""
        ways, other_ways = self._outwards(one), self._outwards(other)
        pairs = ((a, b) for a in ways for b in other_ways if self.around.get(a) == self.around.get(b))
        a, b = next(pairs, (one, other))
        return a != b and b in self.leads_to(a) and a not in self.leads_to(b)

    def _outwards(self, element: str) -> list[str]:
        found = [element]
        while found[-1] in self.around:
            found.append(self.around[found[-1]])
        return found


def judge(data: bytes) -> Oracle:
    """Read with another parser, by local names alone. A wrong declared encoding is passed over."""
    text = data.decode("utf-8-sig", errors="replace")
    root = ET.fromstring(re.sub(r"<\?xml[^>]*\?>", "", text, count=1))  # noqa: S314
    oracle = Oracle()
    for element in root.iter():
        name = _local(element)
        words = (element.get("name") or "").strip()
        if words and (name in TASKS or (name in SUBS and not any(map(_is_work, _inside(element))))):
            oracle.tasks.add(element.get("id", ""))
        elif name.endswith("Gateway"):
            oracle.gateways.add(element.get("id", ""))
        elif name == "sequenceFlow":
            oracle.flows.append((element.get("sourceRef", ""), element.get("targetRef", "")))
        elif name == "boundaryEvent":
            oracle.flows.append((element.get("attachedToRef", ""), element.get("id", "")))
        if name in SUBS:
            oracle.around |= {inner.get("id", ""): element.get("id", "") for inner in element}
    oracle.flows = [(one, other) for one, other in oracle.flows if one and other]  # the rest lead nowhere
    return oracle


def _local(element: ET.Element) -> str:
    return element.tag.rpartition("}")[2]


def _inside(element: ET.Element) -> list[ET.Element]:
    return [inner for inner in element.iter() if inner is not element]


def _is_work(element: ET.Element) -> bool:
    return _local(element) in TASKS | SUBS and bool((element.get("name") or "").strip())
