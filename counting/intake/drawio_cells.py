"""draw.io (diagrams.net) XML as plain cells, compressed or not."""

from __future__ import annotations

import base64
import binascii
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import unquote

from counting.intake.archive import DEFLATE, inflate
from counting.intake.caps import Caps, check_items
from counting.intake.draft import IntakeError
from counting.intake.markup import attribute, children, line_of, local, parse

if TYPE_CHECKING:
    from lxml.etree import _Element as XmlElement

Point = tuple[float, float]
_CELLS_PER_ITEM = 4  # arrows, labels and lanes are cells too


@dataclass
class Cell:
    """A shape or an arrow; `x` and `y` are absolute, `ends` are the loose ends of an arrow."""

    id: str
    parent: str
    value: str
    style: dict[str, str]
    is_edge: bool
    source: str
    target: str
    x: float = 0.0
    y: float = 0.0
    width: float = 0.0
    height: float = 0.0
    relative: bool = False
    ends: dict[str, Point] = field(default_factory=dict)


@dataclass(frozen=True)
class Page:
    """One page of a drawing."""

    name: str
    cells: dict[str, Cell]


def pages_of(root: XmlElement, caps: Caps) -> list[Page]:
    """The pages of a file. Raises IntakeError for a damaged or oversized one."""
    if local(root) == "mxGraphModel":
        return [Page("", _cells(root, caps))]
    found: list[Page] = []
    for diagram in children(root):
        if local(diagram) != "diagram":
            continue
        model = next(children(diagram), None)
        if model is None:
            packed = "".join(str(part) for part in diagram.itertext()).strip()
            model = parse(_unpacked(packed, caps), caps, "drawing") if packed else None
        if model is not None:
            found.append(Page(attribute(diagram, "name"), _cells(model, caps)))
    return found


def _unpacked(packed: str, caps: Caps) -> str:
    """Text, URL-quoted, deflated and in base64: the way draw.io saves a page."""
    if packed.startswith("<") or packed.startswith("%3C"):
        return unquote(packed)
    try:
        data = base64.b64decode(packed, validate=False)
    except (binascii.Error, ValueError) as error:
        raise IntakeError(f"A page of this drawing is damaged ({error}). Save it again in draw.io.") from None
    return unquote(
        inflate(data, caps, wbits=DEFLATE, what="page of the drawing").decode("utf-8", errors="replace")
    )


def _cells(model: XmlElement, caps: Caps) -> dict[str, Cell]:
    cells: dict[str, Cell] = {}
    for element in model.iter():
        if local(element) != "mxCell":
            continue
        cell = _cell(element, len(cells))
        cells[cell.id] = cell
        check_items(len(cells), caps, "shapes and arrows", _CELLS_PER_ITEM)
    _place(cells)
    return cells


def _cell(element: XmlElement, number: int) -> Cell:
    wrapper = element.getparent()
    label, cell_id = attribute(element, "value"), attribute(element, "id")
    if wrapper is not None and local(wrapper) in ("object", "UserObject"):
        label, cell_id = attribute(wrapper, "label") or label, attribute(wrapper, "id") or cell_id
    cell = Cell(
        id=cell_id or f"cell-{number}-line-{line_of(element)}",
        parent=attribute(element, "parent"),
        value=label,
        style=_style(attribute(element, "style")),
        is_edge=attribute(element, "edge") == "1",
        source=attribute(element, "source"),
        target=attribute(element, "target"),
    )
    for geometry in children(element):
        if local(geometry) == "mxGeometry":
            _read_geometry(geometry, cell)
    return cell


def _read_geometry(geometry: XmlElement, cell: Cell) -> None:
    cell.x, cell.y = _number(geometry, "x"), _number(geometry, "y")
    cell.width, cell.height = _number(geometry, "width"), _number(geometry, "height")
    cell.relative = attribute(geometry, "relative") == "1"
    for point in children(geometry):
        role = attribute(point, "as")
        if role in ("sourcePoint", "targetPoint"):
            cell.ends[role] = (_number(point, "x"), _number(point, "y"))


def _number(element: XmlElement, name: str) -> float:
    try:
        return float(attribute(element, name) or 0)
    except ValueError:
        return 0.0


def _style(text: str) -> dict[str, str]:
    """ "rhombus;html=1;shape=x" as a mapping; a bare word stands under itself, the first under "base"."""
    style: dict[str, str] = {}
    for part in text.split(";"):
        key, sign, value = part.strip().partition("=")
        if sign:
            style[key] = value
        elif key:
            style.setdefault("base", key)
            style[key] = "1"
    return style


def _place(cells: dict[str, Cell]) -> None:
    """Positions are written relative to the shape around; make them absolute, outermost first."""
    placed: set[str] = set()
    for cell in cells.values():
        chain: list[Cell] = []
        here: Cell | None = cell
        while here is not None and here.id not in placed:
            placed.add(here.id)
            chain.append(here)
            here = cells.get(here.parent)
        for inner in reversed(chain):
            outer = cells.get(inner.parent)
            if outer is not None and outer is not inner and not outer.is_edge:
                inner.x, inner.y = inner.x + outer.x, inner.y + outer.y
                inner.ends = {role: (x + outer.x, y + outer.y) for role, (x, y) in inner.ends.items()}
