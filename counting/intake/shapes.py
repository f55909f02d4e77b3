"""The shapes of a drawing, what their form says, and which leads to which."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from counting.intake.draft import Position
from counting.intake.flow import Edge, Kind
from counting.intake.questions import Finding


class Form(StrEnum):
    """What the shape of an element says about it, before its words are read."""

    ACT = "act"
    QUESTION = "question"
    TERMINAL = "terminal"  # an oval: an event at either end of the flow, an act inside it
    EVENT = "event"
    JOIN = "join"
    STORE = "store"
    NOTE = "note"
    LINK = "link"
    FRAME = "frame"


@dataclass(frozen=True)
class Shape:
    """One shape with words; `text` is cleaned, "" for a shape without any."""

    id: str
    text: str
    original: str
    form: Form
    position: Position
    actor: str | None = None
    procedure: int = 0
    notes: tuple[str, ...] = ()


class Ways:
    """Which shapes lead to which, and back."""

    def __init__(self, edges: Sequence[Edge]) -> None:
        self.into: dict[str, list[str]] = {}
        self.out: dict[str, list[str]] = {}
        for edge in edges:
            if edge.kind is Kind.FLOW:
                self.into.setdefault(edge.after, []).append(edge.before)
                self.out.setdefault(edge.before, []).append(edge.after)

    def joined(self, shape: str) -> bool:
        return bool(self.into.get(shape) or self.out.get(shape))

    def inside(self, shape: str) -> bool:
        return bool(self.into.get(shape) and self.out.get(shape))

    def branches(self, shape: str) -> bool:
        return len(set(self.out.get(shape, ()))) > 1


def findings_before(question: Shape, by_id: dict[str, Shape], ways: Ways) -> list[Finding]:
    """What leads straight to a question: the nearest act on every way, or an event that answers nothing."""
    found: list[Finding] = []
    waiting = [(before, True, "") for before in ways.into.get(question.id, ())]
    seen: set[str] = {question.id}
    while waiting:
        place, direct, join = waiting.pop()
        if place in seen:
            continue
        seen.add(place)
        shape = by_id.get(place)
        if shape is not None and shape.text and shape.form in (Form.ACT, Form.STORE, Form.TERMINAL):
            found.append(Finding(shape.text, direct, join=join))
        elif shape is not None and shape.form is Form.EVENT:
            found.append(Finding("", direct, join=join))
        else:
            form = shape.form if shape is not None else Form.FRAME
            further = direct and form is not Form.QUESTION
            join = place if form is Form.JOIN and len(ways.into.get(place, ())) > 1 else join
            waiting.extend((before, further, join) for before in ways.into.get(place, ()))
    return found
