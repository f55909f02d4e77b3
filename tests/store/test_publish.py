"""A corpus becomes a generation."""

from __future__ import annotations

from store.index.catalog import open_catalog
from store.record import Record
from store.settings import Settings


def test_published_documents_are_found(published: Settings) -> None:
    with Record.open(published) as record:
        assert record.search("what do bees make?").hits[0].slug == "bees"
    assert [document.slug for document in open_catalog(published).documents(1)] == ["bees", "boats", "bread"]
