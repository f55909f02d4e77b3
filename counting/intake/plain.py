"""Pasted or .txt text: lists, headings by their look, letters, tables of tabs, and prose."""

from __future__ import annotations

from counting.intake.caps import refuse
from counting.intake.draft import Draft
from counting.intake.layout import blocks_of
from counting.intake.letters import is_conversation, marked_letter
from counting.intake.propose import propose
from counting.intake.refusals import refusal
from counting.intake.row import Row
from counting.intake.source import Source

_LINES_PER_ITEM = 10  # a paragraph may be wrapped over some lines, a step as well


def read(source: Source) -> Draft:
    """A list or prose as a draft. Raises IntakeError when it holds no step."""
    text = source.text
    lines = text.count("\n") + (not text.endswith("\n"))  # the last line may end without a newline
    if lines > _LINES_PER_ITEM * source.caps.items:
        advice = "A run is one pass from trigger to outcome: keep the lines of one procedure."
        raise refuse("items", source.caps.items, f"The text holds {lines:,} lines", advice)
    found = rows(text)
    if is_conversation([row.text for row in found]):
        raise refusal("meeting")
    return propose(
        blocks_of(marked_letter(found)), kind="text", source=text, notes=source.notes, caps=source.caps
    )


def rows(text: str) -> list[Row]:
    """The lines of `text` with their places; blank lines say where a gap is."""
    found: list[Row] = []
    offset, gap = 0, True
    for number, line in enumerate(text.split("\n"), start=1):
        bare = line.strip()
        if bare:
            start = offset + len(line) - len(line.lstrip())
            indent = len(line[: start - offset].expandtabs(4))
            found.append(Row(bare, start, f"line {number}", number, indent, gap))
        gap = not bare
        offset += len(line) + 1
    return found
