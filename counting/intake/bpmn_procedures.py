"""Which processes of a model belong to one procedure: those that call, message or lead to each other."""

from __future__ import annotations

from counting.intake.bpmn_model import Model
from counting.intake.names import clean_name


def procedures_of(model: Model) -> tuple[dict[str, int], tuple[str, ...]]:
    """Process id -> index of its procedure, and the names of the procedures."""
    together = _together(model)
    groups: dict[str, list[str]] = {}
    for process in _in_order(model):
        groups.setdefault(_root(together, process), []).append(process)
    index = {process: number for number, group in enumerate(groups.values()) for process in group}
    return index, tuple(_name(model, group) for group in groups.values()) or ("",)


def _in_order(model: Model) -> list[str]:
    """Processes that do something: those of a pool first, in the order of the pools."""
    working = [process for process in model.processes if model.inside.get(process)]
    pools = [pool.process for pool in model.pools if pool.process in working]
    return list(dict.fromkeys((*pools, *working)))


def _together(model: Model) -> dict[str, str]:
    parent = {process: process for process in model.processes}
    of_pool = {pool.id: pool.process for pool in model.pools}

    def process_of(reference: str) -> str:
        element = model.elements.get(reference)
        return element.process if element else of_pool.get(reference, reference)

    calls = [(element.process, element.calls) for element in model.elements.values() if element.calls]
    flows = [
        (process_of(flow.before), process_of(flow.after)) for flow in (*model.messages, *model.flows)
    ]  # a sequence flow may not cross a pool, and drawings have some that do
    for one, other in (*calls, *flows):
        if one in parent and other in parent:
            parent[_root(parent, other)] = _root(parent, one)
    return parent


def _root(parent: dict[str, str], process: str) -> str:
    while parent[process] != process:
        parent[process] = parent[parent[process]]
        process = parent[process]
    return process


def _name(model: Model, group: list[str]) -> str:
    pools = {pool.process: clean_name(pool.name) for pool in model.pools}
    called = {element.calls for element in model.elements.values() if element.calls}
    leading = [process for process in group if process not in called] or group
    names = [clean_name(model.processes[process]) or pools.get(process, "") for process in leading]
    return " and ".join(dict.fromkeys(name for name in names if name))
