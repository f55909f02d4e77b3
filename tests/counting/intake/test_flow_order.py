"""The order of a flow: branches one by one, loops as a whole, messages where the flow leaves it open."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from counting.intake.ordering import beginnings, flow_order

PAIRS = st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8)), max_size=24)


def order(ids: str, *follows: str, hand_offs: tuple[str, ...] = ()) -> str:
    return "".join(flow_order(ids, map(tuple, follows), map(tuple, hand_offs)))


def test_a_chain_written_down_backwards_is_put_right() -> None:
    assert order("dcba", "ab", "bc", "cd") == "abcd"


def test_branches_stand_one_after_the_other_in_the_order_of_their_flows_and_join_behind_both() -> None:
    assert order("abcdej", "ab", "ad", "bc", "ce", "ej", "dj") == "abcedj"
    assert order("abcdej", "ad", "ab", "bc", "ce", "ej", "dj") == "adbcej"


def test_a_loop_stands_as_a_whole_before_what_follows_it() -> None:
    # a -> b -> c (leave) or d (rework, back to b)
    assert order("abcd", "ab", "bc", "bd", "db") == "abdc"


def test_loops_in_loops_are_told_apart() -> None:
    # outer loop b..e, inner loop c <-> d
    assert order("abcdef", "ab", "bc", "cd", "dc", "ce", "eb", "ef") == "abcdef"


def test_what_nothing_leads_to_comes_after_the_flow_that_has_a_beginning() -> None:
    assert order("xyab", "xy", "yx", "ab") == "abxy"


def test_a_message_orders_two_pools_and_a_reply_does_not_turn_it_round() -> None:
    assert order("abxy", "ab", "xy", hand_offs=("ax", "yb")) == "axyb"
    assert order("xyab", "ab", "xy", hand_offs=("ax", "xa")) == "abxy"


def test_a_message_never_contradicts_the_flow() -> None:
    assert order("ab", "ab", hand_offs=("ba",)) == "ab"


def test_a_loop_entered_from_the_side_begins_with_what_is_around_its_elements() -> None:
    # s holds a -> b and starts again when b is done; x leads into the middle of it
    pairs = [("s", "a"), ("a", "b"), ("b", "s"), ("x", "b")]
    assert flow_order("xsab", pairs, depths={"a": 1, "b": 1}) == ("x", "s", "a", "b")


def test_beginnings_are_the_fewest_elements_that_lead_to_all() -> None:
    assert beginnings("abc", [("a", "b"), ("b", "c")]) == ("a",)
    assert beginnings("abcd", [("a", "a"), ("a", "b"), ("c", "d"), ("d", "c")]) == ("a", "c")
    assert beginnings("cab", [("a", "b"), ("b", "a"), ("b", "c")]) == ("a",)
    assert beginnings("", []) == ()


@given(PAIRS, PAIRS)
def test_what_leads_to_something_and_not_back_stands_before_it(
    follows: list[tuple[int, int]], hand_offs: list[tuple[int, int]]
) -> None:
    ids = [str(number) for number in range(9)]
    pairs = [(str(one), str(other)) for one, other in follows]
    placed = flow_order(ids, pairs, [(str(one), str(other)) for one, other in hand_offs])
    assert sorted(placed) == ids
    rank = {node: place for place, node in enumerate(placed)}
    reach = {node: _reachable(node, pairs) for node in ids}
    for node in ids:
        for other in reach[node]:
            if node not in reach[other] and node != other:
                assert rank[node] < rank[other]


def _reachable(start: str, pairs: list[tuple[str, str]]) -> set[str]:
    found: set[str] = set()
    waiting = [start]
    while waiting:
        place = waiting.pop()
        for one, other in pairs:
            if one == place and other not in found:
                found.add(other)
                waiting.append(other)
    return found
