"""The vectors and passages of a generation, kept in Chroma. The only file that knows Chroma.

A generation is one collection. A search never asks Chroma: `load` brings the whole generation into
memory once, where an exact product over it costs less than an approximate one with a filter.
"""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar, cast
from urllib.parse import urlsplit

import httpx
import numpy as np
from numpy.typing import NDArray

from store.errors import StoreUnavailable
from store.index.embedder import Matrix, Space
from store.index.passages import Entry, EntryKind, Passage
from store.settings import Settings

HEARTBEAT_SECONDS = 3.0
"""A server that does not say it is there within this time is reported as not answering."""

REQUEST_SECONDS = 120.0
"""One page of a generation is a few megabytes; a server that needs longer is not answering."""

PAGE_ROWS = 4000
"""Rows per request, below Chroma's own limit of 5,461."""

# Chroma's graph is never asked (see above), so it is built as small as it can be.
_GRAPH = {"space": "cosine", "ef_construction": 16, "max_neighbors": 8, "batch_size": PAGE_ROWS,
          "sync_threshold": PAGE_ROWS}  # fmt: skip

log = logging.getLogger(__name__)

# Clients of one folder share one embedded Chroma, which stops with the last; Chroma counts them unlocked.
_opening = threading.Lock()


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


P = ParamSpec("P")
R = TypeVar("R")


def _answers(method: Callable[Concatenate[VectorStore, P], R]) -> Callable[Concatenate[VectorStore, P], R]:
    """Whatever Chroma or the way to it raises means one thing to everybody else: it did not answer."""

    @wraps(method)
    def asked(self: VectorStore, *args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return method(self, *args, **kwargs)
        except StoreUnavailable:
            raise
        except Exception as error:
            log.warning("the vector store failed in %s: %s", method.__name__, type(error).__name__)
            raise StoreUnavailable("the vector store") from None

    return cast("Callable[Concatenate[VectorStore, P], R]", asked)


class VectorStore:
    """A connection to Chroma, opened by the first act and closed by `close`.

    Keep it open only for one piece of work: an embedded Chroma that stays open does not see what
    another process writes.
    """

    def __init__(self, settings: Settings, store_id: str) -> None:
        """`store_id` is the catalog's: it keeps two records on one Chroma server apart."""
        self._settings = settings
        self._prefix = f"record-{store_id}-generation-"
        self._client: Any = None

    def __enter__(self) -> VectorStore:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @_answers
    def write(
        self,
        generation: int,
        space: Space,
        entries: Sequence[Entry],
        passages: Mapping[str, Passage],
        matrix: Matrix,
    ) -> None:
        """Add entries and their vectors (row i of `matrix` is entry i). Calling it again adds more.

        `passages` by id; only those that `entries` of kind passage point at are stored.
        """
        collection = self._connect().get_or_create_collection(
            self._name(generation),
            configuration={"hnsw": _GRAPH},
            metadata={"space": space.to_json(), "whole": False},
            embedding_function=None,
        )
        rows = {_row_id(entry): row for row, entry in enumerate(entries)}
        for ids in _pages(list(rows)):
            page = [entries[rows[row_id]] for row_id in ids]
            collection.upsert(
                ids=ids,
                embeddings=matrix[[rows[row_id] for row_id in ids]],
                documents=[_document(entry, passages) for entry in page],
                metadatas=[_metadata(entry, passages) for entry in page],
            )

    @_answers
    def seal(self, generation: int) -> int:
        """Mark a generation as whole, and return how many entries it has. Only a whole one can be loaded."""
        collection = self._collection(generation)
        count = int(collection.count())
        collection.modify(metadata={**collection.metadata, "whole": True, "entries": count})
        return count

    @_answers
    def load(self, generation: int) -> Vectors:
        """A whole generation in memory. Raises StoreUnavailable for one that is not there or not whole."""
        collection = self._collection(generation)
        if not collection.metadata["whole"]:
            raise StoreUnavailable("the vector store")
        space = Space.from_json(collection.metadata["space"])
        ids, documents, metadatas, matrix = _fetch(collection, int(collection.metadata["entries"]), space.dim)
        return _assemble(generation, space, ids, documents, metadatas, matrix)

    @_answers
    def known(self, generation: int) -> tuple[Space, dict[str, NDArray[np.float32]]]:
        """A generation's space and its vectors by `Entry.digest`, whole or not: what is carried forward."""
        collection = self._collection(generation)
        space = Space.from_json(collection.metadata["space"])
        _, _, metadatas, matrix = _fetch(collection, int(collection.count()), space.dim)
        return space, {metadata["digest"]: matrix[row] for row, metadata in enumerate(metadatas)}

    @_answers
    def generations(self) -> dict[int, bool]:
        """Every generation Chroma holds, and whether it is whole."""
        found = {}
        for collection in self._connect().list_collections():
            prefix, number = collection.name[: len(self._prefix)], collection.name[len(self._prefix) :]
            if prefix == self._prefix and number.isdecimal():
                found[int(number)] = bool(collection.metadata["whole"])
        return dict(sorted(found.items()))

    @_answers
    def drop(self, generation: int) -> None:
        """Remove a generation; removing one that is not there is no error."""
        client = self._connect()
        if self._name(generation) in {collection.name for collection in client.list_collections()}:
            client.delete_collection(self._name(generation))

    def close(self) -> None:
        if self._client is not None:
            client, self._client = self._client, None
            with _opening:
                client.close()

    def _name(self, generation: int) -> str:
        return f"{self._prefix}{generation}"

    def _collection(self, generation: int) -> Any:
        return self._connect().get_collection(self._name(generation), embedding_function=None)

    def _connect(self) -> Any:
        if self._client is None:
            with _opening:
                self._client = _open(self._settings)
        return self._client


def _open(settings: Settings) -> Any:
    import chromadb
    from chromadb.config import Settings as ChromaSettings

    quiet = ChromaSettings(anonymized_telemetry=False)
    if settings.chroma_url is None:
        settings.chroma_folder.mkdir(parents=True, exist_ok=True)
        return chromadb.PersistentClient(path=str(settings.chroma_folder), settings=quiet)
    address = urlsplit(settings.chroma_url)
    secure = address.scheme == "https"
    httpx.get(
        f"{settings.chroma_url.rstrip('/')}/api/v2/heartbeat", timeout=HEARTBEAT_SECONDS
    ).raise_for_status()
    client = chromadb.HttpClient(
        host=address.hostname or "", port=address.port or (443 if secure else 80), ssl=secure, settings=quiet
    )
    # The client has no setting for this and would wait for ever.
    cast(Any, client)._server._session.timeout = httpx.Timeout(REQUEST_SECONDS)
    return client


def _row_id(entry: Entry) -> str:
    return f"{entry.passage_id}|{entry.kind}|{entry.digest[:16]}"


def _document(entry: Entry, passages: Mapping[str, Passage]) -> str:
    return passages[entry.passage_id].text if entry.kind is EntryKind.PASSAGE else entry.text


def _metadata(entry: Entry, passages: Mapping[str, Passage]) -> dict[str, str]:
    metadata = {"digest": entry.digest}
    if entry.kind is EntryKind.PASSAGE:
        metadata["headings"] = json.dumps(passages[entry.passage_id].heading_path, ensure_ascii=False)
    return metadata


def _pages(ids: list[str]) -> Iterator[list[str]]:
    for start in range(0, len(ids), PAGE_ROWS):
        yield ids[start : start + PAGE_ROWS]


def _fetch(
    collection: Any, count: int, dim: int
) -> tuple[list[str], list[str], list[Mapping[str, str]], Matrix]:
    """Every row of a collection, page by page, so that memory holds the vectors once."""
    ids: list[str] = []
    documents: list[str] = []
    metadatas: list[Mapping[str, str]] = []
    matrix = np.zeros((count, dim), dtype=np.float32)
    while len(ids) < count:
        page = collection.get(
            limit=PAGE_ROWS, offset=len(ids), include=["embeddings", "documents", "metadatas"]
        )
        if not page["ids"]:
            raise StoreUnavailable("the vector store")  # fewer rows than were sealed: never serve a part
        matrix[len(ids) : len(ids) + len(page["ids"])] = page["embeddings"]
        ids += page["ids"]
        documents += page["documents"]
        metadatas += page["metadatas"]
    return ids, documents, metadatas, matrix


_KIND_ORDER = {kind: place for place, kind in enumerate(EntryKind)}


def _assemble(
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
