"""BM25 over the passages of a generation."""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from store.index.passages import Passage

_WORD = re.compile(r"\w+")


class Keywords:
    """The keyword index of one generation, in the order of its passages."""

    def __init__(self, passages: Sequence[Passage]) -> None:
        import bm25s  # type: ignore[import-untyped]
        from bm25s.stopwords import STOPWORDS_EN  # type: ignore[import-untyped]
        from Stemmer import Stemmer  # type: ignore[import-not-found]

        logging.getLogger("bm25s").setLevel(logging.WARNING)  # it sets itself to DEBUG
        self._stemmer: Any = Stemmer("english")
        self._ignored = frozenset(STOPWORDS_EN)
        self._size = len(passages)
        tokens = [self._terms(_searchable(passage)) for passage in passages]
        self._known = frozenset(term for terms in tokens for term in terms)
        self._bm25: Any = bm25s.BM25(method="lucene", backend="numpy")
        if self._known:
            self._bm25.index(tokens, show_progress=False)

    def scores(self, query: str) -> NDArray[np.float32]:
        """Per passage, its BM25 score; 0 for a passage that shares no word with the query."""
        terms = [term for term in self._terms(query) if term in self._known]
        if not terms:
            return np.zeros(self._size, dtype=np.float32)
        return np.asarray(self._bm25.get_scores(terms), dtype=np.float32)

    def _terms(self, text: str) -> list[str]:
        words = [word for word in _WORD.findall(text.casefold()) if word not in self._ignored]
        return list(self._stemmer.stemWords(words))


def _searchable(passage: Passage) -> str:
    return " ".join((*passage.heading_path, passage.text))
