"""The statements of a PlantUML activity diagram, one after the other, as shapes and edges."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass, field

from counting.intake.caps import Caps, check_items
from counting.intake.draft import Position
from counting.intake.flow import Edge
from counting.intake.lines import Lines
from counting.intake.names import clean_name
from counting.intake.shapes import Form, Shape

_ACTION_START = re.compile(r"[ \t]*(?P<back>backward)?[ \t]*(?:#[^\s:]+)?:(?=[^\n])")
_SAME_LINE = re.compile(r"(?P<text>[^\n]+?)(?P<close>[;|<>/\\\]}])[ \t]*(?:<<[^<>\n]*>>)?[ \t]*(?:\n|\Z)")
_LATER_LINE = re.compile(r";[ \t]*(?:<<[^<>\n]*>>)?[ \t]*$", re.MULTILINE)
_MARKUP_END = re.compile(r"</?\w+[^<>]*>$")  # a line that ends in markup does not end the action
_MAX_ACTION = 4_000  # characters; what is not closed within them is no action
_COMMENT = re.compile(r"[ \t]*/'")
_LANE = re.compile(r"\|(?:(#[^|]*)\|)?(?:([^|]*)\|)?([^|]*)\|$")
_NOTE = re.compile(
    r"(?:floating )?note(?: (?:left|right|top|bottom))?(?: of .*?)?(?:\s+#[^:]*)?\s*(?::(?P<text>.*))?$"
)
_IGNORED_BLOCKS = (
    ("skinparam", "{", "}"),
    ("legend", "", "endlegend"),
    ("header", "", "endheader"),
    ("footer", "", "endfooter"),
)
_LABEL = r"(?:\((?P<{0}>(?:[^()]|\([^()]*\))*)\))?"
_IF = re.compile(
    r"(?:else\s*)?if\s*"
    + _LABEL.format("question")
    + r"\s*(?:(?:is|equals?)\s*"
    + _LABEL.format("value")
    + r"\s*)?(?:then\s*"
    + _LABEL.format("label")
    + r")?",
    re.IGNORECASE,
)
_ELSEIF = re.compile(r"(?:\((?P<before>[^()]*)\)\s*)?else\s*if\b", re.IGNORECASE)
_ELSE = re.compile(r"else\s*" + _LABEL.format("label") + r"$", re.IGNORECASE)
_WHILE = re.compile(
    r"while\s*" + _LABEL.format("question") + r"(?:\s*is\s*" + _LABEL.format("label") + r")?", re.IGNORECASE
)
_ENDWHILE = re.compile(r"end\s*while\s*" + _LABEL.format("label"), re.IGNORECASE)
_REPEAT_WHILE = re.compile(
    r"repeat\s*while\s*"
    + _LABEL.format("question")
    + r"(?:\s*is\s*"
    + _LABEL.format("label")
    + r")?(?:\s*not\s*"
    + _LABEL.format("no")
    + r")?",
    re.IGNORECASE,
)
_SWITCH = re.compile(r"switch\s*" + _LABEL.format("question"), re.IGNORECASE)
_CASE = re.compile(r"case\s*" + _LABEL.format("label"), re.IGNORECASE)
_ARROW = re.compile(r"-(?:\[[^\]]*\])?-?>\s*(?P<label>[^;]*);?$")
_FRAME = re.compile(
    r"(?:partition|group|package|rectangle|card)\s+(?:#\S+\s+)?(?:\"(?P<quoted>[^\"]*)\"|(?P<plain>[^{\"]*?))\s*(?:#\S+\s*)?(?P<brace>\{)?$"
)

End = tuple[str, str]  # an element the flow leaves, and what it says on leaving


@dataclass
class _Block:
    """An open if, switch, while, repeat or fork: where it began and the ends collected so far."""

    kind: str
    start: str
    ends: list[End] = field(default_factory=list)
    has_else: bool = False
    branches: int = 0
    breaks: list[End] = field(default_factory=list)
    backward: str = ""


class Activity:
    """Reads the statements between two places of a text; `shapes` and `edges` are what was found."""

    def __init__(self, text: str, start: int, end: int, procedure: int, prefix: str, caps: Caps) -> None:
        self.text, self.place, self.end, self.caps = text, start, end, caps
        self.procedure, self.prefix = procedure, prefix
        self.shapes: list[Shape] = []
        self.edges: list[Edge] = []
        self._lines = Lines(text)
        self._closes = [found.start() for found in _LATER_LINE.finditer(text, start, end)]
        self._absent: set[str] = set()
        self._open: list[End] = []
        self._blocks: list[_Block] = []
        self._frames: list[str] = []
        self._lane = ""
        self._lanes: dict[str, str] = {}

    def scan(self) -> None:
        statements = 0
        while self.place < self.end:
            statements += 1
            check_items(statements, self.caps, "lines", per_item=20)
            if self._action() or self._comment():
                continue
            line_end = self.text.find("\n", self.place, self.end)
            line_end = self.end if line_end < 0 else line_end
            start, self.place = self.place, line_end + 1
            self._statement(self.text[start:line_end].strip(), start)

    def _comment(self) -> bool:
        if not _COMMENT.match(self.text, self.place, self.end):
            return False
        close = self.text.find("'/", self.place, self.end)
        self.place = self.end if close < 0 else close + 2
        return True

    def _action(self) -> bool:
        found = _ACTION_START.match(self.text, self.place, self.end)
        if not found:
            return False
        extent = self._extent(found.end())
        if extent is None:
            return False
        end, self.place = extent
        shape = self._shape(self.text[found.end() : end], Form.ACT, found.end())
        if found["back"] and self._blocks:
            self._blocks[-1].backward = shape
        else:
            self._then(shape)
        return True

    def _extent(self, start: int) -> tuple[int, int] | None:
        """Where an action's words end and where the text goes on; None for what nothing closes."""
        same = _SAME_LINE.match(self.text, start, self.end)
        if same and not _MARKUP_END.search(same["text"] + same["close"]):
            return same.end("text"), same.end()
        place = bisect_left(self._closes, start)
        if place == len(self._closes) or self._closes[place] - start > _MAX_ACTION:
            return None
        close = self._closes[place]
        line_end = self.text.find("\n", close, self.end)
        return close, self.end if line_end < 0 else line_end + 1

    def _statement(self, line: str, start: int) -> None:
        """One line that is no action."""
        lowered = line.lower()
        if not line or line.startswith(("'", "!", "@")):
            return
        if lowered in ("start", "(*)"):
            self._then(self._shape("", Form.EVENT, start))
        elif lowered in ("stop", "end", "kill", "detach"):
            self._open = []
        elif lowered == "break":
            self._break()
        elif line.startswith("|"):
            self._swimlane(line)
        elif not self._skip_block(line) and not self._note(line, start):
            self._structure(line, lowered, start)

    def _structure(self, line: str, lowered: str, start: int) -> None:
        if lowered.startswith(("if", "else", "(")) and self._condition(line, start):
            return
        if re.match(r"end\s*(?:if|switch)\b", lowered):
            self._close_branches()
        elif lowered.startswith("switch"):
            self._choose(_named(_SWITCH.match(line), "question"), "switch", "", start)
        elif lowered.startswith("case") and self._blocks:
            self._next_branch(_named(_CASE.match(line), "label"))
        elif lowered.startswith("while"):
            found = _WHILE.match(line)
            self._choose(_named(found, "question"), "while", _named(found, "label"), start)
        elif re.match(r"end\s*while\b", lowered):
            self._close_while(_named(_ENDWHILE.match(line), "label"))
        elif re.match(r"repeat\s*while\b", lowered):
            self._close_repeat(_REPEAT_WHILE.match(line), start)
        elif lowered.startswith("repeat"):
            self._begin("repeat", start)
            self._inline(line[len("repeat") :], start)
        elif re.match(r"(?:fork|split)(?:\s+again)?$", lowered):
            self._fork(again="again" in lowered, start=start)
        elif re.match(r"end\s*(?:fork|split|merge)\b", lowered):
            self._join(start)
        else:
            self._frame(line, lowered)

    def _condition(self, line: str, start: int) -> bool:
        """if, elseif and else."""
        elseif = _ELSEIF.match(line)
        if elseif and self._blocks:
            found = _IF.search(line, elseif.start())
            block = self._blocks[-1]
            block.ends.extend(self._open)
            self._open = [(block.start, clean_name(elseif["before"] or "") or "otherwise")]
            block.start = self._ask(_named(found, "question"), start)
            self._open = [(block.start, _answer(found))]
            return True
        if line.lower().startswith("else") and self._blocks:
            self._blocks[-1].has_else = True
            self._next_branch(_named(_ELSE.match(line), "label") or "otherwise")
            return True
        found = _IF.match(line)
        if found and found["question"] is not None:
            self._choose(found["question"], "if", _answer(found), start)
            return True
        return False

    def _choose(self, question: str, kind: str, label: str, start: int) -> None:
        asked = self._ask(question, start)
        self._blocks.append(_Block(kind, asked))
        self._open = [(asked, clean_name(label))]

    def _ask(self, question: str, start: int) -> str:
        offset = self.text.find(question, start) if question else start
        asked = self._shape(question, Form.QUESTION, max(offset, start))
        self._then(asked)
        return asked

    def _next_branch(self, label: str) -> None:
        block = self._blocks[-1]
        if block.kind != "switch" or block.branches:
            block.ends.extend(self._open)
        block.branches += 1
        self._open = [(block.start, clean_name(label))]

    def _close_branches(self) -> None:
        if not self._blocks:
            return
        block = self._blocks.pop()
        if block.kind == "if" and not block.has_else:
            block.ends.append((block.start, "otherwise"))
        self._open = [*block.ends, *self._open]

    def _close_while(self, label: str) -> None:
        if self._blocks and self._blocks[-1].kind == "while":
            block = self._blocks.pop()
            if block.backward:
                self._then(block.backward)
            self._then(block.start)
            self._open = [(block.start, clean_name(label)), *block.breaks]

    def _begin(self, kind: str, start: int) -> None:
        begun = self._shape("", Form.JOIN, start)
        self._then(begun)
        self._blocks.append(_Block(kind, begun))

    def _close_repeat(self, found: re.Match[str] | None, start: int) -> None:
        if not self._blocks or self._blocks[-1].kind != "repeat":
            return
        block = self._blocks.pop()
        asked = self._ask(_named(found, "question"), start)
        yes = _named(found, "label")
        if block.backward:
            self.edges.append(Edge(asked, block.backward, clean_name(yes)))
            self.edges.append(Edge(block.backward, block.start))
        else:
            self.edges.append(Edge(asked, block.start, clean_name(yes)))
        self._open = [(asked, clean_name(_named(found, "no"))), *block.breaks]

    def _fork(self, again: bool, start: int) -> None:
        if again and self._blocks:
            self._blocks[-1].ends.extend(self._open)
            self._open = [(self._blocks[-1].start, "")]
        elif not again:
            self._begin("fork", start)

    def _join(self, start: int) -> None:
        if self._blocks and self._blocks[-1].kind == "fork":
            self._open = [*self._blocks.pop().ends, *self._open]
            self._then(self._shape("", Form.JOIN, start))

    def _break(self) -> None:
        for block in reversed(self._blocks):
            if block.kind in ("while", "repeat"):
                block.breaks.extend(self._open)
                break
        self._open = []

    def _inline(self, rest: str, start: int) -> None:
        """ "repeat :do it;" on one line."""
        action = re.match(r"\s*:(.+);\s*$", rest)
        if action:
            self._then(self._shape(action[1], Form.ACT, self.text.find(action[1], start)))

    def _frame(self, line: str, lowered: str) -> None:
        opened = _FRAME.match(line)
        if opened:
            self._frames.append(clean_name(opened["quoted"] or opened["plain"] or ""))
        elif line == "}" or re.match(r"end\s*group", lowered):
            if self._frames:
                self._frames.pop()
        else:
            arrow = _ARROW.match(line)
            if arrow and arrow["label"].strip():
                self._open = [(place, label or clean_name(arrow["label"])) for place, label in self._open]

    def _swimlane(self, line: str) -> None:
        found = _LANE.match(line)
        if found:
            alias, title = (found[2] or "").strip(), found[3].strip()
            title = title or alias
            self._lanes.setdefault(alias or title, title)
            self._lane = clean_name(self._lanes.get(title, title))

    def _note(self, line: str, start: int) -> bool:
        found = _NOTE.match(line)
        if not found:
            return False
        text = found["text"]
        if text is None:
            start = self.place
            close = self._ahead("end note")
            text = self.text[start:close] if close >= 0 else ""
        if text.strip():
            self._shape(text.strip(), Form.NOTE, self.text.find(text.strip(), start))
        return True

    def _skip_block(self, line: str) -> bool:
        lowered = line.lower()
        for word, opening, closing in _IGNORED_BLOCKS:
            if not lowered.startswith(word):
                continue
            if lowered == word or (opening and line.endswith(opening)):
                self._ahead(closing)
            return True
        return lowered.startswith(
            ("title", "hide", "show", "scale", "caption", "left to right", "top to bottom")
        )

    def _ahead(self, closing: str) -> int:
        """Go on behind the line of the next `closing`; its place, -1 (and nothing moves) without one."""
        place = -1 if closing in self._absent else self.text.find(closing, self.place, self.end)
        if place < 0:
            self._absent.add(closing)
            return -1
        line_end = self.text.find("\n", place, self.end)
        self.place = self.end if line_end < 0 else line_end + 1
        return place

    def _then(self, shape: str) -> None:
        """The flow goes on with this element."""
        self.edges.extend(Edge(before, shape, label) for before, label in self._open)
        self._open = [(shape, "")]

    def _shape(self, raw: str, form: Form, offset: int) -> str:
        check_items(len(self.shapes), self.caps, "statements", per_item=2)
        name = f"{self.prefix}a{len(self.shapes) + 1}"
        line = self._lines.number(offset)
        frame = self._frames[-1] if self._frames else ""
        self.shapes.append(
            Shape(
                id=name,
                text=creole(raw),
                original=raw.strip(),
                form=form,
                position=Position(f"line {line}", offset, offset + len(raw), line),
                actor=self._lane or None,
                procedure=self.procedure,
                notes=(f"in {frame}",) if frame else (),
            )
        )
        return name


def creole(raw: str) -> str:
    """PlantUML's own markup made words."""
    text = re.sub(r"\[\[\S+?(?:\s([^\]]*))?\]\]", r"\1", raw)
    text = re.sub(r"<&[\w-]+>|<\$[\w-]+>|<<[^<>\n]*>>", "", text)
    return clean_name(re.sub(r"\*\*|__|\"\"|--(?=\S)|(?<=\S)--|(?<!:)//", "", text))


def _named(found: re.Match[str] | None, group: str) -> str:
    return (found[group] or "") if found else ""


def _answer(found: re.Match[str] | None) -> str:
    value, label = _named(found, "value"), _named(found, "label")
    return clean_name(label or value) or "yes"
