"""Visio drawings (.vsdx): shapes in the order of their connectors, actors from the swimlanes."""

from __future__ import annotations

from collections.abc import Iterator

from counting.intake.archive import open_zip
from counting.intake.caps import Caps
from counting.intake.draft import Draft, IntakeError, Position
from counting.intake.drawn import draft_of
from counting.intake.flow import Edge, Kind, amount
from counting.intake.frames import through_frames
from counting.intake.names import clean_name
from counting.intake.shapes import Form, Shape
from counting.intake.source import Source
from counting.intake.vsdx_pages import VisioPage, VisioShape, pages_of

KIND = "Visio drawing"
_REACH = 0.15  # inches; how far a loose end of a connector may stop short of a shape
_MAX_LOOSE = 1_000
# Words inside the universal name of a stencil shape, the first that fits decides.
_FORMS = (
    ("gateway", Form.QUESTION),
    ("decision", Form.QUESTION),
    ("event", Form.EVENT),
    ("start/end", Form.TERMINAL),
    ("terminator", Form.TERMINAL),
    ("start", Form.TERMINAL),
    ("on-page", Form.LINK),
    ("off-page", Form.LINK),
    ("annotation", Form.NOTE),
    ("callout", Form.NOTE),
    ("note", Form.NOTE),
    ("title", Form.NOTE),
    ("legend", Form.NOTE),
    ("text", Form.NOTE),
    ("phase", Form.NOTE),
    ("separator", Form.NOTE),
    ("document", Form.STORE),
    ("database", Form.STORE),
    ("data store", Form.STORE),
    ("data object", Form.STORE),
    ("external data", Form.STORE),
    ("stored data", Form.STORE),
    ("message", Form.STORE),
)
_LANES = ("swimlane", "functional band", "pool", "lane", "cff container")
_HOLDERS = ("swimlane list", "phase list", "holder", "cff container")
_CONNECTORS = ("connector", "sequence flow", "message flow", "association")


def read(source: Source) -> Draft:
    """A drawing as a draft; its pages are procedures. Raises IntakeError when nothing says what is done."""
    pages = [page for page in pages_of(open_zip(source), source.caps) if page.has_words]
    if not pages:
        raise IntakeError(
            "This Visio drawing has no page with words on it. "
            "Save it again in Visio, or paste the steps, one act per line."
        )
    readers = [
        _PageReader(page, number, f"p{number + 1}-" if len(pages) > 1 else "", source.caps)
        for number, page in enumerate(pages)
    ]
    lanes = sum(len(reader.lanes) for reader in readers)
    about = f", {amount(len(pages), 'page')}" if len(pages) > 1 else ""
    about += f", {amount(lanes, 'lane')}" if lanes else ""
    return draft_of(
        source,
        KIND,
        [shape for reader in readers for shape in reader.shapes()],
        [edge for reader in readers for edge in reader.edges()],
        about=about,
        procedures=tuple(clean_name(page.name) for page in pages),
    )


class _PageReader:
    """One page: what is a shape, a lane, a connector."""

    def __init__(self, page: VisioPage, procedure: int, prefix: str, caps: Caps) -> None:
        self.page, self.procedure, self.prefix, self.caps = page, procedure, prefix, caps
        self.inside: dict[str, list[VisioShape]] = {}
        for shape in page.shapes.values():
            self.inside.setdefault(shape.owner, []).append(shape)
        self.lanes = {shape.id: self._words(shape) for shape in page.shapes.values() if _is_lane(shape)}
        self.connectors = {shape.id for shape in page.shapes.values() if _is_connector(shape)}
        self.connectors |= {line for line, _, _ in page.connects}
        self.plain = [shape for shape in page.shapes.values() if self._is_plain(shape)]
        self.owners = {shape.id: self._owner(shape) for shape in page.shapes.values()}
        self.loose = 0

    def shapes(self) -> Iterator[Shape]:
        for shape in self.plain:
            words = self._words(shape)
            yield Shape(
                id=f"{self.prefix}{shape.id}",
                text=clean_name(words),
                original=words.strip(),
                form=_form(shape),
                position=Position(
                    (f'page "{self.page.name}", ' if self.prefix else "") + f"shape {shape.id}"
                ),
                actor=self._actor(shape),
                procedure=self.procedure,
            )

    def edges(self) -> Iterator[Edge]:
        begins = {line: shape for line, cell, shape in self.page.connects if cell.startswith("Begin")}
        ends = {line: shape for line, cell, shape in self.page.connects if cell.startswith("End")}
        links: list[tuple[str, str, str]] = []
        for line in sorted(self.connectors, key=_in_number_order):
            shape = self.page.shapes.get(line)
            before = self.owners.get(begins.get(line, "")) or self._nearest(shape.begin if shape else None)
            after = self.owners.get(ends.get(line, "")) or self._nearest(shape.end if shape else None)
            if not before or not after or before == after:
                continue
            if shape is not None and shape.reversed:
                before, after = after, before
            links.append((before, after, clean_name(self._words(shape)) if shape else ""))
        for before, after, label in through_frames(links, {}, self.caps):
            yield Edge(f"{self.prefix}{before}", f"{self.prefix}{after}", label, Kind.FLOW)

    def _is_plain(self, shape: VisioShape) -> bool:
        """A shape of its own: no lane, no connector, no part of one, no part of a shape that has words."""
        if (
            shape.id in self.lanes
            or shape.id in self.connectors
            or any(word in _name(shape) for word in _HOLDERS)
        ):
            return False
        outer = self.page.shapes.get(shape.owner)
        if outer is None:
            return True
        if outer.id in self.lanes or outer.id in self.connectors:
            return False
        # A group without words of its own and several parts with words is only a bracket around them.
        return self._is_bracket(outer) and bool(shape.text.strip())

    def _is_bracket(self, shape: VisioShape) -> bool:
        worded = [part for part in self.inside.get(shape.id, ()) if part.text.strip()]
        return not shape.text.strip() and len(worded) > 1

    def _words(self, shape: VisioShape) -> str:
        """The words of a shape; a group without any speaks through the one part that has some."""
        if shape.text.strip() or self._is_bracket(shape):
            return shape.text
        parts = [part.text for part in self.inside.get(shape.id, ()) if part.text.strip()]
        return parts[0] if parts else ""

    def _owner(self, shape: VisioShape) -> str:
        """The shape a connector means that is glued to a part of it."""
        here = shape
        for _ in range(self.caps.nesting):
            if self._is_plain(here):
                return here.id
            outer = self.page.shapes.get(here.owner)
            if outer is None:
                return ""
            here = outer
        return ""

    def _nearest(self, point: tuple[float, float] | None) -> str:
        self.loose += 1
        if point is None or self.loose > _MAX_LOOSE:
            return ""
        near = [shape for shape in self.plain if shape.box.holds(*point, _REACH)]
        return min(near, key=lambda shape: shape.box.area).id if near else ""

    def _actor(self, shape: VisioShape) -> str | None:
        x, y = shape.box.left + shape.box.width / 2, shape.box.low + shape.box.height / 2
        around = [self.page.shapes[lane] for lane in self.lanes if self.page.shapes[lane].box.holds(x, y)]
        for lane in sorted(around, key=lambda lane: lane.box.area):
            name = clean_name(self.lanes[lane.id])
            if name:
                return name
        return None


def _name(shape: VisioShape) -> str:
    return shape.master.lower()


def _is_lane(shape: VisioShape) -> bool:
    name = _name(shape)
    return any(word in name for word in _LANES) and not any(word in name for word in _HOLDERS)


def _is_connector(shape: VisioShape) -> bool:
    return shape.begin is not None or any(word in _name(shape) for word in _CONNECTORS)


def _form(shape: VisioShape) -> Form:
    name = _name(shape)
    return next((form for word, form in _FORMS if word in name), Form.ACT)


def _in_number_order(shape_id: str) -> tuple[int, str]:
    return (int(shape_id) if shape_id.isdigit() else 0, shape_id)
