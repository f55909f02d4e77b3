"""Read a generation back before it is served: what is missing now would be missing for everybody."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from store.errors import RecordError
from store.index.embedder import Matrix
from store.index.passages import Document, Entry, EntryKind
from store.index.rows import Vectors

LEAST_COSINE = 0.999
"""A vector and itself, after the vector store's own rounding."""


class VerifyFailed(RecordError):
    """What was written is not what was read back."""

    def __init__(self, what: str) -> None:
        super().__init__(
            f"{what} after writing, so nothing was published and what was served is still served. "
            "Run the ingest again; if it stays, check the vector store."
        )


def verify(vectors: Vectors, documents: Sequence[Document], entries: Sequence[Entry], matrix: Matrix) -> None:
    """Compare a generation read back from both stores with what was meant. Raises VerifyFailed."""
    meant = {passage.id: passage for document in documents for passage in document.passages}
    if {passage.id: passage for passage in vectors.passages} != meant:
        raise VerifyFailed("the passages in the vector store and in the database differ")
    if len(vectors.kinds) != len({(entry.passage_id, entry.kind, entry.digest) for entry in entries}):
        raise VerifyFailed("the vector store has not as many entries as were written")
    rows = {entry.passage_id: row for row, entry in enumerate(entries) if entry.kind is EntryKind.PASSAGE}
    wanted = matrix[[rows[passage.id] for passage in vectors.passages]]
    cosines = np.einsum("ij,ij->i", vectors.matrix[vectors.first_row], wanted)
    if cosines.size and float(cosines.min()) < LEAST_COSINE:
        raise VerifyFailed("a vector in the vector store is not the one that was written")
