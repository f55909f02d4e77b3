"""PlantUML activity diagrams, in the new and in the old way of writing them."""

from __future__ import annotations

import re

from counting.intake.caps import Caps
from counting.intake.draft import Draft
from counting.intake.drawn import draft_of
from counting.intake.flow import amount
from counting.intake.mermaid import Found, not_a_flowchart
from counting.intake.plantuml_activity import Activity
from counting.intake.plantuml_legacy import LegacyActivity
from counting.intake.plantuml_lines import creole
from counting.intake.source import Source

KIND = "PlantUML activity diagram"
_BLOCK = re.compile(
    r"^[ \t]*@start(?P<kind>\w+)[^\n]*\n(?P<body>.*?)(?:^[ \t]*@end\w+|\Z)", re.DOTALL | re.MULTILINE
)
_ACTION = re.compile(
    r"^[ \t]*(?:(?:#\S+|<<\w+>>)?:(?!\s*$).+|start|fork|split|repeat|(?:if|while|switch)\s*\(.*)[ \t]*$",
    re.MULTILINE,
)
_LEGACY = re.compile(r"\(\*\)|^[ \t]*\"[^\"\n]+\"[ \t]*-+(?:\w+-+)?>", re.MULTILINE)
# The first sign that fits names the diagram.
_OTHER_KINDS = (
    (r"^[ \t]*(?:abstract )?(?:class|interface|enum)\s|<\|--|--\|>|\*--|o--", "class diagram"),
    (r"^[ \t]*state\s|\[\*\]", "state diagram"),
    (
        r"^[ \t]*(?:participant|boundary|control|autonumber|activate)\b|->>|->\s*[\w\"]+\s*:",
        "sequence diagram",
    ),
    (r"^[ \t]*usecase\s|\([^)\n]+\)\s*(?:<?-|\.)", "use case diagram"),
    (r"^[ \t]*(?:component|node|cloud|database|package|artifact)\s|\[[^\]\n]+\]", "component diagram"),
    (r"^[ \t]*actor\b|->|<-", "sequence diagram"),
)


def kind_at(text: str) -> str:
    """ "activity", another kind of diagram in words, or "" where no PlantUML diagram stands."""
    kinds = [_kind(block) for block in _BLOCK.finditer(text)]
    return "activity" if "activity" in kinds else next((kind for kind in kinds if kind), "")


def read(source: Source) -> Draft:
    """The activity diagrams of a file as a draft. Raises IntakeError for other kinds and empty ones."""
    text = source.text
    found = diagrams(text, source.caps)
    if not found:
        raise not_a_flowchart("PlantUML", kind_at(text) or "diagram")
    several = f", {amount(len(found), 'diagram')}" if len(found) > 1 else ""
    return draft_of(
        source,
        KIND,
        [shape for one in found for shape in one.shapes],
        [edge for one in found for edge in one.edges],
        about=several,
        procedures=tuple(one.title for one in found),
        shown=text,
    )


def diagrams(text: str, caps: Caps) -> list[Found]:
    """The activity diagrams in a text; other diagrams are passed over."""
    blocks = [block for block in _BLOCK.finditer(text) if _kind(block) == "activity"]
    found: list[Found] = []
    for number, block in enumerate(blocks):
        prefix = f"d{number + 1}-" if len(blocks) > 1 else ""
        found.append(_diagram(text, block.start("body"), block.end("body"), number, prefix, caps))
    return found


def diagram_at(text: str, start: int, end: int, caps: Caps, procedure: int, prefix: str) -> Found | None:
    """The activity diagram of a fenced block, with or without @startuml; None for another kind."""
    block = _BLOCK.search(text, start, end)
    if block:
        is_activity = _kind(block) == "activity"
        return (
            _diagram(text, block.start("body"), block.end("body"), procedure, prefix, caps)
            if is_activity
            else None
        )
    is_activity = bool(_LEGACY.search(text, start, end) or _ACTION.search(text, start, end))
    return _diagram(text, start, end, procedure, prefix, caps) if is_activity else None


def _diagram(text: str, start: int, end: int, procedure: int, prefix: str, caps: Caps) -> Found:
    body = text[start:end]
    legacy = _LEGACY.search(body) and not re.search(r"^[ \t]*:(?!\s*$).+;[ \t]*$", body, re.MULTILINE)
    reader = (LegacyActivity if legacy else Activity)(text, start, end, procedure, prefix, caps)
    reader.scan()
    title = re.search(r"^[ \t]*title[ \t]+(.+)$", body, re.MULTILINE)
    return Found(tuple(reader.shapes), tuple(reader.edges), creole(title[1]) if title else "")


def _kind(block: re.Match[str]) -> str:
    if block["kind"].lower() != "uml":
        return f"{block['kind'].lower()} diagram"
    body = block["body"]
    if _LEGACY.search(body) or _ACTION.search(body):
        return "activity"
    for sign, kind in _OTHER_KINDS:
        if re.search(sign, body, re.MULTILINE):
            return kind
    return "diagram" if body.strip() else ""
