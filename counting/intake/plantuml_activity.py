"""The statements of a PlantUML activity diagram, one after the other, as shapes and edges."""

from __future__ import annotations

import re
from bisect import bisect_left

from counting.intake import plantuml_lines as lines
from counting.intake.caps import Caps, check_items
from counting.intake.draft import Position
from counting.intake.flow import Edge
from counting.intake.lines import Lines
from counting.intake.names import clean_name
from counting.intake.plantuml_branches import OTHERWISE, Branches
from counting.intake.plantuml_lines import creole, part
from counting.intake.shapes import Form, Shape


class Activity:
    """Reads the statements between two places of a text; `shapes` and `edges` are what was found."""

    def __init__(self, text: str, start: int, end: int, procedure: int, prefix: str, caps: Caps) -> None:
        self.text, self.place, self.end, self.caps = text, start, end, caps
        self.procedure, self.prefix = procedure, prefix
        self.shapes: list[Shape] = []
        self._lines = Lines(text)
        self._closes = [found.start() for found in lines.LATER_LINE.finditer(text, start, end)]
        self._absent: set[str] = set()
        self._flow = Branches()
        self._frames: list[str] = []
        self._lane = ""
        self._lanes: dict[str, str] = {}

    @property
    def edges(self) -> list[Edge]:
        return self._flow.edges

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
        if not lines.COMMENT.match(self.text, self.place, self.end):
            return False
        close = self.text.find("'/", self.place, self.end)
        self.place = self.end if close < 0 else close + 2
        return True

    def _action(self) -> bool:
        found = lines.ACTION_START.match(self.text, self.place, self.end)
        if not found:
            return False
        extent = self._extent(found.end())
        if extent is None:
            return False
        end, self.place = extent
        shape = self._shape(self.text[found.end() : end], Form.ACT, found.end())
        if not (found["back"] and self._flow.backward(shape)):
            self._flow.then(shape)
        return True

    def _extent(self, start: int) -> tuple[int, int] | None:
        """Where an action's words end and where the text goes on; None for what nothing closes."""
        same = lines.SAME_LINE.match(self.text, start, self.end)
        if same and not lines.MARKUP_END.search(same["text"] + same["close"]):
            return same.end("text"), same.end()
        place = bisect_left(self._closes, start)
        if place == len(self._closes) or self._closes[place] - start > lines.MAX_ACTION:
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
            self._flow.then(self._shape("", Form.EVENT, start))
        elif lowered in ("stop", "end", "kill", "detach"):
            self._flow.stop()
        elif lowered == "break":
            self._flow.leave_loop()
        elif line.startswith("|"):
            self._swimlane(line)
        elif not self._skip_block(line) and not self._note(line, start):
            self._structure(line, lowered, start)

    def _structure(self, line: str, lowered: str, start: int) -> None:
        if lowered.startswith(("if", "else", "(")) and self._condition(line, start):
            return
        if re.match(r"end\s*(?:if|switch)\b", lowered):
            self._flow.close_branches()
        elif lowered.startswith("switch"):
            self._flow.choose(self._question(part(lines.SWITCH.match(line), "question"), start), "switch", "")
        elif lowered.startswith("case"):
            self._flow.branch(clean_name(part(lines.CASE.match(line), "label")))
        elif not self._loop(line, lowered, start) and not self._fork(lowered, start):
            self._frame(line, lowered)

    def _condition(self, line: str, start: int) -> bool:
        """if, elseif and else."""
        elseif = lines.ELSEIF.match(line)
        found = lines.IF.search(line, elseif.start()) if elseif else lines.IF.match(line)
        answer = clean_name(part(found, "label") or part(found, "value")) or "yes"
        if elseif:
            question = self._question(part(found, "question"), start)
            return self._flow.choose_again(question, clean_name(elseif["before"] or ""), answer)
        if line.lower().startswith("else"):
            label = clean_name(part(lines.ELSE.match(line), "label")) or OTHERWISE
            return self._flow.branch(label, is_else=True)
        if found and found["question"] is not None:
            self._flow.choose(self._question(found["question"], start), "if", answer)
            return True
        return False

    def _loop(self, line: str, lowered: str, start: int) -> bool:
        """while and repeat, opened and closed."""
        if lowered.startswith("while"):
            found = lines.WHILE.match(line)
            question = self._question(part(found, "question"), start)
            self._flow.choose(question, "while", clean_name(part(found, "label")))
        elif re.match(r"end\s*while\b", lowered):
            self._flow.close_while(clean_name(part(lines.ENDWHILE.match(line), "label")))
        elif re.match(r"repeat\s*while\b", lowered):
            found = lines.REPEAT_WHILE.match(line)
            question = self._question(part(found, "question"), start)
            again, done = clean_name(part(found, "label")), clean_name(part(found, "no"))
            self._flow.close_repeat(question, again, done)
        elif lowered.startswith("repeat"):
            self._flow.begin("repeat", self._shape("", Form.JOIN, start))
            action = re.match(r"\s*:(.+);\s*$", line[len("repeat") :])
            if action:
                self._flow.then(self._shape(action[1], Form.ACT, self.text.find(action[1], start)))
        else:
            return False
        return True

    def _fork(self, lowered: str, start: int) -> bool:
        if re.match(r"(?:fork|split)\s+again$", lowered):
            self._flow.fork_again()
        elif lowered in ("fork", "split"):
            self._flow.begin("fork", self._shape("", Form.JOIN, start))
        elif re.match(r"end\s*(?:fork|split|merge)\b", lowered):
            self._flow.join(self._shape("", Form.JOIN, start))
        else:
            return False
        return True

    def _question(self, question: str, start: int) -> str:
        offset = self.text.find(question, start) if question else start
        return self._shape(question, Form.QUESTION, max(offset, start))

    def _frame(self, line: str, lowered: str) -> None:
        opened = lines.FRAME.match(line)
        if opened:
            self._frames.append(clean_name(opened["quoted"] or opened["plain"] or ""))
        elif line == "}" or re.match(r"end\s*group", lowered):
            if self._frames:
                self._frames.pop()
        else:
            arrow = lines.ARROW.match(line)
            if arrow and arrow["label"].strip():
                self._flow.say(clean_name(arrow["label"]))

    def _swimlane(self, line: str) -> None:
        found = lines.LANE.match(line)
        if found:
            alias, title = (found[2] or "").strip(), found[3].strip()
            title = title or alias
            self._lanes.setdefault(alias or title, title)
            self._lane = clean_name(self._lanes.get(title, title))

    def _note(self, line: str, start: int) -> bool:
        found = lines.NOTE.match(line)
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
        for word, opening, closing in lines.IGNORED_BLOCKS:
            if not lowered.startswith(word):
                continue
            if lowered == word or (opening and line.endswith(opening)):
                self._ahead(closing)
            return True
        return lowered.startswith(lines.IGNORED_LINES)

    def _ahead(self, closing: str) -> int:
        """Go on behind the line of the next `closing`; its place, -1 (and nothing moves) without one."""
        place = -1 if closing in self._absent else self.text.find(closing, self.place, self.end)
        if place < 0:
            self._absent.add(closing)
            return -1
        line_end = self.text.find("\n", place, self.end)
        self.place = self.end if line_end < 0 else line_end + 1
        return place

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
