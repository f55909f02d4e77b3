"""What a plain text is by how it is written; its suffix only settles doubt."""

from __future__ import annotations

import re

from counting.intake import embedded, eventlog, mermaid, plantuml
from counting.intake.delimited import delimiter_of
from counting.intake.marks import marked
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
_YAML = re.compile(r"^\s*(?:- )*[\w./-]+:(?: +\S.*)?$|^\s*- [\w./@-]+$|^\s*#|^---$")
_MACHINE_SHARE = 0.9
_CODE = re.compile(
    r"[{}]\s*(?://.*)?$|(?:\w\(|\s=\s|\w\.\w).*;\s*$|^\s*(?:private|public|static)\b.*;$|"
    r"^\s*[)}\]]+[;,]?\s*$|^\s*(?://|/\*|\*/|#include)|"
    r"^\s*(?:async )?(?:def|class|if|elif|else|for|while|with|try|except)\b.*:\s*$|"
    r"^\s*(?:import|from|using) [\w.]+(?: import .*)?;?$|^\s*package [\w.]+;$|"
    r"^\s*(?:const|let|var|val) \w+ = |^\s*return\b.*[.()\[\]]|^\s*[\w.\[\]]+ (?:=|\+=|:=) \S|"
    r"^\s*[\w.]+\(.*\)\s*;?$|^\s*(?:SELECT|FROM|WHERE|JOIN|ORDER BY|INSERT INTO|CREATE TABLE)\b"
)
_CODE_SHARE = 0.6
_FEWEST_LINES = 4  # fewer show nothing
_LINES_LOOKED_AT = 400
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
    written = "" if table else _for_machines(head)
    if written:
        raise refusal(written)
    if any(re.search(sign, head, re.MULTILINE) for sign in _SURE_MARKDOWN):
        return "markdown"
    if table:
        return "tables"
    if any(re.search(sign, head, re.MULTILINE) for sign in _MARKDOWN):
        return "markdown"
    return "markdown" if name.endswith((".md", ".markdown", ".mdx")) else "plain"


def _for_machines(head: str) -> str:
    """The kind of a text that is written for programs, "" for one that is written for people."""
    if re.match(r"(?:strict\s+)?(?:di)?graph\s+[\w\"]*\s*\{", head):
        return "graphviz"
    if head.startswith("#!"):
        return "source code"
    if re.search(r"^(?:```|~~~)", head, re.MULTILINE):
        return ""
    lines = [line for line in head.split("\n")[:_LINES_LOOKED_AT] if line.strip()]
    if len(lines) < _FEWEST_LINES:
        return ""
    if _share(_YAML, lines) >= _MACHINE_SHARE and any(map(_opens_nested, lines, lines[1:])):
        return "settings"
    return "source code" if _share(_CODE, lines) >= _CODE_SHARE else ""


def _share(pattern: re.Pattern[str], lines: list[str]) -> float:
    found = (pattern.search(line) for line in lines if marked(line.strip()) is None or pattern is _YAML)
    return sum(map(bool, found)) / len(lines)


def _opens_nested(line: str, below: str) -> bool:
    """ "jobs:" with a key further in below it."""
    indent = len(line) - len(line.lstrip())
    return (
        bool(re.match(r"\s*[a-z][\w.-]*:\s*$", line))
        and bool(_YAML.match(below))
        and below[indent:][:2] == "  "
    )


def _is_rst(head: str, name: str) -> bool:
    signs = sum(bool(re.search(sign, head, re.MULTILINE)) for sign in _RST)
    if re.search(r"^#{1,6} \S", head, re.MULTILINE) and not name.endswith((".rst", ".rest")):
        return False
    return signs >= 2 or (name.endswith((".rst", ".rest")) and (signs >= 1 or bool(_UNDERLINED.search(head))))
