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
    """`tasks` are the ids of the task-like elements with a name, `flows` the sequence flows by element id."""

    tasks: set[str] = field(default_factory=set)
    gateways: set[str] = field(default_factory=set)
    flows: list[tuple[str, str]] = field(default_factory=list)

    def leads_to(self, start: str) -> set[str]:
        """All that a sequence flow leads to from an element, itself only by a loop."""
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


def judge(data: bytes) -> Oracle:
    """Read with another parser, by local names alone. A wrong declared encoding is passed over."""
    text = data.decode("utf-8-sig", errors="replace")
    root = ET.fromstring(re.sub(r"<\?xml[^>]*\?>", "", text, count=1))  # noqa: S314
    oracle = Oracle()
    for element in root.iter():
        name = element.tag.rpartition("}")[2]
        words = (element.get("name") or "").strip()
        if words and (name in TASKS or (name in SUBS and not any(map(_is_work, _inside(element))))):
            oracle.tasks.add(element.get("id", ""))
        elif name.endswith("Gateway"):
            oracle.gateways.add(element.get("id", ""))
        elif name == "sequenceFlow":
            oracle.flows.append((element.get("sourceRef", ""), element.get("targetRef", "")))
    return oracle


def _inside(element: ET.Element) -> list[ET.Element]:
    return [inner for inner in element.iter() if inner is not element]


def _is_work(element: ET.Element) -> bool:
    return element.tag.rpartition("}")[2] in TASKS | SUBS and bool((element.get("name") or "").strip())
