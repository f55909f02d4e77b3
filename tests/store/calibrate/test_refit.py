"""The documents' head after the training: questions move it, what is not known of them leaves it alone."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from store.calibrate.refit import refit
from store.calibrate.targets import share_targets
from store.index.adapter import Head

LEANING = Head(("R8", "R3"), np.array([[0, 0, 1], [0, 0, 1]], np.float32), np.array([0, 1], np.float32))
"""Reads nothing but the last number, and prefers R3."""


def test_questions_teach_the_head_which_document_answers() -> None:
    vectors = np.eye(3, dtype=np.float32)[[0, 1]]
    fitted = refit(LEANING, vectors, [("R8",), ("R3",)])
    assert fitted.labels == ("R8", "R3")
    assert fitted.scores(vectors).argmax(axis=1).tolist() == [0, 1]
    assert LEANING.rows.tolist() == [[0, 0, 1], [0, 0, 1]]
    assert LEANING.scores(vectors).argmax(axis=1).tolist() == [1, 1]


def test_the_same_questions_give_the_same_head() -> None:
    vectors = np.random.default_rng(1).normal(size=(8, 3)).astype(np.float32)
    one, two = (refit(LEANING, vectors, [("R8",), ("R3", "R8")] * 4) for _ in range(2))
    assert (one.rows == two.rows).all()
    assert (one.bias == two.bias).all()


def test_questions_about_documents_the_head_does_not_know_change_nothing() -> None:
    vectors = np.eye(3, dtype=np.float32)
    assert refit(LEANING, vectors, [("scope",), (), ("G1",)]) is LEANING


def test_several_answers_share_and_a_stranger_is_left_out() -> None:
    known, shares = share_targets(("R8", "R3", "G1", "G2"), [("R8", "R3"), ("scope",), ("G2", "scope")])
    assert known.tolist() == [True, False, True]
    small = 0.05 / 4
    expected = torch.tensor([[0.475, 0.475, 0, 0], [0, 0, 0, 0.95]]) + small
    assert torch.allclose(shares, expected)


@pytest.mark.parametrize(
    ("asked", "labels", "bias"), [(("R3", "R8"), ("R3", "R8"), [1, 0]), (("G1", "R8"), ("R8",), [0])]
)
def test_a_head_of_some_labels_reads_those_as_before(
    asked: tuple[str, ...], labels: tuple[str, ...], bias: list[float]
) -> None:
    part = LEANING.of(asked)
    assert part.labels == labels
    assert part.bias.tolist() == bias
    assert part.rows.tolist() == [[0, 0, 1]] * len(labels)
