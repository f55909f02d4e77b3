"""Fit the head of the documents once more, on the questions alone, in the finished space.

The training asks every step, too, which documents it belongs to, and there are twice as many steps as
questions. That is good for the space and leaves the head leaning to the pages that decide steps.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch
import torch.nn.functional as F

from store.calibrate.targets import share_targets
from store.index.adapter import Head
from store.index.embedder import Matrix

STEPS = 60
RATE = 0.02
"""Few steps from where the training ended: the questions only shift it. More of them learn the questions by
heart, which cost first hits on author C."""


def refit(head: Head, vectors: Matrix, wanted: Sequence[Sequence[str]]) -> Head:
    """`head`, fitted to say which of its labels each of the `vectors` (n, dim) wants; each of several counts
    the same. Vectors that want none of its labels are left out."""
    known, target = share_targets(head.labels, wanted)
    if not known.any():
        return head
    given = torch.from_numpy(vectors)[known]
    rows = torch.from_numpy(head.rows.copy()).requires_grad_()
    bias = torch.from_numpy(head.bias.copy()).requires_grad_()
    optimizer = torch.optim.Adam([rows, bias], lr=RATE)
    for _ in range(STEPS):
        loss = F.cross_entropy(given @ rows.T + bias, target)
        optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        optimizer.step()
    return Head(head.labels, rows.detach().numpy(), bias.detach().numpy())
