"""BPMN 2.0 models: their task-like elements as steps, in the order of their flows."""

from __future__ import annotations

from collections.abc import Sequence

from counting.intake.bpmn_facts import Facts, facts_of
from counting.intake.bpmn_model import Model
from counting.intake.bpmn_nodes import nodes_of
from counting.intake.bpmn_xml import model_of
from counting.intake.draft import Draft, IntakeError, Item, Proposal
from counting.intake.flow import amount, counts_in_words, flow_of
from counting.intake.markup import parse
from counting.intake.names import clean_name
from counting.intake.source import Source


def read(source: Source) -> Draft:
    """A BPMN model as a draft. Raises IntakeError for broken XML and for a model that shows no work."""
    model = model_of(parse(source.decoded.text, source.caps, "BPMN model"), source.caps)
    if not model.elements:
        raise _nothing(model)
    facts = facts_of(model, source.caps)
    flow = flow_of(nodes_of(facts), facts.edges, source.caps)
    if not any(item.proposed is not Proposal.SKIPPED for item in flow.items):
        raise _nothing_named(flow.items)
    return Draft(
        kind="BPMN model",
        understood=_understood(model, facts, flow.items),
        items=flow.items,
        procedures=facts.procedures,
        title=_title(model, facts),
        edges=flow.edges,
        notes=(*source.notes, *flow.notes),
    )


def _understood(model: Model, facts: Facts, items: Sequence[Item]) -> str:
    parts = [amount(len(model.pools), "pool")] if model.pools else []
    if model.lanes:
        parts.append(amount(len(model.lanes), "lane"))
    if len(facts.procedures) > 1:
        parts.append(amount(len(facts.procedures), "separate procedure"))
    return f"BPMN model{''.join(f', {part}' for part in parts)}: {counts_in_words(items)}"


def _title(model: Model, facts: Facts) -> str:
    return clean_name(model.title) or facts.procedures[0]


def _nothing(model: Model) -> IntakeError:
    what = "only names pools that exchange messages" if model.messages else "holds no task, event or gateway"
    return IntakeError(
        f"This BPMN model {what}: there is no flow to read steps from. "
        "Open it in the tool it came from and export the process itself (BPMN 2.0 XML with its tasks)."
    )


def _nothing_named(items: Sequence[Item]) -> IntakeError:
    tasks = sum(item.text.startswith("(unnamed") for item in items)
    named = f"{amount(tasks, 'task')} without a name" if tasks else "events and gateways but no task"
    return IntakeError(
        f"This BPMN model has {named}: nothing says what is done. "
        "Name the tasks in the model and export it again."
    )
