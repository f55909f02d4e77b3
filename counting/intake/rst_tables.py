"""The tables of reStructuredText: drawn with lines, or written as a directive of lists or of commas."""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from counting.intake.grid import Cell, Grid
from counting.intake.row import Row

TABLES = ("list-table", "csv-table", "table")
TABLE_WHY = "A table written as a directive."
_GRID_RULE = re.compile(r"^\+[-=+]+\+$")
_SIMPLE_RULE = re.compile(r"^=+(?:\s+=+)+$")
_OPTION = re.compile(r"^:(?P<name>[\w-]+):\s*(?P<value>.*)$")
_FIRST = re.compile(r"^[*+-]\s+(?=[*+-](?:\s|$))")
_NEXT = re.compile(r"^[*+-](?:\s+|$)")


@dataclass(frozen=True)
class Table:
    """A table and how many rows of the text it takes."""

    grid: Grid
    length: int


def table_at(found: Sequence[Row], place: int) -> Table | None:
    """The table that begins at this row, None for none; what a directive would fetch is never read."""
    first = found[place]
    if first.why == TABLE_WHY and first.text.startswith(".."):
        return _directive(found, place)
    length = 0 if first.why else _drawn_length(found, place)
    return Table(_drawn(found[place : place + length]), length) if length else None


def _directive(found: Sequence[Row], place: int) -> Table | None:
    end = place + 1
    while end < len(found) and found[end].why == TABLE_WHY and found[end].indent > found[place].indent:
        end += 1
    options, body = _body(found[place + 1 : end])
    if not body:
        return None
    grid = _written(found[place].text, options, body)
    return Table(grid, end - place) if grid else None


def _written(opening: str, options: dict[str, Row], body: Sequence[Row]) -> Grid | None:
    if "list-table::" in opening:
        return _listed(body)
    if "csv-table::" in opening:
        return _separated(body, options)
    return _drawn(body) if _is_drawn(body[0]) else None


def _body(rows: Sequence[Row]) -> tuple[dict[str, Row], list[Row]]:
    """The options of a directive by name, and the rows below them."""
    options: dict[str, Row] = {}
    for place, row in enumerate(rows):
        option = _OPTION.match(row.text)
        if option is None:
            return options, list(rows[place:])
        lead = option.start("value")
        options[option["name"]] = replace(row, text=option["value"], start=row.start + lead)
    return options, []


def _listed(body: Sequence[Row]) -> Grid:
    """ "* - a cell" opens a row, "- a cell" adds to it, other lines go on with the cell."""
    table: list[list[Cell]] = []
    outer = body[0].indent
    inner = -1
    for row in body:
        opens = _FIRST.match(row.text) if row.indent == outer else None
        if opens:
            table.append([])
            inner = outer + opens.end()
            row = _without(row, opens.end())
        item = _NEXT.match(row.text) if opens or row.indent == inner else None
        if item and table:
            table[-1].append(_cell(_without(row, item.end())))
        elif table and table[-1]:
            table[-1][-1] = _grown(table[-1][-1], _cell(row))
    return Grid(tuple(tuple(cells) for cells in table))


def _without(row: Row, lead: int) -> Row:
    return replace(row, text=row.text[lead:], start=row.start + lead)


def _separated(body: Sequence[Row], options: dict[str, Row]) -> Grid:
    header = [options["header"]] if "header" in options else []
    return Grid(tuple(tuple(_values(row)) for row in (*header, *body)))


def _values(row: Row) -> list[Cell]:
    cells: list[Cell] = []
    at = 0
    for value in next(csv.reader([row.text], skipinitialspace=True), []):
        found = row.text.find(value, at)
        start = found if found >= 0 else at
        at = start + len(value)
        cells.append(Cell(value.strip(), row.where, row.start + start, row.start + at, row.line))
    return cells


def _is_drawn(row: Row) -> bool:
    return bool(_GRID_RULE.match(row.text) or _SIMPLE_RULE.match(row.text))


def _drawn_length(found: Sequence[Row], place: int) -> int:
    """How many rows from here are one drawn table; 0 for none."""
    first = found[place]
    if _GRID_RULE.match(first.text):
        end = place
        while end < len(found) and found[end].text[:1] in ("+", "|") and (end == place or not found[end].gap):
            end += 1
        return end - place
    if _SIMPLE_RULE.match(first.text):
        rules = [at for at in range(place, len(found)) if _SIMPLE_RULE.match(found[at].text)]
        return (rules[2] if len(rules) > 2 else rules[-1]) - place + 1 if len(rules) > 1 else 0
    return 0


def _drawn(found: Sequence[Row]) -> Grid:
    by_lines = bool(_GRID_RULE.match(found[0].text))
    if by_lines:
        bars = [at for at, character in enumerate(found[0].text) if character == "+"]
        spans = [(one + 1, other) for one, other in pairwise(bars)]
    else:
        starts = [mark.start() for mark in re.finditer("=+", found[0].text)]
        spans = list(pairwise((*starts, 10_000)))
    table: list[tuple[Cell, ...]] = []
    fresh = True
    for row in found:
        if re.match(r"^[+=][-=+\s]+$", row.text):
            fresh = True
            continue
        cells = tuple(_cut(row, start, end, row.indent - found[0].indent) for start, end in spans)
        if table and not (fresh if by_lines else cells[0].text):
            table[-1] = tuple(_grown(one, other) for one, other in zip(table[-1], cells, strict=True))
        else:
            table.append(cells)
        fresh = False
    return Grid(tuple(table))


def _cut(row: Row, start: int, end: int, shift: int) -> Cell:
    """The cell between two columns of the drawing, of a row that begins `shift` columns further in."""
    first = max(start - shift, 0)
    piece = row.text[first : max(end - shift, 0)]
    lead = len(piece) - len(piece.lstrip(" |"))
    text = piece.strip(" |\t")
    place = row.start + min(first + lead, len(row.text))
    return Cell(text, row.where, place, min(place + len(text), row.end), row.line)


def _cell(row: Row) -> Cell:
    return Cell(row.text, row.where, row.start, row.end, row.line)


def _grown(one: Cell, other: Cell) -> Cell:
    return replace(one, text=f"{one.text} {other.text}".strip(), end=other.end if other.text else one.end)
