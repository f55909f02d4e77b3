"""The vectors and passages of a generation, kept in Chroma. The only file that knows Chroma.

A generation is one collection. A search never asks Chroma: `load` brings the whole generation into
memory once, where an exact product over it costs less than an approximate one with a filter.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar, cast
from urllib.parse import urlsplit

import httpx
import numpy as np
from numpy.typing import NDArray

from store.errors import StoreUnavailable
from store.index.embedder import Matrix, Space
from store.index.passages import Entry, Passage
from store.index.rows import Vectors, assemble, row_document, row_id, row_metadata
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
        rows = {row_id(entry): row for row, entry in enumerate(entries)}
        for ids in _pages(list(rows)):
            page = [entries[rows[row_id]] for row_id in ids]
            collection.upsert(
                ids=ids,
                embeddings=matrix[[rows[row_id] for row_id in ids]],
                documents=[row_document(entry, passages) for entry in page],
                metadatas=[row_metadata(entry, passages) for entry in page],
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
        return assemble(generation, space, ids, documents, metadatas, matrix)

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
