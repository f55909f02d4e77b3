"""Which documents answer, as the tuned space itself reads a question: one score per document."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from store.index.adapter import Heads
from store.index.passages import Document

TAG_PAGE_HANDICAP = 1.5
"""A tag's page answers a little of nearly every question about a step; the rule's page says why. So the rule
leads: with this much taken off the tags' pages, the deciding document came first most often on author C."""


def concept_scores(
    vector: NDArray[np.float32], heads: Heads, documents: Sequence[Document]
) -> NDArray[np.float32]:
    """Per document, the score of its `concept`; -inf where the training knew no such concept."""
    known = {
        label: score - TAG_PAGE_HANDICAP * label.startswith("tag-")
        for label, score in zip(heads.concepts.labels, heads.concepts.scores(vector).tolist(), strict=True)
    }
    scores = [known.get(document.concept or "", -np.inf) for document in documents]
    return np.array(scores, dtype=np.float32)
