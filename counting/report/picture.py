"""The picture of a run: one mark per step in order, gates, warnings and unattended stretches. Geometry only.

Lengths are points, y grows downwards. A shape's `role` says what it means; the drawers give roles colours.
A tag is told by shape and letter as well, never by colour alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from counting.report import cells
from counting.report.build import Line, Report
from counting.steps import Tag

MARKS_PER_ROW = 20
_STEP = 38.0  # from mark to mark
_ROW = 74.0
_LEGEND = 38.0
_EDGE = 12.0
_MARK_Y, _NUMBER_Y, _BAR_Y = 30.0, 55.0, 61.0
_RADIUS = 12.0
WIDTH = 2 * _EDGE + MARKS_PER_ROW * _STEP

# Role -> colour on white paper.
PAPER = {
    "ai": "#1d5fc4",
    "typing": "#0b6e4f",
    "decision": "#a8470b",
    "untagged": "#5c6470",
    "gate": "#6d28a8",
    "warning": "#b3001b",
    "stretch": "#9fb3c8",
    "longest": "#33536f",
    "ink": "#1f2933",
    "paper": "#ffffff",
}
_LOOKS: dict[Tag | None, tuple[str, str]] = {
    Tag.AI: ("ai", "A"),
    Tag.TYPING: ("typing", "T"),
    Tag.DECISION: ("decision", "D"),
    None: ("untagged", "?"),
}

Point = tuple[float, float]


@dataclass(frozen=True)
class Polygon:
    points: tuple[Point, ...]
    role: str


@dataclass(frozen=True)
class Disc:
    """A filled disc, or only its outline where `hollow`."""

    x: float
    y: float
    radius: float
    role: str
    hollow: bool = False


@dataclass(frozen=True)
class Label:
    """A short word of ours (never a person's text); `y` is its base line, `x` its middle or its start."""

    x: float
    y: float
    text: str
    role: str
    size: float = 9.0
    bold: bool = False
    centred: bool = True


Shape = Polygon | Disc | Label


@dataclass(frozen=True)
class Picture:
    """Shapes in drawing order; `words` say the same to those who do not see it."""

    width: float
    height: float
    shapes: tuple[Shape, ...]
    words: str


def pictures(report: Report, rows: int = 1_000) -> tuple[Picture, ...]:
    """The run in pictures of at most `rows` rows, the legend on top of the first; none without steps."""
    lines = report.lines
    size = rows * MARKS_PER_ROW
    parts = [lines[start : start + size] for start in range(0, len(lines), size)]
    return tuple(_picture(report, part) for part in parts)


def _picture(report: Report, lines: Sequence[Line]) -> Picture:
    first = lines[0].number == 1
    top = _LEGEND if first else 0.0
    rows = [lines[start : start + MARKS_PER_ROW] for start in range(0, len(lines), MARKS_PER_ROW)]
    shapes = [shape for number, row in enumerate(rows) for shape in _row(row, top + number * _ROW)]
    words = cells.picture_words(report)
    if len(lines) < len(report.lines):
        words = f"Steps {lines[0].number} to {lines[-1].number}. {words}"
    return Picture(WIDTH, top + len(rows) * _ROW, (*(_legend() if first else ()), *shapes), words)


def _row(lines: Sequence[Line], top: float) -> Iterator[Shape]:
    for column, line in enumerate(lines):
        x = _EDGE + (column + 0.5) * _STEP
        if line.in_stretch:
            before = column > 0 and lines[column - 1].stretch == line.stretch
            yield _bar(line, x, top, joins_left=before)
        yield from _mark(line.step.tag, x, top + _MARK_Y)
        yield Label(x, top + _NUMBER_Y, str(line.number), "ink")
        if line.is_gate:
            yield from _gate(x + _STEP / 2, top)
        if line.warns:
            yield from _warning(x, top + 9)


def _bar(line: Line, x: float, top: float, joins_left: bool) -> Polygon:
    """A piece of the bar under an unattended stretch; it reaches back to a mark before that is in it too."""
    left = x - _STEP + _RADIUS if joins_left else x - _RADIUS
    height = 5.0 if line.in_longest_stretch else 2.5
    return _box(left, top + _BAR_Y, x + _RADIUS, top + _BAR_Y + height, _bar_role(line))


def _bar_role(line: Line) -> str:
    return "longest" if line.in_longest_stretch else "stretch"


def _mark(tag: Tag | None, x: float, y: float) -> Iterator[Shape]:
    role, letter = _LOOKS[tag]
    r = _RADIUS
    match tag:
        case Tag.AI:
            yield _box(x - r + 1, y - r + 1, x + r - 1, y + r - 1, role)
        case Tag.DECISION:
            yield Polygon(((x, y - r - 3), (x + r + 3, y), (x, y + r + 3), (x - r - 3, y)), role)
        case Tag.TYPING:
            yield Disc(x, y, r, role)
        case None:
            yield Disc(x, y, r, role, hollow=True)
    yield Label(x, y + 4, letter, "paper" if tag else role, 11.0, bold=True)


def _gate(x: float, top: float) -> Iterator[Shape]:
    """A post behind the step that has to be passed, before the next."""
    yield _box(x - 1.75, top + _MARK_Y - 13, x + 1.75, top + _MARK_Y + 16, "gate")
    yield Label(x, top + _MARK_Y - 16, "gate", "gate", 7.0, bold=True)


def _warning(x: float, y: float) -> Iterator[Shape]:
    yield Polygon(((x, y - 9), (x + 6, y + 2), (x - 6, y + 2)), "warning")
    yield Label(x, y + 0.5, "!", "paper", 7.5, bold=True)


def _legend() -> Iterator[Shape]:
    y = 17.0
    x = _EDGE + _RADIUS
    for tag, word in (
        (Tag.AI, "AI"), (Tag.TYPING, "TYPING"), (Tag.DECISION, "DECISION"), (None, "not tagged"),
    ):  # fmt: skip
        yield from _mark(tag, x, y)
        yield Label(x + 20, y + 3.5, word, "ink", centred=False)
        x += 46 + 6.2 * len(word)
    yield _box(x, y - 10, x + 3.5, y + 10, "gate")
    yield Label(x + 9, y + 3.5, "human gate", "ink", centred=False)
    x += 82
    yield _box(x, y - 1.25, x + 18, y + 1.25, "stretch")
    yield Label(x + 23, y + 3.5, "unattended stretch", "ink", centred=False)
    x += 124
    yield _box(x, y - 2.5, x + 18, y + 2.5, "longest")
    yield Label(x + 23, y + 3.5, "the longest", "ink", centred=False)
    x += 94
    yield from _warning(x, y + 4)
    yield Label(x + 11, y + 3.5, "warning (G2)", "ink", centred=False)


def _box(left: float, top: float, right: float, bottom: float, role: str) -> Polygon:
    return Polygon(((left, top), (right, top), (right, bottom), (left, bottom)), role)
