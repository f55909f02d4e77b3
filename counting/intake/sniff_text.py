"""What a plain text is by how it is written; its suffix only settles doubt."""

from __future__ import annotations

import re

from counting.intake import embedded, eventlog, mermaid, plantuml
from counting.intake.delimited import delimiter_of
from counting.intake.machines import for_machines
from counting.intake.refusals import refusal
from counting.intake.source import Source

_SUBTITLES = re.compile(r"WEBVTT\b|(?:\d+\s*\n)?\d{1,2}:\d\d:\d\d[,.]\d{3} --> ")
_RST = (
    r"^\.\. [\w-]+::",  # a directive
    r"^\.\. _[^:\n]+:",  # a target
    r":[a-z]+:`[^`\n]+`",  # a role
    r"^#\. \S",  # an automatic number
    r"^[^\n]+::[ \t]*\n\n[ \t]+\S",  # a literal block
    r"^``[^`\n]+``|[^`]``[^`\n]+``[^`]",
)
_SURE_MARKDOWN = (r"^#{1,6} \S", r"^(?:```|~~~)", r"^[ \t]*[-*+] \[[ xX]\] ")
_MARKDOWN = (
    r"(?<!\!)\[[^\]\n]+\]\([^)\s]+\)",
    r"!\[[^\]\n]*\]\([^)\s]+\)",
    r"\*\*[^*\n]+\*\*",
    r"^\|?[ \t]*:?-{3,}:?[ \t]*\|",
    r"^---[ \t]*\n(?:[\w-]+:.*\n)+---[ \t]*$",
    r"^> \S",
    r"^[^\n|]+\n={3,}[ \t]*$",
)
_UNDERLINED = re.compile(r"^(?=\S)([^\n]{3,})\n([=\-~^\"'`#*+.])\2{2,}[ \t]*$", re.MULTILINE)
_LOOKED_AT = 200_000  # characters; how a text is written shows early


def text_kind(source: Source) -> str:
    """The reader for a text. Raises IntakeError for a kind that is known and not read."""
    text = source.decoded.text.lstrip("\ufeff")
    head = text.lstrip()[:_LOOKED_AT]
    if not head.strip():
        raise refusal("empty")
    if _SUBTITLES.match(head):
        raise refusal("subtitles")
    if re.match(r"@start\w+|(?:'[^\n]*\n|\s)*@start\w+", head) and plantuml.kind_at(text):
        return "plantuml"
    if mermaid.kind_at(head, 0, len(head)):
        return "mermaid"
    if embedded.blocks(text):
        return "embedded"
    if eventlog.holds(source):
        return "eventlog"
    name = source.name.lower()
    if _is_rst(head, name):
        return "rst"
    table = delimiter_of(text, source.name) is not None
    written = "" if table else for_machines(head)
    if written:
        raise refusal(written)
    if any(re.search(sign, head, re.MULTILINE) for sign in _SURE_MARKDOWN):
        return "markdown"
    if table:
        return "tables"
    if any(re.search(sign, head, re.MULTILINE) for sign in _MARKDOWN):
        return "markdown"
    return "markdown" if name.endswith((".md", ".markdown", ".mdx")) else "plain"


def _is_rst(head: str, name: str) -> bool:
    signs = sum(bool(re.search(sign, head, re.MULTILINE)) for sign in _RST)
    if re.search(r"^#{1,6} \S", head, re.MULTILINE) and not name.endswith((".rst", ".rest")):
        return False
    return signs >= 2 or (name.endswith((".rst", ".rest")) and (signs >= 1 or bool(_UNDERLINED.search(head))))
