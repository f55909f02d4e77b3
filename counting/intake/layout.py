"""Lines to blocks by their look: numbers and bullets, indents, gaps, underlines, capitals."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from counting.intake.blocks import Block, BlockKind
from counting.intake.headings import is_reference
from counting.intake.marks import Mark, marked
from counting.intake.numbered import with_numbered_headings
from counting.intake.row import ARROW, Row, chain, joined, tab_grid
from counting.intake.rows import table_blocks

_UNDERLINE = re.compile(r"^([=\-~^_*#+.\"'`])\1{2,}$")
_SENTENCE_END = re.compile(r"[.!?](?:\s+(?=[^\W\d_a-z])|$)")
_END = (".", "!", "?", ":", ";", "。", "！", "？", "…")
_WIDE = 60  # characters from which a line may have been wrapped by a program
_LONGEST_ITEM = 300  # characters; longer lines are paragraphs that happen to have no gap between them
_HEADING_WORDS = 9


@dataclass(frozen=True)
class _Page:
    """What has to be known of all rows: the indents of items, and which row comes after which."""

    indents: tuple[int, ...]
    after: dict[int, Row]
    first: Row | None


def blocks_of(rows: Sequence[Row]) -> tuple[Block, ...]:
    """The blocks of the rows, in order."""
    found: list[Block] = []
    page = _Page(
        tuple(sorted({row.indent for row in rows if marked(row.text) is not None})),
        {one.start: other for one, other in pairwise(rows)},
        rows[0] if rows else None,
    )
    for group in _groups(rows):
        found.extend(_blocks(group, page))
    return tuple(with_numbered_headings(found))


def _groups(rows: Sequence[Row]) -> Iterator[list[Row]]:
    """Rows that belong together: an item with its further lines, a paragraph, a table, a single line."""
    group: list[Row] = []
    aside: list[Row] = []
    for row in rows:
        if row.why and group and not group[0].why and row.big is not None:
            aside.append(row)  # a header between two pages does not end the paragraph that runs across it
            continue
        if group and not _goes_on(group, row):
            yield group
            yield from ([one] for one in aside)
            group, aside = [], []
        group.append(row)
    if group:
        yield group
    yield from ([one] for one in aside)


def _goes_on(group: list[Row], row: Row) -> bool:
    first, last = group[0], group[-1]
    if row.why or last.why:
        return row.why == last.why and not row.gap
    if _UNDERLINE.match(row.text):
        return len(group) == 1 and not row.gap and marked(first.text) is None
    if _UNDERLINE.match(last.text) or _is_title(last) or _is_title(row):
        return bool(row.big and last.big and not row.gap)
    if "\t" in row.text and "\t" in last.text:
        return not row.gap and row.text.count("\t") == last.text.count("\t")
    mark = marked(row.text)
    if mark is not None and not (_ends_open(last) and mark.marker.isdigit()):
        return False
    if row.gap:
        return False
    mark = marked(first.text)
    if mark is not None:
        return row.indent > first.indent or _wrapped(last, row)
    return True


def _is_title(row: Row) -> bool:
    """A line in larger letters stands alone."""
    return bool(row.big)


def _ends_open(row: Row) -> bool:
    return not row.text.endswith(_END) and _is_full(row) and row.full is not None


def _is_full(row: Row) -> bool:
    return row.full if row.full is not None else len(row.text) >= _WIDE


def _wrapped(last: Row, row: Row) -> bool:
    """Whether a program, not the author, broke the line before this one."""
    return row.text[:1].islower() or (_is_full(last) and not last.text.endswith(_END))


def _blocks(group: list[Row], page: _Page) -> list[Block]:
    first = group[0]
    if first.why:
        return [replace(joined(BlockKind.ASIDE, group), why=first.why)]
    if len(group) == 2 and _UNDERLINE.match(group[1].text):
        level = 1 if group[1].text[0] in "=#*" else 2
        return [replace(joined(BlockKind.HEADING, group[:1]), end=group[1].end, level=level)]
    if all("\t" in row.text for row in group) and len(group) > 1:
        return list(table_blocks(tab_grid(group)))
    mark = marked(first.text)
    if mark is not None:
        return [_item(group, mark, page)]
    if _is_heading(group, page):
        return [replace(joined(BlockKind.HEADING, group), level=2)]
    if len(group) == 1 and len(ARROW.findall(first.text)) > 1:
        return chain(first)
    if len(group) > 1 and _titled(group):
        head = replace(joined(BlockKind.HEADING, group[:1]), level=2)
        return [head, *_blocks(group[1:], page)]
    if len(group) > 1 and _each_its_own(group):
        kind = BlockKind.ITEM if max(len(row.text) for row in group) <= _LONGEST_ITEM else BlockKind.PARAGRAPH
        return [joined(kind, [row]) for row in group]
    return [joined(BlockKind.PARAGRAPH, group)]


def _item(group: list[Row], mark: Mark, page: _Page) -> Block:
    line = joined(BlockKind.ITEM, group)
    first = next(at for at, offset in enumerate(line.offsets) if offset >= group[0].start + mark.length)
    whole = replace(line, text=line.text[first:], offsets=line.offsets[first:])
    level = sum(indent + 1 < group[0].indent for indent in page.indents) + mark.level
    return replace(whole, marker=mark.marker, level=level)


def _is_heading(group: list[Row], page: _Page) -> bool:
    row = group[0]
    if len(group) > 1 or len(row.text.split()) > _HEADING_WORDS:
        return bool(row.big) and len(group) <= 2
    if row.big:
        return True
    following = page.after.get(row.start)
    if following is None:
        return False
    if row.text.isupper() and len(row.text) > 3:
        return True
    if row.text.endswith(":"):
        return len(row.text.split()) <= 4 and (
            is_reference(row.text) or marked(following.text) is not None or following.gap
        )
    if is_reference(row.text) and not row.text.endswith((".", ",", ";", "?")):
        return True
    alone = row.gap and (following.gap or marked(following.text) is not None)
    return alone and not row.text.endswith((*_END, ",")) and row.text[:1].isupper() and _leads(row, page)


def _titled(group: Sequence[Row]) -> bool:
    """Whether a short line without an end stands right above running text."""
    first, second = group[0].text, group[1].text
    words_ = len(first.split())
    short = words_ <= _HEADING_WORDS and first[:1].isupper() and not first.endswith((*_END, ","))
    return short and group[0].full is None and len(_SENTENCE_END.findall(second)) > 1 and len(second) > _WIDE


def _leads(row: Row, page: _Page) -> bool:
    """Whether a short line between gaps heads something: a list or longer text comes next."""
    later = page.after.get(row.start)
    if later is None:
        return False
    listed = marked(later.text) is not None
    return listed or len(later.text.split()) > _HEADING_WORDS or row is page.first


def _each_its_own(group: Sequence[Row]) -> bool:
    """Whether every line is one entry, and not the next piece of a wrapped paragraph."""
    if any(row.full is not None for row in group):
        return False
    later = group[1:]
    small = sum(row.text[:1].islower() for row in later)
    longest = max(len(row.text) for row in group)
    if small * 5 > len(later) and (longest > _WIDE or not all(row.text[:1].islower() for row in group)):
        return False
    ends = sum(row.text.endswith(_END) for row in group)
    return (
        longest < _WIDE
        or ends * 10 >= 9 * len(group)
        or all(len(row.text) < 0.7 * longest for row in group[:-1:2])
    )
