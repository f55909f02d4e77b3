"""The numbers and bullets Word draws in front of paragraphs, which are not in their text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_BULLETS = ("bullet", "none")


@dataclass(frozen=True)
class Number:
    """What stands in front of a paragraph: "3.", "b.", "-"; `level` counts from 0."""

    marker: str
    level: int


class Numbering:
    """Counts the lists of one document while its paragraphs are walked in order."""

    def __init__(self, document: Any) -> None:
        self._formats: dict[tuple[str, int], str] = {}
        self._starts: dict[tuple[str, int], int] = {}
        self._abstract: dict[str, str] = {}
        self._counts: dict[tuple[str, int], int] = {}
        try:
            element = document.part.numbering_part.element
        except (KeyError, NotImplementedError):
            return
        for abstract in element.iter(f"{_W}abstractNum"):
            name = abstract.get(f"{_W}abstractNumId")
            for level in abstract.iter(f"{_W}lvl"):
                key = (name, int(level.get(f"{_W}ilvl") or 0))
                self._formats[key] = _value(level, "numFmt") or "decimal"
                self._starts[key] = int(_value(level, "start") or 1)
        for number in element.iter(f"{_W}num"):
            self._abstract[number.get(f"{_W}numId")] = _value(number, "abstractNumId") or ""

    def of(self, element: Any, style: Any) -> Number | None:
        """The number of this paragraph, None where Word draws none. Call it once per paragraph, in order."""
        found = _properties(element.find(f"{_W}pPr"))
        if found is None:
            found = _by_style(style)
        if found is None:
            return _by_name(style)
        number, level = found
        if number == "0":
            return None
        key = (self._abstract.get(number, number), level)
        form = self._formats.get(key, "decimal")
        if form in _BULLETS:
            return Number("-", level)
        self._counts[(number, level)] = self._counts.get((number, level), self._starts.get(key, 1) - 1) + 1
        for other in list(self._counts):
            if other[0] == number and other[1] > level:
                del self._counts[other]
        return Number(_written(self._counts[(number, level)], form), level)


def _properties(properties: Any) -> tuple[str, int] | None:
    if properties is None:
        return None
    numbered = properties.find(f"{_W}numPr")
    if numbered is None or _value(numbered, "numId") is None:
        return None
    return _value(numbered, "numId") or "0", int(_value(numbered, "ilvl") or 0)


def _by_style(style: Any) -> tuple[str, int] | None:
    while style is not None:
        found = _properties(style.element.find(f"{_W}pPr"))
        if found is not None:
            return found
        style = style.base_style
    return None


def _by_name(style: Any) -> Number | None:
    """List styles without numbering behind them, as some programs write them."""
    name = str(style.name or "").lower() if style is not None else ""
    if not name.startswith("list "):
        return None
    level = int(name[-1]) - 1 if name[-1].isdigit() else 0
    return Number("#" if "number" in name else "-", level)


def _value(element: Any, tag: str) -> str | None:
    child = element.find(f"{_W}{tag}")
    return None if child is None else child.get(f"{_W}val")


def _written(count: int, form: str) -> str:
    if form in ("lowerLetter", "upperLetter") and 1 <= count <= 26:
        return chr((96 if form == "lowerLetter" else 64) + count) + "."
    return f"{count}."
