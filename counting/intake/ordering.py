"""The order of a flow: every element after what leads to it, branches one after the other, loops noted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

# Beyond this much walking, hand-offs no longer move anything: the flow inside each pool still decides.
_HAND_OFF_WORK = 20_000_000


def flow_order(
    ids: Sequence[str], follows: Iterable[tuple[str, str]], hand_offs: Iterable[tuple[str, str]] = ()
) -> tuple[str, ...]:
    """`ids` so that an element comes before all it leads to, unless that leads back to it.

    `follows` are (from, to) pairs; where an element has several followers, their order decides which branch
    comes first. `hand_offs` (messages between pools) order what the flow leaves open and never contradict it.
    """
    number = {node: place for place, node in enumerate(ids)}
    flow = _adjacency(number, follows)
    forward = _forward(flow, _reverse_postorder(flow))
    _add_hand_offs(forward, [(number[a], number[b]) for a, b in hand_offs if a in number and b in number])
    return tuple(ids[place] for place in _reverse_postorder(forward))


def _adjacency(number: dict[str, int], follows: Iterable[tuple[str, str]]) -> list[list[int]]:
    flow: list[list[int]] = [[] for _ in number]
    seen: set[tuple[int, int]] = set()
    for before, after in follows:
        if before not in number or after not in number:
            continue
        pair = (number[before], number[after])
        if pair not in seen and pair[0] != pair[1]:
            seen.add(pair)
            flow[pair[0]].append(pair[1])
    return flow


def _forward(flow: list[list[int]], order: list[int]) -> list[list[int]]:
    """The flow without the edges that lead back: what is left has no loop."""
    rank = {node: place for place, node in enumerate(order)}
    return [[after for after in followers if rank[after] > rank[node]] for node, followers in enumerate(flow)]


def _add_hand_offs(forward: list[list[int]], hand_offs: list[tuple[int, int]]) -> None:
    edges = sum(len(followers) for followers in forward) + len(forward)
    if len(hand_offs) * edges > _HAND_OFF_WORK:
        return
    for before, after in hand_offs:
        if before != after and before not in _reachable(forward, [after]):
            forward[before].append(after)


def _reachable(flow: list[list[int]], starts: Iterable[int]) -> set[int]:
    waiting = list(starts)
    seen = set(waiting)
    while waiting:
        for after in flow[waiting.pop()]:
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return seen


def _reverse_postorder(flow: list[list[int]]) -> list[int]:
    """Depth first, the last branch first, written down backwards: a node stands before all it reaches."""
    has_before = {after for followers in flow for after in followers}
    roots = [node for node in range(len(flow)) if node not in has_before]
    # What no root reaches is a loop of its own; visited before the roots, it lands behind everything else.
    loops = _loop_starts(flow, _reachable(flow, roots))
    finished: list[int] = []
    seen: set[int] = set()
    for start in (*reversed(loops), *reversed(roots)):
        _visit(start, flow, seen, finished)
    return finished[::-1]


def _loop_starts(flow: list[list[int]], reached: set[int]) -> list[int]:
    starts: list[int] = []
    for node in range(len(flow)):
        if node not in reached:
            starts.append(node)
            reached |= _reachable(flow, [node])
    return starts


def _visit(start: int, flow: list[list[int]], seen: set[int], finished: list[int]) -> None:
    if start in seen:
        return
    seen.add(start)
    stack = [(start, reversed(flow[start]))]
    while stack:
        node, followers = stack[-1]
        for after in followers:
            if after not in seen:
                seen.add(after)
                stack.append((after, reversed(flow[after])))
                break
        else:
            stack.pop()
            finished.append(node)
