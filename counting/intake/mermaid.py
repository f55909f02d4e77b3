"""Mermaid flowcharts: nodes in the order of their arrows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from counting.intake.caps import DEFAULTS, Caps
from counting.intake.draft import Draft, IntakeError, Position
from counting.intake.drawn import draft_of
from counting.intake.flow import Edge
from counting.intake.frames import through_frames
from counting.intake.lines import Lines
from counting.intake.mermaid_scan import MermaidGraph, MermaidNode, Scanner
from counting.intake.names import clean_name
from counting.intake.shapes import Form, Shape
from counting.intake.source import Source

KIND = "Mermaid flowchart"
_HEADER = re.compile(
    r"(?:\s|%%[^\n]*(?:\n|$)|---[ \t]*\n.*?\n---[ \t]*(?:\n|$))*"
    r"(?P<kind>flowchart(?:-elk)?|graph|[A-Za-z][\w-]*)\b(?:[ \t]+(?:TB|TD|BT|RL|LR)\b)?[ \t]*;?",
    re.DOTALL,
)
_OTHER_KINDS = {
    "sequencediagram": "sequence diagram",
    "classdiagram": "class diagram",
    "statediagram": "state diagram",
    "statediagram-v2": "state diagram",
    "erdiagram": "entity diagram",
    "gantt": "Gantt chart",
    "pie": "pie chart",
    "journey": "user journey",
    "gitgraph": "Git graph",
    "mindmap": "mind map",
    "timeline": "timeline",
    "quadrantchart": "chart",
    "requirementdiagram": "requirement diagram",
    "zenuml": "sequence diagram",
    "sankey-beta": "chart",
    "xychart-beta": "chart",
    "block-beta": "block diagram",
    "kanban": "kanban board",
    "architecture-beta": "architecture diagram",
    "c4context": "architecture diagram",
}
_FORMS = {
    "{": Form.QUESTION,
    "((": Form.TERMINAL,
    "(((": Form.TERMINAL,
    "([": Form.TERMINAL,
    "[(": Form.STORE,
    ">": Form.NOTE,
    "@diam": Form.QUESTION,
    "@diamond": Form.QUESTION,
    "@decision": Form.QUESTION,
    "@question": Form.QUESTION,
    "@circle": Form.TERMINAL,
    "@circ": Form.TERMINAL,
    "@sm-circ": Form.EVENT,
    "@dbl-circ": Form.TERMINAL,
    "@fr-circ": Form.EVENT,
    "@start": Form.EVENT,
    "@stop": Form.EVENT,
    "@stadium": Form.TERMINAL,
    "@terminal": Form.TERMINAL,
    "@pill": Form.TERMINAL,
    "@cyl": Form.STORE,
    "@db": Form.STORE,
    "@database": Form.STORE,
    "@doc": Form.STORE,
    "@document": Form.STORE,
    "@fork": Form.JOIN,
    "@join": Form.JOIN,
    "@text": Form.NOTE,
    "@comment": Form.NOTE,
    "@braces": Form.NOTE,
}


@dataclass(frozen=True)
class Found:
    """A diagram inside a text: its shapes and arrows, and its name if it has one."""

    shapes: tuple[Shape, ...]
    edges: tuple[Edge, ...]
    title: str = ""


def kind_at(text: str, start: int, end: int) -> str:
    """The kind of Mermaid diagram between two places: "flowchart", another kind in words, or ""."""
    header = _HEADER.match(text, start, end)
    if not header:
        return ""
    kind = header["kind"].lower()
    return "flowchart" if kind in ("flowchart", "flowchart-elk", "graph") else _OTHER_KINDS.get(kind, "")


def read(source: Source) -> Draft:
    """A flowchart as a draft. Raises IntakeError for another kind of diagram and for one without acts."""
    text = source.text
    kind = kind_at(text, 0, len(text))
    if kind != "flowchart":
        raise not_a_flowchart("Mermaid", kind or "diagram")
    found = diagram(text, 0, len(text), source.caps)
    return draft_of(source, KIND, found.shapes, found.edges, procedures=(found.title,), shown=text)


def not_a_flowchart(tool: str, kind: str) -> IntakeError:
    """The error for a diagram that shows something else than the order of acts."""
    return IntakeError(
        f"This is a {tool} {kind}: it does not show acts in an order a count could follow. "
        f"Draw the run as {'an activity diagram' if tool == 'PlantUML' else 'a flowchart'} "
        "or as a BPMN model, or paste the steps, one act per line."
    )


def diagram(
    text: str, start: int, end: int, caps: Caps = DEFAULTS, procedure: int = 0, prefix: str = ""
) -> Found:
    """The flowchart between two places of a text; positions count in the whole text."""
    header = _HEADER.match(text, start, end)
    body = header.end() if header else start
    graph = Scanner(text, body, end, caps).scan()
    lines = Lines(text)
    shapes = tuple(_shape(node, graph, lines, procedure, prefix) for node in graph.nodes.values())
    edges = tuple(_edges(graph, prefix, caps))
    title = re.search(r"^title:[ \t]*(.+)$", text[start:body], re.MULTILINE)
    return Found(shapes, edges, clean_name(title[1].strip("\"' ")) if title else "")


def _shape(node: MermaidNode, graph: MermaidGraph, lines: Lines, procedure: int, prefix: str) -> Shape:
    label = node.label or node.id
    line = lines.number(node.start)
    group = _clean(graph.groups.get(node.group, ""))
    return Shape(
        id=f"{prefix}{node.id}",
        text=_clean(label),
        original=label,
        form=_FORMS.get(node.shape, Form.ACT),
        position=Position(f"line {line}", node.start, node.end, line),
        actor=None,
        procedure=procedure,
        notes=(f"in {group}",) if group else (),
    )


def _clean(label: str) -> str:
    """Quotes, icons, Markdown strings and Mermaid's own entities ("#35;", "#quot;") made words."""
    text = re.sub(r"#(\d{1,7}|[a-zA-Z]+);", lambda found: _entity(found[1]), label.strip().strip('"'))
    text = re.sub(r"\bfa[bsrl]?:fa-[\w-]+\s*", "", text)
    text = re.sub(r"^`(.*)`$", r"\1", text, flags=re.DOTALL)
    return clean_name(re.sub(r"\*\*|__", "", text))


def _entity(name: str) -> str:
    return f"&#{name};" if name.isdigit() else f"&{name};"


def _edges(graph: MermaidGraph, prefix: str, caps: Caps) -> Iterator[Edge]:
    """Arrows between nodes; one at a subgraph goes to where its flow begins, or from where it ends."""
    members: dict[str, list[str]] = {}
    for node in graph.nodes.values():
        group = node.group
        seen: set[str] = set()
        while group and group not in seen and len(seen) < caps.nesting:
            seen.add(group)
            members.setdefault(group, []).append(node.id)
            group = graph.group_of.get(group, "")
    for before, after, label in through_frames(graph.links, members, caps):
        yield Edge(f"{prefix}{before}", f"{prefix}{after}", _clean(label))
