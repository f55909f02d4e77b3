"""draw.io (diagrams.net) drawings: shapes in the order of their arrows, actors from the lanes."""

from __future__ import annotations

from collections.abc import Iterator

from counting.intake.caps import Caps
from counting.intake.draft import Draft, IntakeError, Position
from counting.intake.drawio_cells import Cell, Page, Point, pages_of
from counting.intake.drawio_forms import form_of, is_label, is_lane, is_message
from counting.intake.drawn import draft_of
from counting.intake.flow import Edge, Kind, amount
from counting.intake.frames import through_frames
from counting.intake.markup import attribute, local, parse
from counting.intake.names import clean_name
from counting.intake.shapes import Form, Shape
from counting.intake.source import Source

KIND = "draw.io drawing"
_MAX_LOOSE = 1_000
_MAX_LANE_SEARCH = 2_000_000  # shapes times lanes; beyond it only belonging makes an actor
_REACH = 12.0  # how far, in drawing units, a loose end of an arrow may stop short of a shape


def read(source: Source) -> Draft:
    """A drawing as a draft; its pages are procedures. Raises IntakeError when nothing says what is done."""
    root = parse(source.decoded.text, source.caps, "drawing")
    if local(root) == "svg":
        root = parse(attribute(root, "content"), source.caps, "drawing")
    pages = [page for page in pages_of(root, source.caps) if _says(page)]
    if not pages:
        raise IntakeError(
            "This draw.io file has no page with words on it. "
            "Save the drawing again in draw.io (diagrams.net), or paste the steps, one act per line."
        )
    shapes: list[Shape] = []
    edges: list[Edge] = []
    lanes: set[str] = set()
    for number, page in enumerate(pages):
        reader = _PageReader(page, number, f"p{number + 1}-" if len(pages) > 1 else "", source.caps)
        shapes.extend(reader.shapes())
        edges.extend(reader.edges())
        lanes |= {reader.prefix + lane for lane in reader.lanes}
    about = f", {amount(len(pages), 'page')}" if len(pages) > 1 else ""
    about += f", {amount(len(lanes), 'lane')}" if lanes else ""
    names = tuple(clean_name(page.name) for page in pages)
    return draft_of(source, KIND, shapes, edges, about=about, procedures=names)


def _says(page: Page) -> bool:
    return any(cell.value.strip() and not cell.is_edge for cell in page.cells.values())


class _PageReader:
    """One page: what is a shape, a lane, a frame, a label."""

    def __init__(self, page: Page, procedure: int, prefix: str, caps: Caps) -> None:
        self.page, self.procedure, self.prefix, self.caps = page, procedure, prefix, caps
        self.cells = page.cells
        self.vertices = [
            cell for cell in self.cells.values() if not cell.is_edge and not self._is_layer(cell)
        ]
        self.parents = {
            cell.parent for cell in self.vertices if cell.value.strip() and not is_label(cell, self.cells)
        }
        self.lanes = {cell.id for cell in self.vertices if is_lane(cell)}
        self.frames = {cell.id for cell in self.vertices if cell.id in self.parents} - self.lanes
        self.labels = self._labels()
        self.loose = 0
        self.areas = [
            (
                cell.x - _REACH,
                cell.y - _REACH,
                cell.x + cell.width + _REACH,
                cell.y + cell.height + _REACH,
                cell.width * cell.height,
                cell.id,
            )
            for cell in self.vertices
            if cell.id not in self.lanes and not is_label(cell, self.cells)
        ]

    def shapes(self) -> Iterator[Shape]:
        for cell in self.vertices:
            if cell.id in self.lanes or is_label(cell, self.cells):
                continue
            form = Form.FRAME if cell.id in self.frames else form_of(cell)
            yield Shape(
                id=self.prefix + cell.id,
                text=clean_name(cell.value),
                original=cell.value,
                form=form,
                position=self._position(cell),
                actor=self._actor(cell),
                procedure=self.procedure,
            )

    def edges(self) -> Iterator[Edge]:
        links: list[tuple[str, str, str]] = []
        messages: set[tuple[str, str]] = set()
        for cell in self.cells.values():
            if not cell.is_edge:
                continue
            before, after = self._end(cell, "source"), self._end(cell, "target")
            if not before or not after:
                continue
            if cell.style.get("endArrow") == "none" and cell.style.get("startArrow", "none") != "none":
                before, after = after, before
            links.append((before, after, self.labels.get(cell.id, "")))
            if is_message(cell):
                messages.add((before, after))
        for before, after, label in through_frames(links, self._members(), self.caps):
            kind = Kind.HAND_OFF if (before, after) in messages else Kind.FLOW
            yield Edge(self.prefix + before, self.prefix + after, label, kind)

    def _position(self, cell: Cell) -> Position:
        page = f'page "{clean_name(self.page.name)}", ' if self.prefix else ""
        return Position(f"{page}shape {cell.id}")

    def _is_layer(self, cell: Cell) -> bool:
        """The root and the layers of a page have no place and no style of their own."""
        return not cell.width and not cell.height and not cell.relative and "base" not in cell.style

    def _labels(self) -> dict[str, str]:
        """What is written on an arrow, by the arrow or by a label that belongs to it."""
        found = {cell.id: [cell.value] for cell in self.cells.values() if cell.is_edge}
        for cell in self.vertices:
            if cell.parent in found:
                found[cell.parent].append(cell.value)
        return {edge: " ".join(filter(None, map(clean_name, values))) for edge, values in found.items()}

    def _end(self, edge: Cell, which: str) -> str:
        """The shape at one end of an arrow; a loose end belongs to the shape it all but touches."""
        named = edge.source if which == "source" else edge.target
        cell = self.cells.get(named)
        if cell is not None and not cell.is_edge:
            return self._owner(cell)
        point = edge.ends.get(f"{which}Point")
        return self._nearest(point) if point else ""

    def _owner(self, cell: Cell) -> str:
        """An arrow drawn to an icon inside a shape belongs to the shape."""
        here = cell
        for _ in range(len(self.cells)):
            outer = self.cells.get(here.parent)
            if (
                here.value.strip()
                or outer is None
                or outer.is_edge
                or not outer.value.strip()
                or outer.id in self.lanes
            ):
                return here.id if here.value.strip() else cell.id
            here = outer
        return cell.id

    def _nearest(self, point: Point) -> str:
        """The smallest shape around a point; only so many loose ends are worth the search."""
        self.loose += 1
        if self.loose > _MAX_LOOSE:
            return ""
        x, y = point
        near = [
            (area, name)
            for left, top, right, low, area, name in self.areas
            if left <= x <= right and top <= y <= low
        ]
        return min(near)[1] if near else ""

    def _members(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for cell in self.vertices:
            if cell.id in self.frames or cell.id in self.lanes or is_label(cell, self.cells):
                continue
            for outer in self._around(cell):
                found.setdefault(outer.id, []).append(cell.id)
        return found

    def _around(self, cell: Cell) -> Iterator[Cell]:
        """The shapes around a shape, from the inside out."""
        seen = {cell.id}
        outer = self.cells.get(cell.parent)
        while outer is not None and outer.id not in seen and len(seen) <= self.caps.nesting:
            seen.add(outer.id)
            yield outer
            outer = self.cells.get(outer.parent)

    def _actor(self, cell: Cell) -> str | None:
        """The innermost lane with a name: by belonging, else by lying inside it."""
        around = [outer for outer in self._around(cell) if outer.id in self.lanes]
        if not around and len(self.lanes) * len(self.vertices) <= _MAX_LANE_SEARCH:
            middle = (cell.x + cell.width / 2, cell.y + cell.height / 2)
            inside = [self.cells[lane] for lane in self.lanes if _holds(self.cells[lane], middle)]
            around = sorted(inside, key=lambda lane: lane.width * lane.height)
        names = [clean_name(lane.value) for lane in sorted(around, key=_is_table_cell)]
        return next((name for name in names if name), None)


def _holds(cell: Cell, point: Point) -> bool:
    return cell.x <= point[0] <= cell.x + cell.width and cell.y <= point[1] <= cell.y + cell.height


def _is_table_cell(lane: Cell) -> bool:
    """In a table of lanes the row names the actor; the cells of its first row name phases."""
    bodiless, headless = lane.style.get("swimlaneBody") == "0", lane.style.get("swimlaneHead") == "0"
    return bodiless or (headless and "shape" not in lane.style)
