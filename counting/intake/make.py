"""Make scenarios (blueprints): modules in the order of the flow, routers opened route by route."""

from __future__ import annotations

import re
from typing import Any

from counting.intake import automation
from counting.intake.caps import Caps, check_items
from counting.intake.draft import Draft
from counting.intake.flow import Edge, Node, Standing
from counting.intake.jsontext import LOOKED_AT, Json, dict_of, list_of, text_of
from counting.intake.names import clean_name, spoken_identifier
from counting.intake.source import Source
from counting.intake.wordlist import words

_ROUTERS = words("basicrouter router ifelse merge basicifelse basicmerge")
_HELPERS = words(
    """basicfeeder basicaggregator textaggregator numericaggregator setvariable setvariables setvariable2
    getvariable getvariables getvariable2 functionincrement transformer aggregatejson parsejson
    createjson transformtojson composer switcher composetransformer sleep functionsleep ignore commit
    rollback break resume"""
)
_PREFIXES = re.compile(r"^(?:Action|Universal|Trigger|Watch(?=[A-Z])|Search(?=er))")


def holds(value: Any) -> bool:
    """True for a scenario blueprint, alone or in the wrapper of an export."""
    return _scenario(value) is not None


def read(source: Source) -> Draft:
    """A scenario as a draft. Raises IntakeError when it holds no act."""
    scenario = _scenario(source.json) or {}
    builder = _Builder(source.caps)
    builder.chain(list_of(scenario.get("flow")), [], "")
    name = clean_name(text_of(scenario.get("name")))
    return automation.draft_of(source, "Make scenario", builder.nodes, builder.edges, procedures=(name,))


def _scenario(value: Any) -> Json | None:
    holder = dict_of(value)
    flow = list_of(holder.get("flow"))
    if flow and all(isinstance(module, dict) and "module" in module for module in flow[:LOOKED_AT]):
        return holder
    for key in ("blueprint", "response", "scenario", "data"):
        if isinstance(holder.get(key), dict):
            return _scenario(holder[key])
    return None


class _Builder:
    """Collects the nodes and edges of a scenario."""

    def __init__(self, caps: Caps) -> None:
        self.caps = caps
        self.nodes: list[Node] = []
        self.edges: list[Edge] = []
        self.taken: set[str] = set()

    def chain(self, modules: list[Any], before: list[str], route: str) -> list[str]:
        """Modules one after the other behind `before`; the ids the chain is left from."""
        for number, raw in enumerate(modules):
            module = dict_of(raw)
            node = self._node(module, first=not self.nodes)
            label = clean_name(text_of(dict_of(module.get("filter")).get("name")))
            self.edges.extend(
                Edge(place, node.id, label or (route if number == 0 else "")) for place in before
            )
            before = self._routes(module, node) or [node.id]
        return before

    def _routes(self, module: Json, node: Node) -> list[str]:
        """The routes of a router, and the error route of a module, which does not lead on."""
        self.chain(list_of(module.get("onerror")), [node.id], "it fails")
        routes = list_of(module.get("routes")) or list_of(module.get("branches"))
        left: list[str] = []
        for raw in routes:
            branch = dict_of(raw)
            label = clean_name(text_of(branch.get("label") or branch.get("name")))
            flow = list_of(branch.get("flow"))
            left.extend(self.chain(flow, [node.id], label) if flow else [node.id])
        return left

    def _node(self, module: Json, first: bool) -> Node:
        kind = text_of(module.get("module"))
        number = text_of(module.get("id")) or str(len(self.nodes) + 1)
        given = clean_name(text_of(dict_of(dict_of(module.get("metadata")).get("designer")).get("name")))
        standing, why = _standing(kind, first)
        node = Node(
            id=f"{number}"
            if all(node.id != number for node in self.nodes)
            else f"{number}-{len(self.nodes)}",
            text=given or _spoken(kind),
            original=given or kind,
            position=automation.position_of("module", f"{number}: {kind}"),
            standing=standing,
            why=why,
        )
        self.nodes.append(node)
        check_items(len(self.nodes), self.caps, "modules")
        self.taken.add(node.id)
        return node


def _standing(kind: str, first: bool) -> tuple[Standing, str]:
    action = kind.rpartition(":")[2]
    plain = action.lower()
    if plain in _ROUTERS:
        return Standing.SKIPPED, automation.RULE_WHY
    if plain in _HELPERS:
        return Standing.SKIPPED, automation.WAIT_WHY if "sleep" in plain else automation.HELPER_WHY
    if first and re.match(r"trigger|watch|custom.?webhook|webhook|gateway|new|instant", plain):
        return Standing.SKIPPED, automation.TRIGGER_WHY
    return Standing.STEP, ""


def _spoken(kind: str) -> str:
    """ "google-email:ActionSendEmail" is "Send email in Google email"."""
    app, _, action = kind.rpartition(":")
    what = spoken_identifier(_PREFIXES.sub("", action) or action) or "Module"
    where = spoken_identifier(app.replace("-", " "))
    return f"{what} in {where}" if where else what
