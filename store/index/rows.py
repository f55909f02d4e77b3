"""The entries of a generation as rows that a store can keep, and as one thing in memory again."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from store.index.embedder import Matrix, Space
from store.index.passages import Entry, EntryKind, Passage


@dataclass(frozen=True)
class Vectors:
    """One generation in memory. Passages come by stable_id, then ordinal."""

    generation: int
    space: Space
    passages: tuple[Passage, ...]
    matrix: Matrix
    """One row per entry, in the order of their passages."""
    first_row: NDArray[np.int64]
    """Per passage, the row of its first entry, which is the passage itself; every passage has one."""
    kinds: tuple[EntryKind, ...]
    """Per row, why it is there."""
    texts: tuple[str, ...]
    """Per row, the question or step line; for a passage its own text."""

    def cosines(self, query: NDArray[np.float32]) -> NDArray[np.float32]:
        """Per passage, the cosine of its nearest entry, exact. `query` has length 1 and is of this space."""
        if not self.passages:
            return np.zeros(0, dtype=np.float32)
        per_entry = self.matrix @ query
        return np.clip(np.maximum.reduceat(per_entry, self.first_row), -1.0, 1.0)


def row_id(entry: Entry) -> str:
    return f"{entry.passage_id}|{entry.kind}|{entry.digest[:16]}"


def row_document(entry: Entry, passages: Mapping[str, Passage]) -> str:
    return passages[entry.passage_id].text if entry.kind is EntryKind.PASSAGE else entry.text


def row_metadata(entry: Entry, passages: Mapping[str, Passage]) -> dict[str, str]:
    metadata = {"digest": entry.digest}
    if entry.kind is EntryKind.PASSAGE:
        metadata["headings"] = json.dumps(passages[entry.passage_id].heading_path, ensure_ascii=False)
    return metadata


_KIND_ORDER = {kind: place for place, kind in enumerate(EntryKind)}


def assemble(
    generation: int,
    space: Space,
    ids: Sequence[str],
    documents: Sequence[str],
    metadatas: Sequence[Mapping[str, str]],
    matrix: Matrix,
) -> Vectors:
    """Put rows in one order, whatever order they were written in, so that every process serves the same."""
    keys = [_sort_key(row_id) for row_id in ids]
    order = sorted(range(len(ids)), key=keys.__getitem__)
    first_row = np.array(
        [place for place, row in enumerate(order) if keys[row][2] == _KIND_ORDER[EntryKind.PASSAGE]],
        dtype=np.int64,
    )
    passages = [
        Passage(keys[row][0], keys[row][1], tuple(json.loads(metadatas[row]["headings"])), documents[row])
        for row in (order[place] for place in first_row)
    ]
    return Vectors(
        generation=generation,
        space=space,
        passages=tuple(passages),
        matrix=matrix[order],
        first_row=first_row,
        kinds=tuple(list(EntryKind)[keys[row][2]] for row in order),
        texts=tuple(documents[row] for row in order),
    )


def _sort_key(row_id: str) -> tuple[str, int, int, str]:
    passage_id, kind, digest = row_id.rsplit("|", 2)
    stable_id, ordinal = passage_id.rsplit("#", 1)
    return stable_id, int(ordinal), _KIND_ORDER[EntryKind(kind)], digest
