"""Markdown: headings, lists, task lists, tables and paragraphs with their lines."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from counting.intake.blocks import Block, BlockKind
from counting.intake.draft import Draft
from counting.intake.grid import Cell, Grid
from counting.intake.inline import Clean, clean
from counting.intake.lost import with_lost_lines
from counting.intake.marks import cut_at_marks
from counting.intake.numbered import with_numbered_headings
from counting.intake.propose import propose
from counting.intake.rows import table_blocks
from counting.intake.source import Source

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_BOX = re.compile(r"\[[ xX]?\][ \t]+")
_BOXED_ADMONITION = re.compile(r"^(?:!!!|\?\?\?\+?|:::)\s*(\w*)")
_STRUCK = re.compile(r"^\s*~~[^~]+~~\s*[.;,]?\s*$")
_NESTING = 60  # levels; what lies deeper is shown as skipped
_TRACKER = re.compile(r"^/[a-z-]+(?:\s|$)")


def read(source: Source) -> Draft:
    """A Markdown file as a draft. Raises IntakeError when it holds no step."""
    text = source.text
    return propose(
        blocks(text), kind="Markdown", source=text, notes=source.notes, title=_title(text), caps=source.caps
    )


def blocks(text: str) -> tuple[Block, ...]:
    """The blocks of `text`, each with the lines it came from."""
    return tuple(_Reader(text).blocks())


def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt
    from mdit_py_plugins.front_matter import front_matter_plugin

    return MarkdownIt("commonmark", {"maxNesting": _NESTING}).enable("table").use(front_matter_plugin)


def _title(text: str) -> str:
    """The title of the front matter, or "" (the first heading is used then)."""
    matter = re.match(r"\A---\n(.*?)\n(?:---|\.\.\.)\s*(?:\n|\Z)", text, re.DOTALL)
    named = re.search(r"^(?:title|name):[ \t]*(.+)$", matter[1], re.MULTILINE) if matter else None
    return named[1].strip().strip("\"'") if named else ""


class _Reader:
    """Walks markdown-it's flat tokens and keeps what they are nested in."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = text.split("\n")
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line) + 1)
        self.found: list[Block] = []
        self.depth = -1
        self.numbers: list[int | None] = []
        self.quotes = 0
        self.heading = 0
        self.marker = ""
        self.in_item = 0
        self.boxed = False
        self.table: list[list[Cell]] | None = None

    def blocks(self) -> list[Block]:
        for token in _parser().parse(self.text):
            handler = getattr(self, "_" + token.type, None)
            if handler is not None:
                handler(token)
        found = list(with_numbered_headings([block for block in self.found if block.text.strip()]))
        return with_lost_lines(found, self.lines, self.starts)

    def _front_matter(self, token: Token) -> None:
        self._lines_aside(token, "Data about the file, not about the work.")

    def _html_block(self, token: Token) -> None:
        first, last = token.map or [0, 0]
        raw = "\n".join(self.lines[first:last])
        if raw.lstrip().startswith("<!--"):
            self._lines_aside(token, "A comment, hidden in the rendered page.")
        elif re.match(r"\s*<h[1-6][ >]", raw, re.IGNORECASE):
            self._lines(token, BlockKind.HEADING, "")
        else:
            self._lines_aside(token, "HTML around the text.")

    def _fence(self, token: Token) -> None:
        self._lines(token, BlockKind.CODE, "")

    def _code_block(self, token: Token) -> None:
        if self.boxed:
            self._lines_aside(token, "A note or a warning box.")
        else:
            self._lines(token, BlockKind.CODE, "")

    def _heading_open(self, token: Token) -> None:
        self.heading = int(token.tag[1])
        self.boxed = False

    def _heading_close(self, token: Token) -> None:
        self.heading = 0

    def _blockquote_open(self, token: Token) -> None:
        self.quotes += 1

    def _blockquote_close(self, token: Token) -> None:
        self.quotes -= 1

    def _ordered_list_open(self, token: Token) -> None:
        self.depth += 1
        self.numbers.append(int(token.attrGet("start") or 1))
        self.boxed = False

    def _bullet_list_open(self, token: Token) -> None:
        self.depth += 1
        self.numbers.append(None)
        self.boxed = False

    def _ordered_list_close(self, token: Token) -> None:
        self.depth -= 1
        self.numbers.pop()

    _bullet_list_close = _ordered_list_close

    def _list_item_open(self, token: Token) -> None:
        number = self.numbers[-1]
        self.marker = token.markup if number is None else f"{number}{token.markup}"
        if number is not None:
            self.numbers[-1] = number + 1
        self.in_item += 1

    def _list_item_close(self, token: Token) -> None:
        self.in_item -= 1
        self.marker = ""

    def _table_open(self, token: Token) -> None:
        self.table = []

    def _tr_open(self, token: Token) -> None:
        if self.table is not None:
            self.table.append([])

    def _table_close(self, token: Token) -> None:
        if self.table:
            self.found.extend(table_blocks(Grid(tuple(tuple(row) for row in self.table))))
        self.table = None

    def _inline(self, token: Token) -> None:
        first = token.map[0] if token.map else 0
        if self.table is not None:
            self._cell(token, first)
            return
        content, offsets, box = self._placed(token.content, first)
        plain = not (self.heading or self.marker or self.in_item)
        for start, end, mark in cut_at_marks(content) if plain else [(0, len(content), None)]:
            cleaned = clean(content[start:end], offsets[start:end])
            line = first + content[:start].count("\n")
            block = self._block(cleaned, box, line, offsets[start:end])
            if mark is not None and block.kind is BlockKind.PARAGRAPH:
                block = replace(block, kind=BlockKind.ITEM, marker=mark.marker, level=mark.level)
            if _STRUCK.match(content):
                block = replace(block, kind=BlockKind.ASIDE, why="Struck out in the text.")
            self.found.extend(_without_commands(block))
        self.marker = ""

    def _block(self, cleaned: Clean, box: bool, first: int, offsets: list[int]) -> Block:
        start, end = (offsets[0], offsets[-1] + 1) if offsets else (self.starts[first], self.starts[first])
        kind, why, level = BlockKind.PARAGRAPH, "", 0
        admonition = _BOXED_ADMONITION.match(cleaned.text)
        if self.heading:
            kind, level = BlockKind.HEADING, self.heading
        elif self.quotes:
            kind, why = BlockKind.ASIDE, "A quotation or a note beside the text."
        elif admonition:
            kind, why, self.boxed = BlockKind.ASIDE, "A note or a warning box.", True
        elif self.marker:
            kind, level = BlockKind.ITEM, self.depth
        elif self.in_item:
            kind, level = BlockKind.MORE, self.depth
        if kind is not BlockKind.ASIDE:
            self.boxed = False
        return Block(
            kind,
            cleaned.text,
            f"line {first + 1}",
            start,
            end,
            first + 1,
            level=level,
            marker="[ ]" if box else self.marker,
            why=why,
            link=cleaned.link,
            notes=("anchor",) if cleaned.anchor else (),
            offsets=cleaned.offsets,
        )

    def _placed(self, content: str, first: int) -> tuple[str, list[int], bool]:
        """The content without the box of a task, and the source offset of each of its characters."""
        offsets: list[int] = []
        for step, line in enumerate(content.split("\n")):
            number = min(first + step, len(self.lines) - 1)
            lead = len(line) - len(line.lstrip())  # tabs were made spaces, which the source does not have
            base = self.starts[number] + max(self.lines[number].find(line.strip()), 0)
            last = max(self.starts[number] + len(self.lines[number]) - 1, self.starts[number])
            offsets.extend(min(base + max(place - lead, 0), last) for place in range(len(line)))
            offsets.append(min(last + 1, len(self.text) - 1))
        offsets = offsets[: len(content)]
        box = _BOX.match(content) if self.marker else None
        skip = box.end() if box else 0
        return content[skip:], offsets[skip:], box is not None

    def _cell(self, token: Token, first: int) -> None:
        if not self.table:
            return
        row = self.table[-1]
        line = self.lines[first]
        after = row[-1].end - self.starts[first] if row and row[-1].end is not None else 0
        at = line.find(token.content, max(after, 0)) if token.content else -1
        base = self.starts[first] + max(at, 0)
        cleaned = clean(token.content, list(range(base, base + len(token.content))))
        row.append(Cell(cleaned.text, f"line {first + 1}", base, base + len(token.content), first + 1))

    def _lines_aside(self, token: Token, why: str) -> None:
        self._lines(token, BlockKind.ASIDE, why)

    def _lines(self, token: Token, kind: BlockKind, why: str) -> None:
        first, last = token.map or [0, 0]
        start, end = self.starts[first], max(self.starts[last] - 1, self.starts[first])
        raw = self.text[start:end]
        lead = len(raw) - len(raw.lstrip())
        text = " ".join(clean(raw, list(range(start, start + len(raw)))).text.split()) or " ".join(
            raw.split()
        )
        self.found.append(
            Block(
                kind,
                text,
                f"line {first + 1}",
                start + lead,
                start + len(raw.rstrip()),
                first + 1,
                level=3,
                why=why,
            )
        )


def _without_commands(block: Block) -> list[Block]:
    """A paragraph of "/assign @somebody" lines talks to the tracker."""
    if block.kind is BlockKind.PARAGRAPH and _TRACKER.match(block.text):
        return [replace(block, kind=BlockKind.ASIDE, why="A command to the issue tracker.")]
    return [block]
