"""outline: reading order, a page at a time, honest about being partial."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from store.errors import InvalidRequest
from store.index.embedder import Embedder
from store.ingest.publish import publish
from store.record import Record
from tests.store.conftest import SettingsFor
from tests.store.corpora import document, write_corpus

DOCUMENTS = {
    "last.md": document("# Last\n\nwords\n", title="Last", record="order: 30"),
    "rules/one.md": document("# One\n\n## Test\n\na\n\n### Deep\n\nb\n\n## Near\n\nc\n", record="order: 10"),
    "rules/two.md": document("# Two\n\n## Test\n\nd\n", record="order: 20"),
}


@pytest.fixture(scope="module")
def record(
    settings_for: SettingsFor, embedder: Embedder, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Record]:
    settings = settings_for(write_corpus(tmp_path_factory.mktemp("corpus"), DOCUMENTS))
    publish(settings, who="process:test", embedder=embedder)
    with Record.open(settings, embedder=lambda: embedder) as opened:
        yield opened


def titles(record: Record, node: str | None = None, depth: int = 0) -> list[str]:
    return [f"{row.slug}:{row.level}:{row.title}" for row in record.outline(node, depth).rows]


def test_documents_in_reading_order(record: Record) -> None:
    outline = record.outline()
    assert titles(record) == ["one:0:One", "two:0:Two", "last:0:Last"]
    assert outline.model_dump(exclude={"rows", "generation"}) == {
        "corpus_id": "tiny",
        "node": None,
        "total": 3,
        "has_more": False,
        "next_offset": None,
        "note": "A partial list is no evidence of absence: what is not on this page may be on the next one, "
        "below a greater depth, or in a passage that only a search finds.",
    }
    assert outline.rows[0].model_dump() == {
        "kind": "document",
        "slug": "one",
        "stable_id": "documents/rules/one",
        "level": 0,
        "title": "One",
        "heading_path": [],
        "type": "note",
        "description": "",
        "trust_tier": "unverified",
    }


def test_depth_adds_levels_of_headings(record: Record) -> None:
    assert titles(record, depth=1)[:3] == ["one:0:One", "one:1:One", "two:0:Two"]
    assert titles(record, depth=3)[:5] == ["one:0:One", "one:1:One", "one:2:Test", "one:3:Deep", "one:2:Near"]


def test_a_node_is_a_folder_or_a_document(record: Record) -> None:
    assert titles(record, "rules") == titles(record, "documents/rules/") == ["one:0:One", "two:0:Two"]
    assert titles(record, "one") == ["one:1:One"]
    assert titles(record, "documents/rules/one", depth=1) == ["one:1:One", "one:2:Test", "one:2:Near"]


def test_pages_put_together_are_the_whole(record: Record) -> None:
    rows, offset, pages = [], 0, 0
    while True:
        page = record.outline(depth=6, limit=4, offset=offset)
        rows += page.rows
        pages += 1
        if not page.has_more:
            break
        offset = page.next_offset
    assert rows == record.outline(depth=6).rows
    assert (pages, page.total, page.next_offset) == (3, 10, None)
    beyond = record.outline(offset=999)
    assert (beyond.rows, beyond.has_more, beyond.total) == ([], False, 3)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"depth": -1}, "depth is -1: give a whole number from 0 to 6."),
        ({"depth": 7}, "depth is 7: give a whole number from 0 to 6."),
        ({"limit": 0}, "limit is 0: give a whole number from 1 to 1000."),
        ({"limit": 1001}, "limit is 1001: give a whole number from 1 to 1000."),
        ({"offset": -1}, "offset is -1: give a whole number from 0."),
        ({"offset": 1.5}, "offset is 1.5: give a whole number from 0."),
    ],
)
def test_numbers_that_make_no_page_are_refused(
    record: Record, arguments: dict[str, int], message: str
) -> None:
    with pytest.raises(InvalidRequest) as caught:
        record.outline(**arguments)
    assert str(caught.value) == message
