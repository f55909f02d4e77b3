"""What each element of a BPMN model is to a count: a step, a decision, an item skipped, or notation."""

from __future__ import annotations

import re
from dataclasses import replace

from counting.intake.bpmn_edges import depths_of, end_of
from counting.intake.bpmn_facts import Facts, findings_before
from counting.intake.bpmn_model import CHOICES, EVENTS, SUBPROCESSES, TASKS, Element, Model, Remark
from counting.intake.draft import Position
from counting.intake.flow import Node, Standing
from counting.intake.names import clean_name, spoken_identifier, words_of
from counting.intake.questions import ANSWERED_WHY, is_answered

_WHY = {
    "startEvent": "A start event says when the run begins; it is not an act.",
    "endEvent": "An end event says how the run ends; it is not an act.",
    "boundaryEvent": "An event that interrupts or accompanies a step; what follows it is listed.",
    "parallelGateway": "A parallel gateway is notation; its branches are listed one after the other.",
    "eventBasedGateway": "An event gateway waits for what happens first; waiting is not a step.",
}
_EVENT = "An event is something that happens; it is not an act."
_EXPANDED = "A subprocess; its own steps are listed in its place."
_UNNAMED = "An element without a name does not say what is done."
_JOIN = "A join of branches is notation, not an act."
_NO_QUESTION = "A branch without a question of its own; the steps around it decide."
# What a drawing tool writes on a gateway by itself asks nothing.
_NO_NAME = re.compile(
    r"(?:(?:data|event)[- ]?based |parallel |exclusive |inclusive |complex )*"
    r"(?:gateway|xor|or|decision|choice|split)[\s_-]*\d*",
    re.IGNORECASE,
)
_REMARK = "A note on the drawing is not an act."


def nodes_of(facts: Facts) -> list[Node]:
    """Every element, the ends of brackets, and the remarks; what only an event starts comes last."""
    model = facts.model
    known = words_of(element.name for element in model.elements.values())
    names = {node: clean_name(element.name, known) for node, element in model.elements.items()}
    depths = depths_of(model, facts.scopes)
    found: list[Node] = []
    for element in sorted(model.elements.values(), key=lambda one: _starts_by_event(one, model)):
        node = replace(_node(element, names, facts), depth=depths[element.id])
        found.append(node)
        if element.id in facts.scopes:
            found.append(replace(node, id=end_of(node.id), text="", original="", standing=Standing.SILENT))
    return [*found, *(_remark(remark, facts) for remark in model.remarks)]


def _starts_by_event(element: Element, model: Model) -> bool:
    """Whether an event starts the element or a subprocess around it."""
    around: Element | None = element
    while around is not None:
        if around.by_event or around.undoes or around.type == "boundaryEvent":
            return True
        around = model.elements.get(around.scope)
    return False


def _node(element: Element, names: dict[str, str], facts: Facts) -> Node:
    name = names[element.id]
    standing, why = _standing(element, names, facts)
    return Node(
        id=element.id,
        text=name or _spoken(element, facts),
        original=element.name,
        position=_position(element.id, element.line),
        standing=standing,
        actor=facts.actors[element.id],
        why=why,
        procedure=facts.procedure_of.get(element.process, 0),
        notes=_notes(element, facts),
        question=element.type in CHOICES and bool(name) and not _NO_NAME.fullmatch(name),
    )


def _position(element_id: str, line: int) -> Position:
    return Position(f"element {element_id}" + (f" (line {line})" if line else ""), line=line or None)


def _standing(element: Element, names: dict[str, str], facts: Facts) -> tuple[Standing, str]:
    name = names[element.id]
    if element.type in TASKS:
        return (Standing.STEP, "") if name else (Standing.SKIPPED, _UNNAMED)
    if element.type in SUBPROCESSES:
        return _subprocess(element, name, names, facts)
    if element.type in CHOICES:
        return _choice(element, name, names, facts)
    if not name and (element.type not in EVENTS or not element.events):
        return Standing.SILENT, ""
    return Standing.SKIPPED, _WHY.get(element.type, _EVENT)


def _subprocess(element: Element, name: str, names: dict[str, str], facts: Facts) -> tuple[Standing, str]:
    """A subprocess that shows nothing of its work is one step; otherwise its steps are."""
    if _shows_work(element, names, facts.model):
        return (Standing.SKIPPED, _EXPANDED) if name else (Standing.SILENT, "")
    return (Standing.STEP, "") if name else (Standing.SKIPPED, _UNNAMED)


def _shows_work(element: Element, names: dict[str, str], model: Model) -> bool:
    waiting = list(model.inside.get(element.id, ()))
    while waiting:
        inner = model.elements[waiting.pop()]
        if names[inner.id] and inner.type in TASKS | SUBPROCESSES:
            return True
        waiting.extend(model.inside.get(inner.id, ()))
    return False


def _choice(element: Element, name: str, names: dict[str, str], facts: Facts) -> tuple[Standing, str]:
    ways = facts.out_of.get(element.id, [])
    if len({edge.after for edge in ways}) < 2:
        return (Standing.SKIPPED, _JOIN) if name else (Standing.SILENT, "")
    if not name or _NO_NAME.fullmatch(name):
        labelled = any(edge.label for edge in ways)
        return (Standing.SKIPPED, _NO_QUESTION) if labelled or name else (Standing.SILENT, "")
    if is_answered(name, findings_before(element, names, facts)):
        return Standing.SKIPPED, ANSWERED_WHY
    return Standing.DECISION, ""


def _spoken(element: Element, facts: Facts) -> str:
    """Words for an element without a name."""
    if element.type in CHOICES:
        labels = (edge.label for edge in facts.out_of.get(element.id, []))
        return " / ".join(dict.fromkeys(label for label in labels if label)) + "?"
    kind = spoken_identifier(element.type).lower()
    return f"({' or '.join(element.events)} event)" if element.events else f"(unnamed {kind})"


def _notes(element: Element, facts: Facts) -> tuple[str, ...]:
    notes = ["repeats by itself (a loop, or once per item)"] if element.repeats else []
    if element.undoes:
        notes.append("only to undo an earlier step")
    if element.by_event:
        notes.append("starts by an event, at any time while the process around it runs")
    if element.calls and facts.model.inside.get(element.calls):
        where = "follow" if element.id in facts.scopes else "are listed at its first call"
        notes.append(f"the steps of the process it calls {where}")
    return (*notes, *facts.outside.get(element.id, ()))


def _remark(remark: Remark, facts: Facts) -> Node:
    return Node(
        id=remark.id,
        text=clean_name(remark.text),
        original=remark.text,
        position=_position(remark.id, remark.line),
        standing=Standing.SKIPPED,
        why=_REMARK,
        procedure=facts.procedure_of.get(remark.process, 0),
    )
