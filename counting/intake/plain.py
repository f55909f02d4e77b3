"""Pasted or .txt text: lists, headings by their look, and prose."""

from __future__ import annotations

import re

from counting.intake.blocks import Block, BlockKind
from counting.intake.draft import Draft
from counting.intake.propose import propose
from counting.intake.source import Source

_MARKER = re.compile(
    r"(?P<indent>[ \t]*)"
    r"(?P<marker>\(?\d{1,3}(?:\.\d{1,3})*[.):]?(?=\s)|\(?[a-zA-Z][.)](?=\s)|[-*+•●▪◦‣–—·](?=\s))"
    r"[ \t]+(?P<box>\[[ xX]?\][ \t]+)?"
)


def read(source: Source) -> Draft:
    """A list or prose as a draft. Raises IntakeError when it holds no step."""
    return propose(blocks(source.text), kind="text", source=source.text, notes=source.notes, caps=source.caps)


def blocks(text: str) -> tuple[Block, ...]:
    """The items and paragraphs of `text`, in order; blank lines end a paragraph."""
    found: list[Block] = []
    paragraph: list[tuple[int, int, str]] = []

    def close() -> None:
        if paragraph:
            start, number, _ = paragraph[0]
            last_start, _, last = paragraph[-1]
            joined = " ".join(line.strip() for _, _, line in paragraph)
            found.append(
                Block(BlockKind.PARAGRAPH, joined, f"line {number}", start, last_start + len(last), number)
            )
            paragraph.clear()

    offset = 0
    for number, line in enumerate(text.split("\n"), start=1):
        start, offset = offset, offset + len(line) + 1
        stripped = line.strip()
        if not stripped:
            close()
            continue
        marked = _MARKER.match(line)
        if not marked:
            lead = len(line) - len(line.lstrip())
            paragraph.append((start + lead, number, line[lead:].rstrip()))
            continue
        close()
        body = line[marked.end() :].strip()
        first = start + len(marked["indent"])
        found.append(
            Block(
                BlockKind.ITEM,
                body,
                f"line {number}",
                first,
                start + len(line.rstrip()),
                number,
                level=len(marked["indent"].expandtabs(4)) // 2,
                marker=marked["marker"],
            )
        )
    close()
    return tuple(block for block in found if block.text)
