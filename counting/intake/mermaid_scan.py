"""Mermaid flowcharts taken apart: nodes with their labels, links with theirs, subgraphs."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from counting.intake.caps import PARTS, Caps, check_items, refuse

# Opening and closing signs of a node's shape, the longest first.
_SHAPES = (
    ("(((", (")))",)),
    ("((", ("))",)),
    ("([", ("])",)),
    ("[[", ("]]",)),
    ("[(", (")]",)),
    ("{{", ("}}",)),
    ("[/", ("/]", "\\]")),
    ("[\\", ("\\]", "/]")),
    ("[", ("]",)),
    ("(", (")",)),
    ("{", ("}",)),
    (">", ("]",)),
)
_ID = re.compile(r"(?:[^\W]|[!#$%'*+.`?\\/]|-(?![>\-.])|=(?!=))+")
_LINK = re.compile(
    r"(?:[\w-]+@)?(?:[<xo](?=[-=]{2}|-\.))?(?P<body>-{2,}|={2,}|-\.+-?|~{3,})(?P<tip>>|[xo](?=[\s|\"\[A-Z]|$))?"
)
_CLOSING = {
    "-": re.compile(r"-{2,}(?:>|[xo](?=\s|$))?"),
    "=": re.compile(r"={2,}(?:>|[xo](?=\s|$))?"),
    ".": re.compile(r"\.+-(?:>|[xo](?=\s|$))?"),
}
_SPACE = re.compile(r"[ \t]*(?:%%(?!\{)[^\n]*)?")
_MAX_LABEL = 4_000  # characters; a sign that closes nothing within them opens nothing
_ATTRIBUTES = re.compile(r"@\{(.{0,4000}?)\}", re.DOTALL)
_CLASS = re.compile(r":::[\w-]+")
_PASSED_OVER = re.compile(
    r"(?:style|linkStyle|classDef|class|click|direction|accTitle|accDescr|title)\b[^\n;]*"
)
_SUBGRAPH = re.compile(r"subgraph\b[ \t]*([^\n;]*)")


@dataclass
class MermaidNode:
    """A node; `start` and `end` are where its label (or, without one, its id) stands in the text."""

    id: str
    label: str
    shape: str
    start: int
    end: int
    group: str = ""


@dataclass
class MermaidGraph:
    """`links` are (before, after, label); ids of subgraphs may stand in them.

    `groups` are subgraph id -> title, `group_of` a subgraph -> the one around it.
    """

    nodes: dict[str, MermaidNode] = field(default_factory=dict)
    links: list[tuple[str, str, str]] = field(default_factory=list)
    groups: dict[str, str] = field(default_factory=dict)
    group_of: dict[str, str] = field(default_factory=dict)


class Scanner:
    """Reads the statements of a flowchart between two places of a text. What it cannot read it steps over."""

    def __init__(self, text: str, start: int, end: int, caps: Caps) -> None:
        self.text, self.place, self.end, self.caps = text, start, end, caps
        self.graph = MermaidGraph()
        self.open_groups: list[str] = []

    def scan(self) -> MermaidGraph:
        while self.place < self.end:
            self._skip_space()
            if self.place >= self.end:
                break
            if self.text[self.place] in "\n;":
                self.place += 1
            elif not (self._keyword() or self._statement()):
                self._skip_line()
        return self.graph

    def _keyword(self) -> bool:
        subgraph = self._match(_SUBGRAPH)
        if subgraph:
            self._open_group(subgraph[1].strip())
            return True
        if self._match(re.compile(r"end(?=[ \t]*(?:[\n;]|%%|$))")):
            if self.open_groups:
                self.open_groups.pop()
            return True
        return bool(self._match(_PASSED_OVER))

    def _open_group(self, written: str) -> None:
        named = re.match(r"([^\s\[\]\"]+)\s*\[(.*)\]\s*$", written)
        group, title = (named[1], named[2]) if named else (written.strip("\"'"), written)
        group = group or f"subgraph {len(self.graph.groups) + 1}"
        self.graph.groups[group] = title.strip().strip("\"'`")
        if self.open_groups:
            self.graph.group_of[group] = self.open_groups[-1]
        self.open_groups.append(group)

    def _statement(self) -> bool:
        """A chain of nodes and links: A & B --> C -- no --> D."""
        before = self._nodes()
        if not before:
            return False
        while True:
            self._skip_space()
            link = self._link()
            if link is None:
                return True
            self._skip_space()
            after = self._nodes()
            if not after:
                return True
            drawn, label = link
            if drawn:
                self._add_links(before, after, label)
            before = after

    def _add_links(self, before: list[str], after: list[str], label: str) -> None:
        if len(self.graph.links) + len(before) * len(after) > self.caps.edges:
            found = f"The flowchart has more than {self.caps.edges:,} arrows"
            raise refuse("edges", self.caps.edges, found, PARTS)
        self.graph.links.extend((one, other, label) for one in before for other in after)
        check_items(len(self.graph.links), self.caps, "arrows", per_item=10)

    def _nodes(self) -> list[str]:
        found: list[str] = []
        while True:
            node = self._node()
            if node is None:
                return found
            found.append(node)
            self._skip_space()
            if not (self.text.startswith("&", self.place) and self.place < self.end):
                return found
            self.place += 1
            self._skip_space()

    def _node(self) -> str | None:
        start = self.place
        name = self._match(_ID)
        if not name:
            return None
        node_id = name[0]
        if node_id in self.graph.groups:
            self._match(_CLASS)
            return node_id
        node = self.graph.nodes.setdefault(node_id, MermaidNode(node_id, "", "", start, self.place))
        check_items(len(self.graph.nodes), self.caps, "boxes")
        if self.open_groups and not node.group:
            node.group = self.open_groups[-1]
        self._label(node)
        self._match(_CLASS)
        return node_id

    def _label(self, node: MermaidNode) -> None:
        attributes = self._match(_ATTRIBUTES)
        if attributes:
            self._attributes(node, attributes)
            return
        for opening, closings in _SHAPES:
            if self.text.startswith(opening, self.place):
                found = self._closed(self.place + len(opening), closings)
                if found:
                    start, end, after = found
                    node.label, node.shape, node.start, node.end = self.text[start:end], opening, start, end
                    self.place = after
                    return

    def _closed(self, start: int, closings: tuple[str, ...]) -> tuple[int, int, int] | None:
        """Where the label starts and ends, and where the text goes on; None when nothing closes it."""
        limit = min(self.end, start + _MAX_LABEL)
        first = start
        while first < self.end and self.text[first] in " \t\n":
            first += 1
        if self.text.startswith('"', first):
            quote = self.text.find('"', first + 1, limit)
            if quote < 0:
                return None
            after = quote + 1
            while after < self.end and self.text[after] in " \t\n":
                after += 1
            for closing in closings:
                if self.text.startswith(closing, after):
                    return first + 1, quote, after + len(closing)
        ends = [(at, closing) for closing in closings if (at := self.text.find(closing, start, limit)) >= 0]
        if not ends:
            return None
        end, closing = min(ends)
        return (start, end, end + len(closing)) if "\n" not in self.text[start:end] else None

    def _attributes(self, node: MermaidNode, found: re.Match[str]) -> None:
        label = re.search(r"""label\s*:\s*(?:"([^"]*)"|'([^']*)'|([^,}\n]+))""", found[1])
        shape = re.search(r"""shape\s*:\s*["']?([\w-]+)""", found[1])
        if label:
            group = next(number for number in (1, 2, 3) if label[number] is not None)
            node.label = label[group].strip()
            node.start = found.start(1) + label.start(group)
            node.end = found.start(1) + label.end(group)
        node.shape = f"@{shape[1].lower()}" if shape else node.shape

    def _link(self) -> tuple[bool, str] | None:
        """Whether the link is drawn, and its label; None where no link stands."""
        link = self._match(_LINK)
        if not link:
            return None
        body, tip = link["body"], link["tip"]
        label = ""
        if not tip and (body in ("--", "==") or body.endswith(".")):
            line_end = self.text.find("\n", self.place, self.end)
            line_end = line_end if line_end >= 0 else self.end
            closing = _CLOSING[body[-1]].search(self.text, self.place, line_end)
            if closing:
                label = self.text[self.place : closing.start()].strip().strip('"')
                self.place = closing.end()
        piped = self._match(re.compile(r"[ \t]*\|([^|\n]*)\|"))
        return not body.startswith("~"), (piped[1].strip().strip('"') if piped else label)

    def _match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        found = pattern.match(self.text, self.place, self.end)
        if found and found.end() > self.place:
            self.place = found.end()
            return found
        return None

    def _skip_space(self) -> None:
        self._match(_SPACE)

    def _skip_line(self) -> None:
        end = self.text.find("\n", self.place, self.end)
        self.place = self.end if end < 0 else end + 1
