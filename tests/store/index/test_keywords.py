"""The keyword arm."""

from __future__ import annotations

from store.index.keywords import Keywords
from store.index.passages import Passage

PASSAGES = [
    Passage("documents/a", 0, ("Invoices",), "The clerk approves them."),
    Passage("documents/b", 0, ("Ships",), "Approval of an invoice and an invoice again."),
    Passage("documents/c", 0, (), "Größe der Straße, 変更"),
    Passage("documents/d", 0, (), ""),
]


def found(query: str) -> list[str]:
    scores = Keywords(PASSAGES).scores(query)
    assert len(scores) == len(PASSAGES)
    return [PASSAGES[row].stable_id[-1] for row in scores.argsort()[::-1] if scores[row] > 0]


def test_words_are_found_in_text_and_headings_whatever_their_ending() -> None:
    assert found("invoice") == ["b", "a"]
    assert found("approving") == ["a", "b"]
    assert found("SHIP") == ["b"]
    assert found("strasse") == ["c"]
    assert found("変更") == ["c"]


def test_words_that_are_nowhere_or_everywhere_find_nothing() -> None:
    assert [found(query) for query in ("zebra", "the of and", "!?", "", "\x00")] == [[]] * 5


def test_an_empty_generation_has_nothing_to_find() -> None:
    assert Keywords([]).scores("invoice").tolist() == []
    assert Keywords([PASSAGES[3]]).scores("invoice").tolist() == [0.0]
