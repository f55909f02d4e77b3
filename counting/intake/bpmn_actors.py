"""Who does what in a BPMN model: the lane, else whom the task names, else the pool."""

from __future__ import annotations

from counting.intake.bpmn_model import Element, Model
from counting.intake.names import clean_name


def actors_of(model: Model, called_from: dict[str, str]) -> dict[str, str | None]:
    """Element id -> actor, None where the model names nobody. `called_from` is process -> call activity."""
    lanes = _lanes(model)
    pools = {pool.process: clean_name(pool.name) for pool in model.pools if pool.process}
    return {
        node: _actor(element, model, lanes, pools, called_from) for node, element in model.elements.items()
    }


def _lanes(model: Model) -> dict[str, str]:
    """Element id -> the name of the innermost lane that has one."""
    found: dict[str, str] = {}
    for lane in sorted(model.lanes, key=lambda lane: lane.depth):
        name = clean_name(lane.name)
        if name:
            found.update((member, name) for member in lane.members)
    return found


def _actor(
    element: Element, model: Model, lanes: dict[str, str], pools: dict[str, str], called_from: dict[str, str]
) -> str | None:
    """The nearest answer on the way out: the element, the subprocess around it, the call that opened it."""
    performer = clean_name(element.performer)
    here: Element | None = element
    seen: set[str] = set()
    pool = ""
    while here is not None and here.id not in seen:
        seen.add(here.id)
        if here.id in lanes:
            return lanes[here.id]
        pool = pool or pools.get(here.process, "")
        around = here.scope if here.scope in model.elements else called_from.get(here.scope, "")
        here = model.elements.get(around) or model.elements.get(here.attached_to)
    return performer or pool or None
