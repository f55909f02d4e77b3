"""A file becomes a document: its frontmatter, its body and its passages put together are the file again."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from store.index.passages import Act, Answer, Document, Entry, EntryKind, Source
from store.ingest.chunks import BLOCK_CHARS, TARGET_CHARS, blocks_of, cut, split_lines
from store.ingest.documents import read_document
from store.ingest.entries import entries_of
from store.ingest.findings import Finding

LINE_ENDS = st.sampled_from(["\n", "\r\n", "\r"])
WORDS = st.text(
    st.characters(codec="utf-8", exclude_characters="\0"), min_size=1, max_size=60
) | st.sampled_from(
    ["R1", "Übung", "数える。", "العدد", "a" * 1300, "Stop. " * 300, "\u2028", "\x0b", "\ufeff"]
)
BLOCKS = st.one_of(
    WORDS,
    st.builds(lambda level, words: "#" * level + " " + words, st.integers(1, 7), WORDS),
    st.builds(lambda words, line: f"{words}\n{line}", WORDS, st.sampled_from(["===", "---", "- - -"])),
    st.builds(
        lambda fence, words, lines: f"{fence} md\n" + f"# {words}\n---\n" * lines + fence,
        st.sampled_from(["```", "~~~~", "   ```", "````"]),
        WORDS,
        st.integers(0, 40),
    ),
    st.builds(
        lambda words, depth: "\n".join("  " * n + f"- {words}" for n in range(depth)),
        WORDS,
        st.integers(1, 8),
    ),
    st.builds(lambda words: f"1. {words}\n\n   ```\n   code {words}\n   ```\n2. {words}", WORDS),
    st.builds(
        lambda words, rows: "| a | b |\n|---|---|\n" + f"| {words} | x |\n" * rows, WORDS, st.integers(0, 60)
    ),
    st.sampled_from(
        [
            "---\ntype: note\nstatus: stable\n---",
            "---",
            "...",
            "\ufeff---\na: b\n---",
            "<div>\n\n</div>",
            "> quoted\n> # not a section",
            "[ref]: x.md",
            "    indented\n    code",
            "",
            " ",
            "\t",
        ]
    ),
)


@st.composite
def bodies(draw: st.DrawFn) -> str:
    """Markdown of every kind, with any line ends and any number of blank lines between."""
    end = draw(LINE_ENDS)
    blocks = draw(st.lists(BLOCKS, max_size=12))
    gaps = draw(st.lists(st.integers(0, 3), min_size=len(blocks), max_size=len(blocks)))
    return "".join(block.replace("\n", end) + end * gap for block, gap in zip(blocks, gaps, strict=True))


@given(bodies())
def test_the_passages_of_a_body_are_the_body(body: str) -> None:
    passages = cut("documents/x", body)
    assert "".join(passage.text for passage in passages) == body
    assert [passage.ordinal for passage in passages] == list(range(len(passages)))
    assert all(passage.text for passage in passages)


@given(bodies())
def test_no_passage_ends_inside_a_code_fence_or_table_that_is_not_very_long(body: str) -> None:
    starts = [0]
    for line in split_lines(body):
        starts.append(starts[-1] + len(line))
    ends = {0}
    for passage in cut("documents/x", body):
        ends.add(max(ends) + len(passage.text))
    tokens = MarkdownIt("commonmark").enable("table").parse(body)
    for block in blocks_of(body):
        if starts[block.last] - starts[block.first] > BLOCK_CHARS:
            continue
        for token in tokens:
            if token.type not in ("fence", "code_block", "table_open") or token.map is None:
                continue
            if block.first <= token.map[0] < block.last:
                first, last = (starts[line] for line in token.map)
                assert not [end for end in ends if first < end < last]


@given(st.lists(WORDS | st.just("\n\n") | st.just("- x\n"), max_size=30).map("".join))
def test_no_passage_is_longer_than_the_longest_block_may_be(body: str) -> None:
    if not any(block.level for block in blocks_of(body)):
        assert all(len(passage.text) <= BLOCK_CHARS for passage in cut("documents/x", body))


@given(
    bodies(),
    LINE_ENDS,
    st.sampled_from(["", "\ufeff"]),
    st.sampled_from(["---", "---  ", "---\t"]),
)
def test_head_and_body_are_the_file_byte_for_byte(body: str, end: str, mark: str, fence: str) -> None:
    head = f"{mark}{fence}{end}type: note{end}title: x{end}{fence}{end}"
    content = (head + body).encode()
    read = read_document("documents/x.md", content, [])
    assert read is not None
    assert (read.document.head, read.document.body) == (head, body)
    assert (
        read.document.head + "".join(passage.text for passage in read.document.passages)
    ).encode() == content


def _read(text: str) -> Document:
    findings: list[Finding] = []
    read = read_document("documents/rules/R1-split.md", text.encode(), findings)
    assert read is not None and findings == []
    return read.document


WHOLE = """\
---
type: rule
title: "R1 Split: two acts"
description: What it is
concept: R1
tags: [rule, R1]
status: stable
generated: {by: process:author, at: 2026-11-30T10:00:00+01:00}
sources: [{id: m, resource: the mission, title: The method}, {resource: https://example.org}]
verified:
  - {by: checker/2.1, at: 2026-12-01T00:00:00Z}
  - {by: human:ada, at: 2026-12-02T00:00:00Z}
stale_after: 2027-01-01T00:00:00Z
colour: kept
record:
  owner: human:owner
  approval: {by: process:press, at: 2026-11-30T10:00:00Z}
  effective_from: 2026-12-01T00:00:00-05:00
  superseded_by: documents/rules/R2
  deprecated: {by: human:owner, at: 2026-12-24T00:00:00Z}
  order: 110
  answers:
    - How do I split a step?
    - {question: "Which one wins: AI or DECISION?", heading: Tie-breaks}
---
# R1 Split: two acts

## The test
Ask.

## Tie-breaks
The strictest.
"""


def _utc(*parts: int) -> datetime:
    return datetime(*parts, tzinfo=UTC)  # type: ignore[misc,arg-type]


def test_every_key_arrives() -> None:
    document = _read(WHOLE)
    assert document == Document(
        stable_id="documents/rules/R1-split",
        slug="R1-split",
        type="rule",
        title="R1 Split: two acts",
        head=document.head,
        body="# R1 Split: two acts\n\n## The test\nAsk.\n\n## Tie-breaks\nThe strictest.\n",
        passages=document.passages,
        description="What it is",
        tags=("rule", "R1"),
        status="stable",
        owner="human:owner",
        generated=Act("process:author", _utc(2026, 11, 30, 9)),
        approval=Act("process:press", _utc(2026, 11, 30, 10)),
        verified=(Act("checker/2.1", _utc(2026, 12, 1)), Act("human:ada", _utc(2026, 12, 2))),
        effective_from=_utc(2026, 12, 1, 5),
        stale_after=_utc(2027, 1, 1),
        superseded_by="documents/rules/R2",
        deprecated=Act("human:owner", _utc(2026, 12, 24)),
        order=110,
        answers=(Answer("How do I split a step?"), Answer("Which one wins: AI or DECISION?", "Tie-breaks")),
        concept="R1",
        sources=(Source("m", "the mission", "The method"), Source("", "https://example.org", "")),
    )


def test_a_bare_heading_goes_with_what_follows_and_every_passage_knows_its_headings() -> None:
    assert [(passage.heading_path, passage.text) for passage in _read(WHOLE).passages] == [
        (("R1 Split: two acts", "The test"), "# R1 Split: two acts\n\n## The test\nAsk.\n\n"),
        (("R1 Split: two acts", "Tie-breaks"), "## Tie-breaks\nThe strictest.\n"),
    ]


def test_headings_in_code_and_quotes_open_no_section() -> None:
    body = "# One\n\n```\n# two\n```\n\n> # three\n\n- # four\n\nFive\n====\n\nWords.\n"
    assert [(passage.heading_path, passage.text[:5]) for passage in cut("x", body)] == [
        (("One",), "# One"),
        (("Five",), "Five\n"),
    ]


def test_a_section_is_cut_between_blocks_and_an_introduction_stays_with_its_table() -> None:
    table = "| a | b |\n|---|---|\n" + "| some words | more words |\n" * 60
    paragraph = "Some words here. " * 60 + "\n\n"
    body = f"# A\n\nShort introduction.\n\n{table}\n{paragraph}{paragraph}"
    texts = [passage.text for passage in cut("x", body)]
    assert texts == [f"# A\n\nShort introduction.\n\n{table}\n", paragraph, paragraph]
    assert len(table) > TARGET_CHARS


EXAMPLES = """\
---
type: rule
title: R1
record: {answers: [Why?]}
---
# R1

## Examples
Some words.

| Step line | Trade | Tag |
|---|---|---|
| Read **the** letter \\| log it | law | AI + TYPING |
| | empty | AI |
| Sign it | law |

## Near misses

| Step line | Trade | Tag | Rule | Why |
|---|---|---|---|---|
| Weigh it | lab | TYPING | R11 | by sensor |

## Other table

| Step line |
|---|
| not an example |
"""


def test_what_of_a_document_is_embedded() -> None:
    document = _read(EXAMPLES)
    ids = [passage.id for passage in document.passages]
    assert ids == [f"documents/rules/R1-split#{number}" for number in range(3)]
    texts = [passage.text for passage in document.passages]
    assert list(entries_of(document)) == [
        Entry(ids[0], EntryKind.PASSAGE, f"R1 > Examples\n{texts[0]}"),
        Entry(ids[1], EntryKind.PASSAGE, f"R1 > Near misses\n{texts[1]}"),
        Entry(ids[2], EntryKind.PASSAGE, f"R1 > Other table\n{texts[2]}"),
        Entry(ids[0], EntryKind.QUESTION, "Why?"),
        Entry(ids[0], EntryKind.STEP, "Read the letter | log it"),
        Entry(ids[0], EntryKind.STEP, "Sign it"),
        Entry(ids[1], EntryKind.STEP, "Weigh it"),
    ]


def test_a_question_points_at_the_section_it_names() -> None:
    questions = [entry for entry in entries_of(_read(WHOLE)) if entry.kind is EntryKind.QUESTION]
    assert [(entry.text, entry.passage_id[-1]) for entry in questions] == [
        ("How do I split a step?", "0"),
        ("Which one wins: AI or DECISION?", "1"),
    ]


@pytest.mark.parametrize("body", ["", "\n", " \t\n\r\n"])
def test_a_document_without_words_is_still_read_back(body: str) -> None:
    assert "".join(passage.text for passage in cut("x", body)) == body
