"""What a head of several right labels is to say."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor

SMOOTHING = 0.05
"""Label smoothing: the probes are not all right, and a score that is never certain separates better."""


def share_targets(labels: Sequence[str], wanted: Sequence[Sequence[str]]) -> tuple[Tensor, Tensor]:
    """Which of the `wanted` name any of the labels, (n,) bool, and for those the shares, (m, labels).

    Each label of a text counts the same: what is learned is how likely a label is one of them.
    """
    place = {label: at for at, label in enumerate(labels)}
    target = torch.zeros(len(wanted), len(labels))
    for row, names in enumerate(wanted):
        for name in names:
            if name in place:
                target[row, place[name]] = 1.0
    known = target.sum(1) > 0
    target = target[known] / target[known].sum(1, keepdim=True)
    return known, target * (1 - SMOOTHING) + SMOOTHING / len(labels)
