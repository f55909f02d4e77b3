"""What the style of a draw.io shape says about it."""

from __future__ import annotations

from counting.intake.drawio_cells import Cell
from counting.intake.shapes import Form

# Words inside the name of a shape, the first that fits decides.
_BY_SHAPE = (
    ("gateway", Form.QUESTION),
    ("decision", Form.QUESTION),
    ("rhombus", Form.QUESTION),
    ("diamond", Form.QUESTION),
    ("bpmn.event", Form.EVENT),
    ("terminator", Form.TERMINAL),
    ("start_", Form.TERMINAL),
    ("start-end", Form.TERMINAL),
    ("off-page", Form.LINK),
    ("on-page", Form.LINK),
    ("annotation", Form.NOTE),
    ("note", Form.NOTE),
    ("callout", Form.NOTE),
    ("text", Form.NOTE),
    ("umlactor", Form.NOTE),
    ("actor", Form.NOTE),
    ("document", Form.STORE),
    ("database", Form.STORE),
    ("data_store", Form.STORE),
    ("datastore", Form.STORE),
    ("stored_data", Form.STORE),
    ("cylinder", Form.STORE),
    ("bpmn.data", Form.STORE),
    ("bpmn.conversation", Form.NOTE),
    ("summing", Form.JOIN),
    ("flowchart.or", Form.JOIN),
    ("parallel_mode", Form.JOIN),
    ("line", Form.JOIN),
    ("ellipse", Form.TERMINAL),
    ("image", Form.NOTE),
)
_ROUND_ARC = 40.0  # percent; a rectangle this round is drawn as an oval


def form_of(cell: Cell) -> Form:
    """What a shape is before its words are read."""
    shape, base = cell.style.get("shape", "").lower(), cell.style.get("base", "").lower()
    if shape.startswith("mxgraph.bpmn"):
        return _bpmn(cell, shape)
    for word, form in _BY_SHAPE:
        if word in (shape or base):
            return form
    if cell.style.get("rounded") == "1" and _number(cell.style.get("arcSize")) >= _ROUND_ARC:
        return Form.TERMINAL
    if cell.style.get("perimeter") == "rhombusPerimeter":
        return Form.QUESTION
    return Form.ACT


def is_lane(cell: Cell) -> bool:
    """A pool, a lane, or a row of a table of lanes."""
    shape = cell.style.get("shape", "").lower()
    return "swimlane" in cell.style or shape in ("table", "tablerow", "swimlane") or "bpmn.pool" in shape


def is_label(cell: Cell, cells: dict[str, Cell]) -> bool:
    """Words that belong to an arrow."""
    outer = cells.get(cell.parent)
    return cell.style.get("base") == "edgeLabel" or (outer is not None and outer.is_edge)


def is_message(cell: Cell) -> bool:
    """A BPMN message flow: dashed, from a little circle."""
    return cell.style.get("dashed") == "1" and cell.style.get("startArrow", "") == "oval"


def _bpmn(cell: Cell, shape: str) -> Form:
    """BPMN stencils, old and new: their outline and marker tell."""
    rhomb = cell.style.get("perimeter") == "rhombusPerimeter" or "gateway" in shape
    kind = (cell.style.get("gwType") or cell.style.get("symbol") or "").lower()
    if rhomb:
        return Form.JOIN if kind.startswith(("parallel", "event")) else Form.QUESTION
    if cell.style.get("perimeter") == "ellipsePerimeter" or "event" in shape:
        return Form.EVENT
    if "data" in shape:
        return Form.STORE
    return Form.NOTE if "conversation" in shape else Form.ACT


def _number(text: str | None) -> float:
    try:
        return float(text or 0)
    except ValueError:
        return 0.0
