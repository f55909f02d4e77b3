"""A list of words written as a sentence of words."""

from __future__ import annotations


def words(text: str) -> frozenset[str]:
    """The words of `text`, as a set; the way long word lists are written down here."""
    return frozenset(text.split())
