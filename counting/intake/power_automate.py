"""Power Automate flows and Logic Apps: actions in the order of their runAfter, frames opened in place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from counting.intake import automation
from counting.intake.caps import Caps, check_items
from counting.intake.draft import Draft
from counting.intake.flow import Edge, Node, Standing
from counting.intake.jsontext import LOOKED_AT, Json, dict_of, list_of, text_of
from counting.intake.names import clean_name
from counting.intake.source import Source
from counting.intake.wordlist import words

_FRAMES = words("if switch foreach until scope")
_WAITS = words("wait delay")
_ENDS = words("terminate")
_HELPERS = words(
    """initializevariable setvariable incrementvariable decrementvariable appendtoarrayvariable
    appendtostringvariable parsejson select query join table expression"""
)
_UNTOUCHED_COMPOSE = re.compile(r"compose\W*\d*", re.IGNORECASE)
_SEARCH_DEPTH = 6  # how many wrappers an export puts around a definition, at most


@dataclass(frozen=True)
class _Flow:
    name: str
    definition: Json


def holds(value: Any) -> bool:
    """True for a workflow definition, alone or in the wrapper of an export or a template."""
    return bool(_flows(value[:LOOKED_AT] if isinstance(value, list) else value, "", 0))


def read(source: Source) -> Draft:
    """The flows of an export as a draft. Raises IntakeError when they hold no act."""
    flows = _flows(source.json, "", 0)
    nodes: list[Node] = []
    edges: list[Edge] = []
    for number, flow in enumerate(flows):
        builder = _Builder(f"{number + 1}/" if len(flows) > 1 else "", number, nodes, edges, source.caps)
        builder.triggers(dict_of(flow.definition.get("triggers")), dict_of(flow.definition.get("actions")))
    names = tuple(clean_name(flow.name) for flow in flows)
    return automation.draft_of(source, "Power Automate flow", nodes, edges, procedures=names)


def _flows(value: Any, name: str, depth: int) -> list[_Flow]:
    if depth > _SEARCH_DEPTH:
        return []
    if isinstance(value, list):
        return [flow for entry in value for flow in _flows(entry, name, depth + 1)]
    holder = dict_of(value)
    name = text_of(holder.get("displayName")) or name or text_of(holder.get("name"))
    if _is_definition(holder):
        return [_Flow(name, holder)]
    inner = [
        holder[key]
        for key in ("definition", "properties", "resources", "flow", "value", "data")
        if key in holder
    ]
    return [flow for entry in inner for flow in _flows(entry, name, depth + 1)]


def _is_definition(holder: Json) -> bool:
    actions = dict_of(holder.get("actions"))
    typed = all(isinstance(action, dict) and "type" in action for action in actions.values())
    return bool(actions) and typed and ("triggers" in holder or "$schema" in holder)


class _Builder:
    """Adds the nodes and edges of one flow to the lists it is given."""

    def __init__(self, prefix: str, procedure: int, nodes: list[Node], edges: list[Edge], caps: Caps) -> None:
        self.prefix, self.procedure, self.nodes, self.edges = prefix, procedure, nodes, edges
        self.caps = caps

    def triggers(self, triggers: Json, actions: Json) -> None:
        """The triggers, and the actions after them."""
        start = automation.silent(f"{self.prefix}//start", self.procedure)
        self.nodes.append(start)
        for name in triggers:
            trigger = self._add(f"//{name}", name, Standing.SKIPPED, automation.TRIGGER_WHY)
            self.edges.append(Edge(trigger.id, start.id))
        entries, _ = self.actions(actions, "")
        self.edges.extend(Edge(start.id, entry) for entry in entries)

    def actions(self, actions: Json, path: str) -> tuple[list[str], list[str]]:
        """One scope: the ids it is entered by and the ids it is left from."""
        opened: dict[str, tuple[str, str]] = {}
        for name, raw in actions.items():
            opened[name] = self._action(f"{path}{name}", name, dict_of(raw))
        entries, followed = [], set()
        for name, raw in actions.items():
            before = {
                key: states for key, states in dict_of(dict_of(raw).get("runAfter")).items() if key in opened
            }
            if not before:
                entries.append(opened[name][0])
            for key, states in before.items():
                followed.add(key)
                self.edges.append(Edge(opened[key][1], opened[name][0], _failure(key, list_of(states))))
        exits = [opened[name][1] for name in actions if name not in followed]
        return entries, exits

    def _action(self, path: str, name: str, raw: Json) -> tuple[str, str]:
        """One action, or a frame with its branches; the ids it is entered by and left from."""
        kind = text_of(raw.get("type")).lower()
        standing, why = _standing(name, kind, raw)
        node = self._add(path, name, standing, why, _description(raw), question=kind in ("if", "switch"))
        if kind not in _FRAMES:
            return node.id, node.id
        end = automation.end_of(node)
        self.nodes.append(end)
        for label, branch in _branches(kind, raw):
            self._branch(node, end, label, branch, f"{path}/{label}/" if label else f"{path}/")
        if kind == "until":
            self.edges.append(Edge(end.id, node.id, "the loop goes on"))
        return node.id, end.id

    def _branch(self, node: Node, end: Node, label: str, branch: Json, path: str) -> None:
        entries, exits = self.actions(branch, path)
        self.edges.extend(Edge(node.id, entry, label) for entry in entries or [end.id])
        self.edges.extend(Edge(leaf, end.id) for leaf in exits)

    def _add(
        self,
        path: str,
        name: str,
        standing: Standing,
        why: str,
        notes: tuple[str, ...] = (),
        question: bool = False,
    ) -> Node:
        node = Node(
            id=f"{self.prefix}{path}",
            text=_spoken(name),
            original=name,
            position=automation.position_of("action", name),
            standing=standing,
            why=why,
            procedure=self.procedure,
            notes=notes,
            question=question,
        )
        self.nodes.append(node)
        check_items(len(self.nodes), self.caps, "actions", per_item=2)
        return node


def _standing(name: str, kind: str, raw: Json) -> tuple[Standing, str]:
    if kind in _FRAMES:
        return Standing.SKIPPED, automation.RULE_WHY if kind in ("if", "switch") else automation.CONTAINER_WHY
    if kind in _WAITS:
        return Standing.SKIPPED, automation.WAIT_WHY
    if kind in _ENDS:
        return Standing.SKIPPED, automation.END_WHY
    if kind in _HELPERS or (kind == "compose" and _UNTOUCHED_COMPOSE.fullmatch(name)):
        return Standing.SKIPPED, automation.HELPER_WHY
    return (Standing.DECISION if _asks_a_person(raw) else Standing.STEP), ""


def _asks_a_person(raw: Json) -> bool:
    """An approval action ends only when a person has answered."""
    host = dict_of(dict_of(raw.get("inputs")).get("host"))
    said = " ".join(text_of(host.get(key)) for key in ("operationId", "apiId", "connectionName")).lower()
    return "approval" in said and ("wait" in said or text_of(raw.get("type")).lower().endswith("webhook"))


def _branches(kind: str, raw: Json) -> Iterator[tuple[str, Json]]:
    actions = dict_of(raw.get("actions"))
    if kind == "if":
        yield "yes", actions
        yield "no", dict_of(dict_of(raw.get("else")).get("actions"))
    elif kind == "switch":
        for name, case in dict_of(raw.get("cases")).items():
            yield text_of(dict_of(case).get("case")) or _spoken(name), dict_of(dict_of(case).get("actions"))
        yield "otherwise", dict_of(dict_of(raw.get("default")).get("actions"))
    else:
        yield "", actions


def _failure(name: str, states: list[Any]) -> str:
    """What a way says that is taken when the action before it did not succeed."""
    said = {text_of(state).lower() for state in states}
    return f"{_spoken(name)} does not succeed" if said and "succeeded" not in said else ""


def _description(raw: Json) -> tuple[str, ...]:
    text = clean_name(text_of(raw.get("description")))
    return (text,) if text else ()


def _spoken(name: str) -> str:
    """ "Send_an_email_(V2)_2" is "Send an email"."""
    text = clean_name(name.replace("_", " "))
    return re.sub(r"(?:\s*\(V\d+\))?(?:\s+\d{1,2})?$", "", text).strip() or text
