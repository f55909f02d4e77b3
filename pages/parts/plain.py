"""Text of users and of the record, made safe for places that would read it as Markdown or HTML."""

from __future__ import annotations

import html
import re

_MARKS = re.compile(r"([\\`*_{}\[\]()#+\-.!|~<>$:&^=])")
_GLUE = re.compile(r"(:(?=\S)|-(?=[->])|<(?=-)|@(?=\S)|(?<=www)\.)")  # emoji names, arrows and bare links
_LOCAL_LINK = re.compile(r"(?<!!)\[([^\]]+)\]\((?!https?://)[^)\s]*\)")
_HEADING = re.compile(r"^#{1,6}[ \t]+(.+?)[ \t#]*$", re.MULTILINE)
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


def document(markdown: str) -> str:
    """Markdown of the record to draw: no image calls another server, no link leads nowhere, no $ is maths."""
    return _LOCAL_LINK.sub(r"\1", markdown).replace("![", r"!\[").replace("$", r"\$")
