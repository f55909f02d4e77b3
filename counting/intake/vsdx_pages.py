"""Visio drawings (.vsdx) as plain shapes and connections, page by page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING
from zipfile import ZipFile

from counting.intake.archive import part_names, read_part
from counting.intake.caps import Caps, check_items
from counting.intake.encoding import decode
from counting.intake.markup import attribute, children, local, parse

if TYPE_CHECKING:
    from lxml.etree import _Element as XmlElement

_PAGES = "visio/pages/"
_MASTERS = "visio/masters/"


@dataclass(frozen=True)
class Box:
    """Where a shape lies on its page; y grows upwards."""

    left: float
    low: float
    width: float
    height: float

    def holds(self, x: float, y: float, slack: float = 0.0) -> bool:
        right, top = self.left + self.width, self.low + self.height
        return self.left - slack <= x <= right + slack and self.low - slack <= y <= top + slack

    @property
    def area(self) -> float:
        return self.width * self.height


@dataclass(frozen=True)
class VisioShape:
    """A shape of a page. `master` is the universal name of the stencil shape, `owner` the group around."""

    id: str
    text: str
    master: str
    box: Box
    owner: str
    begin: tuple[float, float] | None = None
    end: tuple[float, float] | None = None
    reversed: bool = False


@dataclass(frozen=True)
class VisioPage:
    """`connects` are (connector id, "BeginX" or "EndX", shape id)."""

    name: str
    shapes: dict[str, VisioShape]
    connects: tuple[tuple[str, str, str], ...]

    @property
    def has_words(self) -> bool:
        return any(shape.text.strip() for shape in self.shapes.values())


def pages_of(archive: ZipFile, caps: Caps) -> list[VisioPage]:
    """The foreground pages in their order. Raises IntakeError for a damaged or oversized one."""
    masters = _masters(archive, caps)
    listed = list(_listed_pages(archive, caps))
    return [_page(archive, part, name, masters, caps) for part, name in listed]


def _xml(archive: ZipFile, part: str, caps: Caps) -> XmlElement:
    return parse(decode(read_part(archive, part)).text, caps, "Visio drawing")


def _targets(archive: ZipFile, folder: str, part: str, caps: Caps) -> dict[str, str]:
    """Relationship id -> part, of a listing."""
    rels = f"{folder}_rels/{part}.rels"
    if rels not in archive.namelist():
        return {}
    found = {attribute(one, "Id"): attribute(one, "Target") for one in children(_xml(archive, rels, caps))}
    return {
        key: target.lstrip("/") if target.startswith("/") else folder + target
        for key, target in found.items()
    }


def _listed_pages(archive: ZipFile, caps: Caps) -> Iterator[tuple[str, str]]:
    names = set(part_names(archive))
    if f"{_PAGES}pages.xml" in names:
        targets = _targets(archive, _PAGES, "pages.xml", caps)
        for page in children(_xml(archive, f"{_PAGES}pages.xml", caps)):
            part = next(
                (targets.get(attribute(rel, "id"), "") for rel in children(page) if local(rel) == "Rel"), ""
            )
            if part in names and attribute(page, "Background") != "1":
                yield part, attribute(page, "Name") or attribute(page, "NameU")
    else:
        yield from ((name, "") for name in sorted(names) if name.startswith(f"{_PAGES}page"))


def _masters(archive: ZipFile, caps: Caps) -> dict[str, tuple[str, float, float]]:
    """Master id -> its universal name and its size."""
    if f"{_MASTERS}masters.xml" not in archive.namelist():
        return {}
    targets = _targets(archive, _MASTERS, "masters.xml", caps)
    found: dict[str, tuple[str, float, float]] = {}
    for master in children(_xml(archive, f"{_MASTERS}masters.xml", caps)):
        part = next(
            (targets.get(attribute(rel, "id"), "") for rel in children(master) if local(rel) == "Rel"), ""
        )
        width, height = _size(archive, part, caps)
        found[attribute(master, "ID")] = (
            attribute(master, "NameU") or attribute(master, "Name"),
            width,
            height,
        )
    return found


def _size(archive: ZipFile, part: str, caps: Caps) -> tuple[float, float]:
    if part not in archive.namelist():
        return 0.0, 0.0
    first = next((one for one in _xml(archive, part, caps).iter() if local(one) == "Shape"), None)
    cells = _cells(first) if first is not None else {}
    return cells.get("Width", 0.0), cells.get("Height", 0.0)


def _page(
    archive: ZipFile, part: str, name: str, masters: dict[str, tuple[str, float, float]], caps: Caps
) -> VisioPage:
    root = _xml(archive, part, caps)
    shapes: dict[str, VisioShape] = {}
    connects: list[tuple[str, str, str]] = []
    for group in children(root):
        if local(group) == "Shapes":
            _read_shapes(group, "", (0.0, 0.0), masters, shapes, caps)
        elif local(group) == "Connects":
            connects.extend(
                (attribute(one, "FromSheet"), attribute(one, "FromCell"), attribute(one, "ToSheet"))
                for one in children(group)
            )
    return VisioPage(name, shapes, tuple(connects))


def _read_shapes(
    group: XmlElement,
    owner: str,
    origin: tuple[float, float],
    masters: dict[str, tuple[str, float, float]],
    shapes: dict[str, VisioShape],
    caps: Caps,
) -> None:
    """The shapes of a group and those inside them, placed on the page."""
    for element in children(group):
        if local(element) != "Shape" or attribute(element, "Del") == "1":
            continue
        shape = _shape(element, owner, origin, masters)
        shapes[shape.id] = shape
        check_items(len(shapes), caps, "shapes", per_item=4)
        for inner in children(element):
            if local(inner) == "Shapes":
                _read_shapes(inner, shape.id, (shape.box.left, shape.box.low), masters, shapes, caps)


def _shape(
    element: XmlElement, owner: str, origin: tuple[float, float], masters: dict[str, tuple[str, float, float]]
) -> VisioShape:
    name, width, height = masters.get(attribute(element, "Master"), ("", 0.0, 0.0))
    cells = _cells(element)
    width, height = cells.get("Width", width), cells.get("Height", height)
    left = origin[0] + cells.get("PinX", 0.0) - cells.get("LocPinX", width / 2)
    low = origin[1] + cells.get("PinY", 0.0) - cells.get("LocPinY", height / 2)
    is_line = "BeginX" in cells and "EndX" in cells
    return VisioShape(
        id=attribute(element, "ID"),
        text="".join(_text(element)),
        master=name or attribute(element, "NameU") or attribute(element, "Name"),
        box=Box(left, low, width, height),
        owner=owner,
        begin=(origin[0] + cells["BeginX"], origin[1] + cells.get("BeginY", 0.0)) if is_line else None,
        end=(origin[0] + cells["EndX"], origin[1] + cells.get("EndY", 0.0)) if is_line else None,
        reversed=cells.get("BeginArrow", 0.0) > 0 and cells.get("EndArrow", 1.0) == 0,
    )


def _text(element: XmlElement) -> Iterator[str]:
    for child in children(element):
        if local(child) == "Text":
            yield from (str(part) for part in child.itertext())


def _cells(element: XmlElement) -> dict[str, float]:
    """The numeric cells of a shape by name."""
    found: dict[str, float] = {}
    for cell in children(element):
        if local(cell) == "Cell":
            try:
                found[attribute(cell, "N")] = float(attribute(cell, "V"))
            except ValueError:
                continue
    return found
