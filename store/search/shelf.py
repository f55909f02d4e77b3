"""The served generation in memory: loaded once per process, exchanged whole when the pointer moves."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from store.errors import StoreUnavailable
from store.governance import Admission, Standing, derive_tier
from store.index.catalog import Catalog
from store.index.keywords import Keywords
from store.index.passages import Document
from store.index.rows import Vectors
from store.index.vectors import VectorStore
from store.settings import Settings

KEPT_LIBRARIES = 3
"""Generations whose documents stay in memory: the served one, and those that snapshot tokens still pin."""


@dataclass(frozen=True)
class Library:
    """The documents of one generation in reading order, and the serving predicate over them."""

    documents: tuple[Document, ...]
    admission: Admission
    row_of: dict[str, int]


@dataclass(frozen=True)
class Holding:
    """Everything a search needs of one generation."""

    library: Library
    vectors: Vectors
    keywords: Keywords
    document_of: NDArray[np.int64]
    """Per passage, the row of its document in the library."""


class Shelf:
    """Holds one generation for searching, and the documents of a few for reading."""

    def __init__(self, settings: Settings, catalog: Callable[[], Catalog]) -> None:
        self._settings = settings
        self._catalog = catalog
        self._lock = threading.Lock()
        self._libraries: OrderedDict[int, Library] = OrderedDict()
        self._held: Holding | None = None

    def holding(self, generation: int) -> Holding:
        """A generation ready to be searched. Raises StoreUnavailable; what was held before stays usable."""
        held = self._held
        if held is not None and held.vectors.generation == generation:
            return held
        with self._lock:
            if self._held is None or self._held.vectors.generation != generation:
                self._held = self._load(generation)
            return self._held

    def library(self, generation: int) -> Library:
        """A generation's documents. Raises StoreUnavailable."""
        with self._lock:
            return self._library(generation)

    def _library(self, generation: int) -> Library:
        if generation not in self._libraries:
            self._libraries[generation] = _catalogued(self._catalog().documents(generation))
        self._libraries.move_to_end(generation)
        while len(self._libraries) > KEPT_LIBRARIES:
            self._libraries.popitem(last=False)
        return self._libraries[generation]

    def _load(self, generation: int) -> Holding:
        library = self._library(generation)
        with VectorStore(self._settings, self._catalog().store_id) as store:
            vectors = store.load(generation)
        try:
            document_of = [library.row_of[passage.stable_id] for passage in vectors.passages]
        except KeyError:
            raise StoreUnavailable("the vector store") from None  # it holds another record's generation
        return Holding(library, vectors, Keywords(vectors.passages), np.array(document_of, dtype=np.int64))


def _catalogued(documents: tuple[Document, ...]) -> Library:
    standings = [
        Standing(
            document.stable_id,
            document.status,
            derive_tier(document.verified),
            document.effective_from,
            document.stale_after,
        )
        for document in documents
    ]
    rows = {document.stable_id: row for row, document in enumerate(documents)}
    return Library(documents, Admission(standings), rows)
