"""From the elements and edges of a drawn flow to items in order, their edges and their flow notes."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from counting.intake.caps import PARTS, Caps, refuse
from counting.intake.draft import Item, Position, Proposal
from counting.intake.ordering import flow_order
from counting.intake.splits import with_splits

_MAX_NOTES = 4  # more remarks on one item hide the step they belong to


class Standing(StrEnum):
    """What an element of a flow is to a count."""

    STEP = "step"
    DECISION = "decision"  # a question the flow asks, proposed as a step somebody decides
    SKIPPED = "skipped"  # shown with its reason
    SILENT = "silent"  # notation only (a join, a bracket): carries the flow, is not shown


@dataclass(frozen=True)
class Node:
    """One element. `text` is the cleaned name, `original` as it stood; `why` gives the reason of a skip.

    `question`: the ways out of it are answers to its name. `depth`: in how many subprocesses it stands.
    """

    id: str
    text: str
    original: str
    position: Position
    standing: Standing = Standing.STEP
    actor: str | None = None
    why: str = ""
    procedure: int = 0
    notes: tuple[str, ...] = ()
    question: bool = False
    depth: int = 0

    @property
    def kept(self) -> bool:
        return self.standing in (Standing.STEP, Standing.DECISION)


class Kind(StrEnum):
    """What an edge of a flow means."""

    FLOW = "flow"
    HAND_OFF = "hand-off"  # a message between pools
    ORDER = "order"  # says where to list what no flow leads to; no way of the run


@dataclass(frozen=True)
class Edge:
    """`label` is what the drawing says about taking this way."""

    before: str
    after: str
    label: str = ""
    kind: Kind = Kind.FLOW


@dataclass(frozen=True)
class _Way:
    """A way from one kept element to the next, and what it says on the way."""

    target: str
    condition: str
    hand_off: bool


@dataclass(frozen=True)
class Flow:
    """Items in flow order, the (item id, item id) pairs between those proposed as steps, and remarks."""

    items: tuple[Item, ...]
    edges: tuple[tuple[str, str], ...]
    notes: tuple[str, ...] = ()


def flow_of(nodes: Sequence[Node], edges: Sequence[Edge], caps: Caps) -> Flow:
    """The nodes as a person will see them. Raises IntakeError beyond a cap."""
    shown = sum(node.standing is not Standing.SILENT for node in nodes)
    if shown > caps.items:
        raise refuse("items", caps.items, f"The flow has {shown:,} elements", PARTS)
    ordered = _ordered(nodes, edges)
    ways = _ways(ordered, edges, caps)
    numbers = {node.id: n for n, node in enumerate((node for node in ordered if node.kept), 1)}
    notes = _notes(ordered, ways, numbers)
    items = tuple(
        _item(node, notes.get(node.id, [])) for node in ordered if node.standing is not Standing.SILENT
    )
    split, remarks = with_splits(items)
    pairs = tuple((node, way.target) for node, found in ways.items() if node in numbers for way in found)
    return Flow(split, tuple(dict.fromkeys(pairs)), remarks)


def _ordered(nodes: Sequence[Node], edges: Sequence[Edge]) -> tuple[Node, ...]:
    """The nodes in flow order, one procedure after the other."""
    by_id = {node.id: node for node in nodes}
    depths = {node.id: node.depth for node in nodes}
    found: list[Node] = []
    for procedure in sorted({node.procedure for node in nodes}):
        ids = [node.id for node in nodes if node.procedure == procedure]
        follows = [(edge.before, edge.after) for edge in edges if edge.kind is not Kind.HAND_OFF]
        hand_offs = [(edge.before, edge.after) for edge in edges if edge.kind is Kind.HAND_OFF]
        found.extend(by_id[node_id] for node_id in flow_order(ids, follows, hand_offs, depths))
    return tuple(found)


def _ways(ordered: Sequence[Node], edges: Sequence[Edge], caps: Caps) -> dict[str, tuple[_Way, ...]]:
    """From each kept element, and from each beginning of the flow, the kept elements directly after it."""
    by_id = {node.id: node for node in ordered}
    out: dict[str, list[Edge]] = {node.id: [] for node in ordered}
    entered = set()
    for edge in edges:
        if edge.kind is not Kind.ORDER and edge.before in by_id and edge.after in by_id:
            out[edge.before].append(edge)
            entered.add(edge.after)
    found: dict[str, tuple[_Way, ...]] = {}
    work = 0
    for node in ordered:
        if node.kept or node.id not in entered:
            found[node.id], walked = _ways_from(node, by_id, out)
            work += walked
            if work > caps.edges:
                raise refuse("edges", caps.edges, f"The flow has more than {caps.edges:,} ways", PARTS)
    return found


def _ways_from(
    node: Node, by_id: dict[str, Node], out: dict[str, list[Edge]]
) -> tuple[tuple[_Way, ...], int]:
    """The ways out of one element through what is not kept, and how many edges were walked."""
    ways: dict[str, _Way] = {}
    seen = {node.id}
    waiting = deque([(node.id, "", False)])
    walked = 0
    while waiting:
        place, said, handed = waiting.popleft()
        for edge in out[place]:
            walked += 1
            condition = _condition(by_id[place], edge.label) or said
            crossing = handed or edge.kind is Kind.HAND_OFF
            after = by_id[edge.after]
            if after.kept:
                ways.setdefault(after.id, _Way(after.id, condition, crossing))
            elif after.id not in seen:
                seen.add(after.id)
                waiting.append((after.id, condition, crossing))
    return tuple(ways.values()), walked


def _condition(place: Node, label: str) -> str:
    """What a labelled way says: with the question it answers where that is known."""
    if not label:
        return ""
    return f"{place.text.rstrip('? ')}: {label}" if place.question else label


def _notes(
    ordered: Sequence[Node], ways: dict[str, tuple[_Way, ...]], numbers: dict[str, int]
) -> dict[str, list[str]]:
    by_id = {node.id: node for node in ordered}
    notes: dict[str, list[str]] = {}
    for source, found in ways.items():
        for way in found:
            place, words = _note(by_id[source], by_id[way.target], way, numbers)
            if words:
                notes.setdefault(place, []).append(words)
    return notes


def _note(source: Node, target: Node, way: _Way, numbers: dict[str, int]) -> tuple[str, str]:
    """The element a remark about this way belongs to, and the remark; "" where there is nothing to say."""
    step = f"step {numbers[target.id]} ({_short(target.text)})"
    if way.hand_off and source.kept:
        return source.id, f"hands over to {step}" if target.actor != source.actor else ""
    when = f"when {way.condition}" if way.condition else ""
    if source.kept and numbers[target.id] <= numbers[source.id]:
        return source.id, f"repeat from {step} {when}".rstrip()
    return target.id, when


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:39].rstrip()}…"


def _item(node: Node, notes: Iterable[str]) -> Item:
    item = Item(
        id=node.id,
        text=node.text,
        original=node.original,
        position=node.position,
        actor=node.actor,
        why=node.why,
        procedure=node.procedure,
        notes=(*node.notes, *tuple(dict.fromkeys(notes))[:_MAX_NOTES]),
    )
    match node.standing:
        case Standing.DECISION:
            return replace(item, decision=True)
        case Standing.STEP:
            return item
        case _:
            return replace(item, proposed=Proposal.SKIPPED, rule="R12")


def counts_in_words(items: Sequence[Item]) -> str:
    """ "17 steps, 6 items skipped, 2 to split.": the end of every sentence about what was understood."""
    steps = sum(item.proposed is not Proposal.SKIPPED for item in items)
    skipped = sum(item.proposed is Proposal.SKIPPED for item in items)
    splits = sum(item.proposed is Proposal.SPLIT for item in items)
    said = f"{amount(steps, 'step')}, {amount(skipped, 'item')} skipped"
    return f"{said}, {splits} to split." if splits else f"{said}."


def amount(number: int, noun: str) -> str:
    """ "1 lane", "3 lanes", "2 branches"."""
    plural = f"{noun}es" if noun.endswith(("ch", "sh", "s", "x")) else f"{noun}s"
    return f"{number:,} {noun if number == 1 else plural}"
