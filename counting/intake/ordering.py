"""The order of a flow: every element after what leads to it, a loop as a whole before what follows it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

# Beyond this much walking, hand-offs no longer move anything: the flow inside each pool still decides.
_HAND_OFF_WORK = 20_000_000
_LOOP_DEPTH = 40  # loops in loops that are told apart; no drawing has so many

Graph = dict[int, list[int]]


def flow_order(
    ids: Sequence[str],
    follows: Iterable[tuple[str, str]],
    hand_offs: Iterable[tuple[str, str]] = (),
    depths: Mapping[str, int] | None = None,
) -> tuple[str, ...]:
    """`ids` so that an element comes before all it leads to, unless that leads back to it.

    `follows` are (from, to) pairs; where an element has several followers, their order decides which branch
    comes first. `hand_offs` (messages between pools) order what the flow leaves open and never contradict it.
    `depths` says in how many subprocesses an element stands: a loop begins with its outermost element, so
    that what repeats as a whole keeps the order it has inside.
    """
    number = {node: place for place, node in enumerate(ids)}
    flow = _graph(number, follows)
    _add_hand_offs(flow, [(number[a], number[b]) for a, b in hand_offs if a in number and b in number])
    outside = [(depths or {}).get(node, 0) for node in ids]
    return tuple(ids[place] for place in _arranged(list(flow), flow, outside, 0))


def beginnings(ids: Sequence[str], follows: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """The fewest of `ids` from which the flow leads to all of them, in the order of `ids`."""
    number = {node: place for place, node in enumerate(ids)}
    flow = _graph(number, follows)
    found: list[int] = []
    reached: set[int] = set()
    for place in _arranged(list(flow), flow, [0] * len(ids), 0):
        if place not in reached:
            found.append(place)
            _reach(flow, place, reached)
    return tuple(ids[place] for place in sorted(found))


def _graph(number: dict[str, int], follows: Iterable[tuple[str, str]]) -> Graph:
    flow: Graph = {place: [] for place in number.values()}
    seen: set[tuple[int, int]] = set()
    for before, after in follows:
        if before in number and after in number:
            pair = (number[before], number[after])
            if pair not in seen and pair[0] != pair[1]:
                seen.add(pair)
                flow[pair[0]].append(pair[1])
    return flow


def _add_hand_offs(flow: Graph, hand_offs: list[tuple[int, int]]) -> None:
    """Each one that closes no loop; a reply to who asked says nothing about the order of either."""
    size = len(flow) + sum(len(followers) for followers in flow.values())
    if len(hand_offs) * size > _HAND_OFF_WORK:
        return
    for before, after in hand_offs:
        if before != after and before not in _reachable(flow, after):
            flow[before].append(after)


def _reachable(flow: Graph, start: int) -> set[int]:
    seen: set[int] = set()
    _reach(flow, start, seen)
    return seen


def _reach(flow: Graph, start: int, seen: set[int]) -> None:
    """Add to `seen` the start and all that it leads to and is not there yet."""
    waiting = [start]
    seen.add(start)
    while waiting:
        for after in flow[waiting.pop()]:
            if after not in seen:
                seen.add(after)
                waiting.append(after)


def _arranged(nodes: list[int], flow: Graph, depths: list[int], level: int) -> list[int]:
    """The nodes in order; of a loop its entry first, then the rest of it in the same way."""
    found: list[int] = []
    for loop in reversed(_loops(nodes, flow)):
        entry = min(loop, key=lambda node: depths[node])  # of several, the one met first
        rest = [node for node in loop if node != entry]
        found.append(entry)
        if not rest:
            continue
        if level == _LOOP_DEPTH:
            found.extend(rest)
            continue
        inside = set(rest)
        inner = {node: [after for after in flow[node] if after in inside] for node in rest}
        first = [after for after in flow[entry] if after in inside]
        found.extend(_arranged(list(dict.fromkeys((*first, *sorted(rest)))), inner, depths, level + 1))
    return found


def _loops(nodes: list[int], flow: Graph) -> list[list[int]]:
    """The strongly connected parts, what comes last first; each begins with the node it was entered by.

    Tarjan's algorithm without recursion. The last branch is walked first, so that read backwards the first
    branch follows its question directly.
    """
    entered = {after for node in nodes for after in flow[node]}
    roots = [node for node in nodes if node not in entered]
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    on_path: dict[int, None] = {}
    parts: list[list[int]] = []
    for start in (*_unreached(nodes, roots, flow)[::-1], *roots[::-1]):
        if start not in index:
            _walk(start, flow, index, low, on_path, parts)
    return parts


def _unreached(nodes: list[int], roots: list[int], flow: Graph) -> list[int]:
    """One start for everything no root leads to; walked before the roots, it is listed after them."""
    reached: set[int] = set()
    for root in roots:
        _reach(flow, root, reached)
    starts: list[int] = []
    for node in nodes:
        if node not in reached:
            starts.append(node)
            _reach(flow, node, reached)
    return starts


def _walk(
    start: int,
    flow: Graph,
    index: dict[int, int],
    low: dict[int, int],
    on_path: dict[int, None],
    parts: list[list[int]],
) -> None:
    index[start] = low[start] = len(index)
    on_path[start] = None
    stack = [(start, reversed(flow[start]))]
    while stack:
        node, followers = stack[-1]
        for after in followers:
            if after not in index:
                index[after] = low[after] = len(index)
                on_path[after] = None
                stack.append((after, reversed(flow[after])))
                break
            if after in on_path:
                low[node] = min(low[node], index[after])
        else:
            stack.pop()
            if stack:
                low[stack[-1][0]] = min(low[stack[-1][0]], low[node])
            if low[node] == index[node]:
                parts.append(_cut_off(node, on_path))


def _cut_off(entry: int, on_path: dict[int, None]) -> list[int]:
    """Take a finished part off the path: its entry first, then the others in the order they were met."""
    part: list[int] = []
    while True:
        node, _ = on_path.popitem()
        part.append(node)
        if node == entry:
            return part[::-1]
