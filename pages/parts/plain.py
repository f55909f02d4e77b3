"""Text of users and of the record, made safe for places that would read it as Markdown or HTML."""

from __future__ import annotations

import html
import re

_MARKS = re.compile(r"([\\`*_{}\[\]()#+\-.!|~<>$:&^=])")
_GLUE = re.compile(r"(:(?=\S)|-(?=[->])|<(?=-)|@(?=\S)|(?<=www)\.)")  # emoji names, arrows and bare links
_LOCAL_LINK = re.compile(r"(?<!!)\[([^\]]+)\]\((?!https?://)[^)\s]*\)")
_HEADING = re.compile(r"^#{1,6}[ \t]+(.+?)[ \t#]*$", re.MULTILINE)
_FIRST_HEADINGS = re.compile(r"\A(?:\s*#{1,6}[ \t]+[^\n]*(?:\n|\Z))+")
_WORD_JOINER = "\u2060"  # takes no room and breaks what stands on both sides of it


def label(text: str, most: int = 120) -> str:
    """One line for a label or a caption, every mark shown as itself, cut at `most` characters."""
    return _MARKS.sub(r"\\\1", _GLUE.sub(rf"\1{_WORD_JOINER}", short(text, most)))


def mark(text: str, most: int = 60) -> str:
    """One line for a plotly label, which reads some HTML tags."""
    return html.escape(short(text, most))


def short(text: str, most: int) -> str:
    """One line of at most `most` characters."""
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[: most - 1].rstrip()}…"


def passage(markdown: str) -> str:
    """A piece of a document to draw: its headings are no louder than its text."""
    return _HEADING.sub(r"**\1**", document(markdown))


def headless(markdown: str) -> str:
    """The piece without the headings it begins with."""
    return _FIRST_HEADINGS.sub("", markdown)


def parted(markdown: str, lines: int) -> tuple[str, str]:
    """The first lines, and the rest ("" if that would be three lines or fewer).

    A table that is cut has its head in both parts. Nothing is cut inside a fenced block.
    """
    rows = markdown.splitlines()
    if len(rows) <= lines + 3 or "```" in markdown:
        return markdown, ""
    first, rest = rows[:lines], rows[lines:]
    return "\n".join(first), "\n".join([*_table_head(first, rest), *rest])


def _table_head(first: list[str], rest: list[str]) -> list[str]:
    """Title row and rule of the table that goes on from `first` into `rest`; [] where none does."""
    if not (first[-1].startswith("|") and rest[0].startswith("|")):
        return []
    start = len(first)
    while start and first[start - 1].startswith("|"):
        start -= 1
    return first[start : start + 2]


def document(markdown: str) -> str:
    """Markdown of the record to draw: no image calls another server, no link leads nowhere, no $ is maths."""
    return _LOCAL_LINK.sub(r"\1", markdown).replace("![", r"!\[").replace("$", r"\$")
