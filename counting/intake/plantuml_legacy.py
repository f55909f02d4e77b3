"""PlantUML activity diagrams in the old way: (*) --> "Act" --> "Act"."""

from __future__ import annotations

import re

from counting.intake.caps import Caps, check_items
from counting.intake.draft import Position
from counting.intake.flow import Edge
from counting.intake.lines import Lines
from counting.intake.names import clean_name
from counting.intake.plantuml_lines import creole
from counting.intake.shapes import Form, Shape

_NODE = r"(?:\(\*(?:top)?\)|\"[^\"]{1,2000}\"(?:\s+as\s+\w+)?|={2,}[^=\n]*={2,}|[\w.]+)"
_LINE = re.compile(
    rf"[ \t]*(?P<before>{_NODE})?[ \t]*-(?:\w*-|\[[^\]\n]*\]-?)*>"
    rf"[ \t]*(?:\[(?P<label>[^\]\n]*)\])?[ \t]*(?P<after>{_NODE})"
)
_IF = re.compile(r"[ \t]*if[ \t]+\"(?P<question>[^\"]{0,2000})\"[ \t]*(?:then)?(?:[ \t]*\n)?")
_ELSE = re.compile(r"[ \t]*else\b[^\n]*")
_ENDIF = re.compile(r"[ \t]*end\s*if\b[^\n]*")
_PARTITION = re.compile(r"[ \t]*partition[ \t]+(?:\"([^\"\n]*)\"|([^\s{]+))[^\n{]*\{?")
_CLOSE = re.compile(r"[ \t]*\}")


class LegacyActivity:
    """Reads the arrows between two places of a text; `shapes` and `edges` are what was found."""

    def __init__(self, text: str, start: int, end: int, procedure: int, prefix: str, caps: Caps) -> None:
        self.text, self.place, self.end, self.caps = text, start, end, caps
        self.procedure, self.prefix = procedure, prefix
        self.shapes: list[Shape] = []
        self.edges: list[Edge] = []
        self._lines = Lines(text)
        self._by_name: dict[str, str] = {}
        self._last = ""
        self._questions: list[str] = []
        self._partition = ""

    def scan(self) -> None:
        statements = 0
        while self.place < self.end:
            statements += 1
            check_items(statements, self.caps, "lines", per_item=20)
            if not self._read():
                line_end = self.text.find("\n", self.place, self.end)
                self.place = self.end if line_end < 0 else line_end + 1

    def _read(self) -> bool:
        for pattern, act in (
            (_IF, self._if),
            (_ELSE, self._else),
            (_ENDIF, self._endif),
            (_LINE, self._arrow),
            (_PARTITION, self._open),
            (_CLOSE, self._close),
        ):
            found = pattern.match(self.text, self.place, self.end)
            if found:
                self.place = found.end()
                act(found)
                return True
        return False

    def _arrow(self, found: re.Match[str]) -> None:
        if found["before"]:
            self._last = self._node(found["before"], found.start("before"), end=False)
        after = self._node(found["after"], found.start("after"), end=True)
        if self._last:
            self.edges.append(Edge(self._last, after, creole(found["label"] or "")))
        self._last = after

    def _if(self, found: re.Match[str]) -> None:
        question = self._add(found["question"], Form.QUESTION, found.start("question"))
        if self._last:
            self.edges.append(Edge(self._last, question))
        self._questions.append(question)
        self._last = question

    def _else(self, found: re.Match[str]) -> None:
        if self._questions:
            self._last = self._questions[-1]

    def _endif(self, found: re.Match[str]) -> None:
        if self._questions:
            self._questions.pop()

    def _open(self, found: re.Match[str]) -> None:
        self._partition = clean_name(found[1] or found[2] or "")

    def _close(self, found: re.Match[str]) -> None:
        self._partition = ""

    def _node(self, written: str, offset: int, end: bool) -> str:
        """The element a name stands for; a name met again is the same element, the end is not the start."""
        alias = re.search(r"\"\s+as\s+(\w+)$", written)
        name = written[: alias.start() + 1] if alias else written
        label = "" if name.startswith(("(*", "==")) else name.strip('"')
        key = ("(*) end" if end else "(*) start") if name.startswith("(*") else label or name
        if key not in self._by_name:
            form = Form.EVENT if name.startswith("(*") else Form.JOIN if name.startswith("==") else Form.ACT
            self._by_name[key] = self._add(label, form, offset + written.find(label))
        if alias:
            self._by_name[alias[1]] = self._by_name[key]
        return self._by_name[key]

    def _add(self, raw: str, form: Form, offset: int) -> str:
        check_items(len(self.shapes), self.caps, "statements", per_item=2)
        name = f"{self.prefix}a{len(self.shapes) + 1}"
        line = self._lines.number(offset)
        place = Position(f"line {line}", offset, offset + len(raw), line)
        notes = (f"in {self._partition}",) if self._partition else ()
        self.shapes.append(Shape(name, creole(raw), raw, form, place, procedure=self.procedure, notes=notes))
        return name
