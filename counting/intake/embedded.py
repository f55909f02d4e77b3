"""Flowcharts and activity diagrams inside Markdown, beside the steps of its text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from counting.intake import mermaid, plantuml
from counting.intake.draft import Draft, IntakeError, Item, Proposal
from counting.intake.drawn import draft_of
from counting.intake.flow import amount, counts_in_words
from counting.intake.mermaid import Found, not_a_flowchart
from counting.intake.source import Source

_FENCE = re.compile(
    r"^[ \t]*(?P<marks>`{3,}|~{3,}|:{3,})[ \t]*\{?\.?(?P<kind>mermaid|plantuml|puml|uml)\b[^\n]*\n"
    r"(?P<body>.*?)(?:^[ \t]*(?P=marks)[ \t]*$|\Z)",
    re.DOTALL | re.MULTILINE | re.IGNORECASE,
)
_ENOUGH_STEPS = 3
_AROUND = "Text around a diagram; the diagram shows the steps."
_HEADING = re.compile(r"^#{1,6}[ \t]+(.+?)[ \t]*#*$", re.MULTILINE)


@dataclass(frozen=True)
class Block:
    """A fenced block, by the places of its fence and of its body in the text."""

    kind: str
    fence: tuple[int, int]
    body: tuple[int, int]


def blocks(text: str) -> tuple[Block, ...]:
    """The Mermaid and PlantUML blocks of a Markdown text, in order."""
    return tuple(
        Block(
            "mermaid" if found["kind"].lower() == "mermaid" else "plantuml",
            found.span(),
            found.span("body"),
        )
        for found in _FENCE.finditer(text)
    )


def read(source: Source) -> Draft:
    """The diagrams of a Markdown file as procedures, and behind them the steps of its text if it has any."""
    text = source.text
    found = blocks(text)
    diagrams = tuple(_diagrams(source, found))
    beside = _beside(source, found)
    if not diagrams:
        if beside is None or len(_kept(beside)) < _ENOUGH_STEPS:
            raise _no_flow(text, found[0])
        return beside
    drawn = draft_of(
        source,
        "Markdown with a diagram" if len(diagrams) == 1 else "Markdown with diagrams",
        [shape for diagram in diagrams for shape in diagram.shapes],
        [edge for diagram in diagrams for edge in diagram.edges],
        procedures=tuple(diagram.title for diagram in diagrams),
        shown=text,
    )
    return drawn if beside is None else _joined(drawn, _beside_a_diagram(beside))


def _diagrams(source: Source, found: Sequence[Block]) -> Iterator[Found]:
    text = source.text
    number = 0
    for block in found:
        start, end = block.body
        title = _heading_before(text, block.fence[0])
        one = _diagram(source, block.kind, start, end, number)
        if one is not None:
            yield replace(one, title=one.title or title)
            number += 1


def _diagram(source: Source, kind: str, start: int, end: int, number: int) -> Found | None:
    """The flowchart or activity diagram of a block; None for another kind of diagram."""
    prefix = f"d{number + 1}-"
    if kind == "plantuml":
        return plantuml.diagram_at(source.text, start, end, source.caps, number, prefix)
    if mermaid.kind_at(source.text, start, end) != "flowchart":
        return None
    return mermaid.diagram(source.text, start, end, source.caps, number, prefix)


def _beside(source: Source, found: Sequence[Block]) -> Draft | None:
    """What the text says around the diagrams; None when it holds no step."""
    from counting.intake.markdown import read as read_markdown

    text = list(source.text)
    for block in found:
        start, end = block.fence
        text[start:end] = [character if character == "\n" else " " for character in text[start:end]]
    try:
        return read_markdown(
            Source("".join(text).encode("utf-8", errors="replace"), source.name, source.caps)
        )
    except IntakeError:
        return None


def _beside_a_diagram(beside: Draft) -> Draft:
    """A remark or two that reads like an act is no procedure where a diagram shows one."""
    if len(_kept(beside)) >= _ENOUGH_STEPS:
        return beside
    items = tuple(
        item
        if item.proposed is Proposal.SKIPPED
        else replace(item, proposed=Proposal.SKIPPED, why=_AROUND, rule="R12", parts=(), decision=False)
        for item in beside.items
    )
    return replace(beside, items=items, edges=None)


def _no_flow(text: str, block: Block) -> IntakeError:
    """The error for a file whose only diagrams show something else than a flow."""
    start, end = block.body
    if block.kind == "mermaid":
        return not_a_flowchart("Mermaid", mermaid.kind_at(text, start, end) or "diagram")
    return not_a_flowchart("PlantUML", plantuml.kind_at(text[start:end]) or "diagram")


def _kept(draft: Draft) -> list[Item]:
    return [item for item in draft.items if item.proposed is not Proposal.SKIPPED]


def _joined(drawn: Draft, beside: Draft) -> Draft:
    """Diagrams first, then the procedures of the text; the text's own order becomes edges."""
    first = len(drawn.procedures)
    items = tuple(replace(item, id=f"t-{item.id}", procedure=item.procedure + first) for item in beside.items)
    pairs = tuple((f"t-{one}", f"t-{other}") for one, other in beside.edges or ())
    edges = (*(drawn.edges or ()), *(pairs if beside.edges is not None else _in_order(items)))
    both = (*drawn.items, *items)
    names = tuple(name or beside.title or "the text" for name in beside.procedures)
    return replace(
        drawn,
        understood=f"Markdown, {amount(first, 'diagram')} and the text around: {counts_in_words(both)}",
        items=both,
        procedures=(*drawn.procedures, *names),
        title=beside.title or drawn.title,
        edges=edges,
        notes=tuple(dict.fromkeys((*drawn.notes, *beside.notes))),
    )


def _in_order(items: Sequence[Item]) -> Iterator[tuple[str, str]]:
    kept = [item for item in items if item.proposed is not Proposal.SKIPPED]
    for one, other in pairwise(kept):
        if one.procedure == other.procedure:
            yield one.id, other.id


def _heading_before(text: str, place: int) -> str:
    headings = _HEADING.findall(text, 0, place)
    return headings[-1].strip() if headings else ""
