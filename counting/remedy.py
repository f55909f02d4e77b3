"""What to do about G2 warnings: the smallest set of gates that closes them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import networkx as nx

from counting.gates import g2_warnings, is_protecting, predecessors
from counting.steps import Reason, Run, Step, Tag

_SOURCE, _SINK = "source", "sink"


@dataclass(frozen=True)
class Remedy:
    """Step numbers from 1: where to put gates, and the warnings no gate before can close.

    An outward AI step always warns; draft and send have to become two steps first.
    """

    gates: tuple[int, ...]
    unclosable: tuple[int, ...]


def smallest_gates(run: Run) -> Remedy:
    """The fewest new gates that close every warning a gate can close (a minimum vertex cut)."""
    warned = g2_warnings(run)
    steps = run.steps
    unclosable = tuple(n for n in warned if steps[n - 1].tag is Tag.AI)
    targets = [steps[n - 1] for n in warned if n not in unclosable]
    if not targets:
        return Remedy((), unclosable)
    _, (reachable, _) = nx.minimum_cut(_flow_graph(run, targets), _SOURCE, _SINK)
    cut = tuple(
        number
        for number, step in enumerate(steps, 1)
        if (step.id, "in") in reachable and (step.id, "out") not in reachable
    )
    return Remedy(cut, unclosable)


def _flow_graph(run: Run, targets: list[Step]) -> nx.DiGraph[Any]:
    """Every step is an edge in -> out; cutting it costs 1 where a gate there could protect."""
    graph: nx.DiGraph[Any] = nx.DiGraph()
    for step in run.steps:
        if is_protecting(step):
            continue
        if _could_protect(step):
            graph.add_edge((step.id, "in"), (step.id, "out"), capacity=1)
        else:
            graph.add_edge((step.id, "in"), (step.id, "out"))
        if step.tag is Tag.AI:
            graph.add_edge(_SOURCE, (step.id, "in"))
    before = predecessors(run)
    open_ids = {step.id for step in run.steps if not is_protecting(step)}
    for target, sources in before.items():
        for source in sources:
            if source in open_ids and target in open_ids:
                graph.add_edge((source, "out"), (target, "in"))
    for step in targets:
        for source in before[step.id]:
            if source in open_ids:
                graph.add_edge((source, "out"), _SINK)
    return graph


def _could_protect(step: Step) -> bool:
    return not (step.tag is Tag.DECISION and step.reason is Reason.PRESENCE)
