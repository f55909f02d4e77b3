"""n8n workflows: nodes in the order of their connections."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from counting.intake import automation
from counting.intake.caps import check_items
from counting.intake.draft import Draft
from counting.intake.flow import Edge, Node, Standing
from counting.intake.jsontext import LOOKED_AT, Json, dict_of, list_of, text_of
from counting.intake.names import clean_name, spoken_identifier
from counting.intake.source import Source
from counting.intake.wordlist import words

_BRANCHES = words("if switch filter")
_WAITS = words("wait")
_HELPERS = words(
    """set merge noop splitout splitinbatches itemlists aggregate limit removeduplicates sort renamekeys
    datetime movebinarydata converttofile extractfromfile readbinaryfile readbinaryfiles writebinaryfile
    readwritefile stopanderror comparedatasets summarize executiondata html markdown xml crypto
    editimage spreadsheetfile errortrigger respondtowebhook"""
)
_CODE = words("code function functionitem executecommand")  # an act only when somebody gave it a name
_STARTS = words("start webhook cron interval")


def holds(value: Any) -> bool:
    """True for an n8n workflow, alone, in a list or in the wrapper of an export."""
    return bool(_workflows(value[:LOOKED_AT] if isinstance(value, list) else value))


def read(source: Source) -> Draft:
    """The workflows of an export as a draft. Raises IntakeError when they hold no act."""
    workflows = _workflows(source.json)
    nodes: list[Node] = []
    edges: list[Edge] = []
    for number, workflow in enumerate(workflows):
        found = [dict_of(node) for node in list_of(workflow.get("nodes"))]
        check_items(len(nodes) + len(found), source.caps, "nodes")
        prefix = f"{number + 1}/" if len(workflows) > 1 else ""
        edges.extend(_edges(workflow, found, prefix))
        nodes.extend(_nodes(workflow, found, prefix, number))
    names = tuple(clean_name(text_of(workflow.get("name"))) for workflow in workflows)
    return automation.draft_of(source, "n8n workflow", nodes, edges, procedures=names)


def _workflows(value: Any) -> list[Json]:
    candidates = value if isinstance(value, list) else [value]
    found: list[Json] = []
    for candidate in candidates:
        holder = dict_of(candidate)
        inner = holder.get("workflow") or holder.get("data")
        if isinstance(holder.get("nodes"), list) and isinstance(holder.get("connections"), dict):
            found.append(holder)
        elif isinstance(inner, (dict, list)):
            found.extend(_workflows(inner))
    return found


def _nodes(workflow: Json, raw: list[Json], prefix: str, procedure: int) -> Iterator[Node]:
    """The nodes that take part, then those that serve them, then the sticky notes."""
    serving = _serving(workflow)
    for node in sorted(raw, key=lambda node: (_is_sticky(node), text_of(node.get("name")) in serving)):
        name = text_of(node.get("name"))
        standing, why = _standing(node, serving)
        kind = _kind(node)
        content = text_of(dict_of(node.get("parameters")).get("content"))
        text = _sticky_text(content) if _is_sticky(node) else _text(name, node, kind)
        note = clean_name(text_of(node.get("notes")))
        yield Node(
            id=f"{prefix}{name}",
            text=text or "(unnamed node)",
            original=content if _is_sticky(node) else name,
            position=automation.position_of("node", name),
            standing=standing,
            why=why,
            procedure=procedure,
            notes=(*((note,) if note else ()), *_waits_for_person(node)),
            question=kind in _BRANCHES,
        )


def _standing(node: Json, serving: set[str]) -> tuple[Standing, str]:
    kind, name = _kind(node), text_of(node.get("name"))
    if _is_sticky(node):
        return Standing.SKIPPED, automation.STICKY_WHY
    if node.get("disabled") is True:
        return Standing.SKIPPED, automation.OFF_WHY
    if kind.endswith("trigger") or kind in _STARTS:
        return Standing.SKIPPED, automation.TRIGGER_WHY
    if kind in _WAITS:
        return Standing.SKIPPED, automation.WAIT_WHY
    if name in serving or kind in _HELPERS or (kind in _CODE and _is_default(name, kind)):
        return Standing.SKIPPED, automation.HELPER_WHY
    if kind in _BRANCHES and automation.asks(name):
        return Standing.SKIPPED, automation.RULE_WHY
    return (Standing.STEP, "") if name else (Standing.SKIPPED, automation.HELPER_WHY)


def _kind(node: Json) -> str:
    """ "n8n-nodes-base.gmailTrigger" is "gmailtrigger"."""
    return text_of(node.get("type")).rpartition(".")[2].lower()


def _is_sticky(node: Json) -> bool:
    return _kind(node) == "stickynote"


def _is_default(name: str, kind: str) -> bool:
    return re.sub(r"[\W\d_]", "", name.lower()) in (kind, f"{kind}node")


def _text(name: str, node: Json, kind: str) -> str:
    """The name somebody gave it; for an untouched one, what it is set up to do."""
    parameters = dict_of(node.get("parameters"))
    does = text_of(parameters.get("operation"))
    if not does or not _is_default(name, kind):
        return clean_name(name)
    app = spoken_identifier(text_of(node.get("type")).rpartition(".")[2])
    what = " ".join(part for part in (does, text_of(parameters.get("resource"))) if part)
    return f"{spoken_identifier(what)} in {app}"


def _sticky_text(content: str) -> str:
    plain = re.sub(r"!?\[([^\]]*)\]\([^)]*\)|^#+\s*|[*`]", r"\1", content, flags=re.MULTILINE)
    text = clean_name(plain)
    return text if len(text) <= 200 else f"{text[:199].rstrip()}…"


def _waits_for_person(node: Json) -> tuple[str, ...]:
    waits = text_of(dict_of(node.get("parameters")).get("operation")) == "sendAndWait"
    return ("waits for a person's answer",) if waits else ()


def _serving(workflow: Json) -> set[str]:
    """Nodes that only serve an AI node: its model, memory, parser or tools."""
    return {
        text_of(name)
        for name, kinds in dict_of(workflow.get("connections")).items()
        if dict_of(kinds) and all(kind.startswith("ai_") for kind in dict_of(kinds))
    }


def _edges(workflow: Json, raw: list[Json], prefix: str) -> Iterator[Edge]:
    by_name = {text_of(node.get("name")): node for node in raw}
    by_id = {text_of(node.get("id")): text_of(node.get("name")) for node in raw if node.get("id")}
    for source, kinds in dict_of(workflow.get("connections")).items():
        before = source if source in by_name else by_id.get(source, source)
        for number, output in enumerate(list_of(dict_of(kinds).get("main"))):
            label = _label(by_name.get(before, {}), number)
            for target in list_of(output):
                after = text_of(dict_of(target).get("node"))
                yield Edge(f"{prefix}{before}", f"{prefix}{by_id.get(after, after)}", label)


def _label(node: Json, output: int) -> str:
    kind = _kind(node)
    if kind == "if":
        return ("yes", "no")[output] if output < 2 else ""
    if kind != "switch":
        return "when it fails" if output == 1 and node.get("onError") == "continueErrorOutput" else ""
    rules = dict_of(dict_of(node.get("parameters")).get("rules"))
    rule = dict_of(dict(enumerate(list_of(rules.get("values") or rules.get("rules")))).get(output))
    return clean_name(text_of(rule.get("outputKey")) or text_of(rule.get("value2"))) or f"output {output + 1}"
