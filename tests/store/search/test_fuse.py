"""Rankings and their fusion, against the same thing written the slow way."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from store.search.fuse import ARM_DEPTH, RRF_K, fuse, nearest_per_document, ranking

few_values = st.sampled_from([-1.0, -0.25, 0.0, 0.125, 0.5, 0.75, 1.0])
arms = st.lists(st.tuples(few_values, st.booleans()), max_size=3 * ARM_DEPTH)
rankings = st.lists(st.permutations(range(12)).map(lambda rows: rows[:7]), max_size=3)


@given(arms, st.sampled_from([-np.inf, 0.0, 0.5]))
def test_a_ranking_is_the_served_rows_by_score_then_by_row(
    arm: list[tuple[float, bool]], above: float
) -> None:
    scores = np.array([score for score, _ in arm], dtype=np.float32)
    served = np.array([is_served for _, is_served in arm], dtype=bool)
    expected = sorted(
        (row for row, (score, is_served) in enumerate(arm) if is_served and score > above),
        key=lambda row: (-arm[row][0], row),
    )
    assert ranking(scores, served, above).tolist() == expected[:ARM_DEPTH]


@given(rankings)
def test_fusion_is_the_sum_of_reciprocal_ranks(orders: list[list[int]]) -> None:
    fused = fuse([np.array(order, dtype=np.int64) for order in orders])
    by_hand = {
        row: sum(1 / (RRF_K + order.index(row) + 1) for order in orders if row in order)
        for row in {row for order in orders for row in order}
    }
    assert dict(fused) == by_hand
    assert fused == sorted(fused, key=lambda item: (-item[1], item[0]))


@given(rankings)
def test_the_order_of_the_arms_does_not_matter(orders: list[list[int]]) -> None:
    arrays = [np.array(order, dtype=np.int64) for order in orders]
    forwards, backwards = dict(fuse(arrays)), dict(fuse(arrays[::-1]))
    assert forwards.keys() == backwards.keys()
    assert all(abs(forwards[row] - backwards[row]) < 1e-12 for row in forwards)


def test_first_in_both_arms_beats_first_in_one() -> None:
    assert fuse([np.array([4, 2]), np.array([4, 7])]) == [(4, 2 / 61), (2, 1 / 62), (7, 1 / 62)]


passages = st.tuples(st.integers(0, 5), few_values, st.booleans())


@given(
    st.lists(passages, max_size=30).map(lambda rows: sorted(rows, key=lambda row: row[0])),
    st.lists(st.sampled_from([-np.inf, 0.5, 1.0, 2.0]), min_size=6, max_size=6),
    st.permutations(range(6)),
)
def test_documents_come_by_their_score_and_unknown_ones_where_their_nearest_passage_stands(
    rows: list[tuple[int, float, bool]], scores: list[float], names: list[int]
) -> None:
    nearest: dict[int, int] = {}
    for row, (document, cosine, is_served) in enumerate(rows):
        better = names[document] not in nearest or cosine > rows[nearest[names[document]]][1]
        if is_served and better:
            nearest[names[document]] = row
    known = [name for name in nearest if scores[name] > -np.inf]
    expected = [nearest[name] for name in sorted(known, key=lambda name: (-scores[name], name))]
    by_nearness = sorted(nearest, key=lambda name: (-rows[nearest[name]][1], name))
    for rank, name in enumerate(by_nearness):
        if scores[name] == -np.inf:
            expected.insert(rank, nearest[name])
    found = nearest_per_document(
        np.array(scores, dtype=np.float32),
        np.array([names[document] for document, _, _ in rows], dtype=np.int64),
        np.array([cosine for _, cosine, _ in rows], dtype=np.float32),
        np.array([is_served for _, _, is_served in rows], dtype=bool),
    )
    assert found.tolist() == expected


@given(rankings)
def test_a_weight_scales_its_ranking(orders: list[list[int]]) -> None:
    arrays = [np.array(order, dtype=np.int64) for order in orders]
    doubled = fuse(arrays, [2.0] * len(arrays))
    assert doubled == [(row, 2 * score) for row, score in fuse(arrays)]
