"""Markdown: headings, lists, task lists and paragraphs with their lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from counting.intake.blocks import Block, BlockKind
from counting.intake.draft import Draft
from counting.intake.propose import propose
from counting.intake.source import Source

if TYPE_CHECKING:
    from markdown_it.token import Token


def read(source: Source) -> Draft:
    """A Markdown file as a draft. Raises IntakeError when it holds no step."""
    return propose(blocks(source.text), kind="Markdown", source=source.text, notes=source.notes)


def blocks(text: str) -> tuple[Block, ...]:
    """The blocks of `text`, each with the lines it came from."""
    from markdown_it import MarkdownIt

    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    found: list[Block] = []
    depth = -1
    markers: list[str] = []
    heading = 0
    fresh = ""
    for token in MarkdownIt("commonmark").enable("table").parse(text):
        if token.type in ("bullet_list_open", "ordered_list_open"):
            depth += 1
        elif token.type in ("bullet_list_close", "ordered_list_close"):
            depth -= 1
        elif token.type == "list_item_open":
            fresh = f"{token.info}{token.markup}"
            markers.append(fresh)
        elif token.type == "heading_open":
            heading = int(token.tag[1])
        elif token.type == "heading_close":
            heading = 0
        elif token.type == "inline" and token.map:
            first, last = token.map
            start, end = starts[first], starts[last] - 1
            kind = BlockKind.HEADING if heading else BlockKind.ITEM if fresh else BlockKind.PARAGRAPH
            found.append(
                Block(
                    kind,
                    _words(token),
                    f"line {first + 1}",
                    start,
                    min(end, len(text)),
                    first + 1,
                    level=heading or max(depth, 0),
                    marker=fresh,
                )
            )
            fresh = ""
    return tuple(block for block in found if block.text.strip())


def _words(token: Token) -> str:
    parts: list[str] = []
    for child in token.children or ():
        if child.type in ("text", "code_inline"):
            parts.append(child.content)
        elif child.type in ("softbreak", "hardbreak"):
            parts.append(" ")
    return " ".join("".join(parts).split())
