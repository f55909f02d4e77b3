"""AWS Step Functions: states in the order of Next, with their choices, parallel branches and catches."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from counting.intake import automation
from counting.intake.caps import Caps, check_items
from counting.intake.draft import Draft
from counting.intake.flow import Edge, Node, Standing
from counting.intake.jsontext import Json, dict_of, list_of, text_of
from counting.intake.names import clean_name, spoken_identifier
from counting.intake.source import Source

_SKIPPED = {
    "wait": automation.WAIT_WHY,
    "pass": automation.HELPER_WHY,
    "succeed": automation.END_WHY,
    "fail": automation.END_WHY,
    "parallel": automation.CONTAINER_WHY,
    "map": automation.CONTAINER_WHY,
}


def holds(value: Any) -> bool:
    """True for a state machine, alone or in a CloudFormation template."""
    return bool(_machines(value))


def read(source: Source) -> Draft:
    """The state machines of a file as a draft. Raises IntakeError when they hold no act."""
    machines = _machines(source.json)
    nodes: list[Node] = []
    edges: list[Edge] = []
    for number, (_, machine) in enumerate(machines):
        prefix = f"{number + 1}/" if len(machines) > 1 else ""
        _Builder(number, nodes, edges, source.caps).machine(machine, prefix)
    names = tuple(name or clean_name(text_of(machine.get("Comment"))) for name, machine in machines)
    return automation.draft_of(source, "Step Functions state machine", nodes, edges, procedures=names)


def _machines(value: Any) -> list[tuple[str, Json]]:
    holder = dict_of(value)
    if isinstance(holder.get("States"), dict) and "StartAt" in holder:
        return [("", holder)]
    found = [("", dict_of(holder.get("definition"))), ("", _parsed(holder.get("definition")))]
    for name, resource in dict_of(holder.get("Resources")).items():
        properties = dict_of(dict_of(resource).get("Properties"))
        for key in ("Definition", "DefinitionString"):
            found.append((spoken_identifier(name), _parsed(properties.get(key))))
    return [(name, machine) for name, machine in found if isinstance(machine.get("States"), dict)]


def _parsed(value: Any) -> Json:
    """A definition that a template holds as text: as it is, under Fn::Sub or joined from pieces."""
    if isinstance(value, dict):
        if "States" in value:
            return value
        sub, join = value.get("Fn::Sub"), value.get("Fn::Join")
        if sub is not None:
            return _parsed(sub[0] if isinstance(sub, list) and sub else sub)
        pieces = list_of(list_of(join)[1]) if len(list_of(join)) == 2 else []
        return _parsed("".join(piece if isinstance(piece, str) else "reference" for piece in pieces))
    try:
        return dict_of(json.loads(value)) if isinstance(value, str) else {}
    except (ValueError, RecursionError):
        return {}


class _Builder:
    """Adds the nodes and edges of one state machine to the lists it is given."""

    def __init__(self, procedure: int, nodes: list[Node], edges: list[Edge], caps: Caps) -> None:
        self.procedure, self.nodes, self.edges, self.caps = procedure, nodes, edges, caps

    def machine(self, machine: Json, prefix: str) -> tuple[str | None, list[str]]:
        """The states of one level: the id it is entered by, and the ids it is left from."""
        states = {name: dict_of(state) for name, state in dict_of(machine.get("States")).items()}
        leaves = {name: self._state(name, state, prefix) for name, state in states.items()}
        for name, state in states.items():
            for target, label in _ways(state):
                if target in states:
                    self.edges.append(Edge(leaves[name], f"{prefix}{target}", label))
        start = text_of(machine.get("StartAt"))
        exits = [
            leaves[name] for name, state in states.items() if not any(to in states for to, _ in _ways(state))
        ]
        return (f"{prefix}{start}" if start in states else None), exits

    def _state(self, name: str, state: Json, prefix: str) -> str:
        """One state with what it holds; the id it is left from."""
        kind = text_of(state.get("Type")).lower()
        standing, why = _standing(name, kind)
        node = Node(
            id=f"{prefix}{name}",
            text=clean_name(name) if " " in name.strip() else spoken_identifier(name),
            original=name,
            position=automation.position_of("state", name),
            standing=standing,
            why=why,
            procedure=self.procedure,
            notes=tuple(_notes(state)),
            question=kind == "choice" and name.strip().lower() != kind,
        )
        self.nodes.append(node)
        check_items(len(self.nodes), self.caps, "states", per_item=2)
        branches = _branches(state)
        if not branches:
            return node.id
        end = automation.end_of(node)
        self.nodes.append(end)
        for number, branch in enumerate(branches, 1):
            entry, exits = self.machine(
                branch, f"{node.id}/{number}/" if len(branches) > 1 else f"{node.id}/"
            )
            self.edges.append(Edge(node.id, entry or end.id))
            self.edges.extend(Edge(leaf, end.id) for leaf in exits)
        return end.id


def _standing(name: str, kind: str) -> tuple[Standing, str]:
    if kind == "choice" and automation.asks(spoken_identifier(name)):
        return Standing.SKIPPED, automation.RULE_WHY
    return (Standing.SKIPPED, _SKIPPED[kind]) if kind in _SKIPPED else (Standing.STEP, "")


def _branches(state: Json) -> list[Json]:
    inner = [dict_of(branch) for branch in list_of(state.get("Branches"))]
    inner += [dict_of(state[key]) for key in ("Iterator", "ItemProcessor") if key in state]
    return [branch for branch in inner if isinstance(branch.get("States"), dict)]


def _ways(state: Json) -> Iterator[tuple[str, str]]:
    """Where a state leads, and what each way says."""
    for choice in list_of(state.get("Choices")):
        yield text_of(dict_of(choice).get("Next")), _rule(dict_of(choice))
    if "Default" in state:
        yield text_of(state["Default"]), "otherwise"
    if "Next" in state:
        yield text_of(state["Next"]), ""
    for catch in list_of(state.get("Catch")):
        errors = ", ".join(text_of(error) for error in list_of(dict_of(catch).get("ErrorEquals")))
        yield text_of(dict_of(catch).get("Next")), f"it fails ({errors})"


def _rule(choice: Json) -> str:
    """A simple comparison in words; a composed one is left to the automation."""
    variable = re.sub(r"^\$+\.?", "", text_of(choice.get("Variable")))
    for key, value in choice.items():
        operator = re.match(r"(?:String|Numeric|Boolean|Timestamp|Is)", key)
        if operator and variable and not isinstance(value, (dict, list)):
            compared = spoken_identifier(re.sub(r"^(?:String|Numeric|Boolean|Timestamp)", "", key)).lower()
            return f"{variable} {compared} {str(value).lower() if isinstance(value, bool) else value}"
    return clean_name(text_of(choice.get("Condition")).strip("{}% ")) or "a rule holds"


def _notes(state: Json) -> Iterator[str]:
    comment = clean_name(text_of(state.get("Comment")))
    if comment:
        yield comment
    attempts = [dict_of(retry).get("MaxAttempts", 3) for retry in list_of(state.get("Retry"))]
    numbers = [attempt for attempt in attempts if isinstance(attempt, int) and attempt > 0]
    if numbers:
        yield f"tried again up to {max(numbers)} times when it fails"
    if text_of(state.get("Type")) == "Map":
        yield "its steps run once per item"
    if "waitForTaskToken" in text_of(state.get("Resource")):
        yield "waits for an answer from outside"
