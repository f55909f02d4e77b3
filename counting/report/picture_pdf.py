"""A picture as a reportlab drawing."""

from __future__ import annotations

from typing import Any

from reportlab.graphics import shapes as rl
from reportlab.lib.colors import HexColor

from counting.report.picture import PAPER, Disc, Label, Picture, Polygon, Shape


def drawing(picture: Picture, width: float, regular: str, bold: str) -> rl.Drawing:
    """The picture scaled to `width` points. `regular` and `bold` are registered font names."""
    drawn = rl.Drawing(picture.width, picture.height)
    for shape in picture.shapes:
        drawn.add(_shape(shape, picture.height, regular, bold))
    scale = width / picture.width
    drawn.renderScale = scale
    drawn.width, drawn.height = width, picture.height * scale
    return drawn


def _shape(shape: Shape, height: float, regular: str, bold: str) -> rl.Shape:
    """PDF counts y upwards."""
    match shape:
        case Polygon(points, role):
            flat = [value for x, y in points for value in (x, height - y)]
            return rl.Polygon(flat, **_paint(role, hollow=False))
        case Disc(x, y, radius, role, hollow):
            return rl.Circle(x, height - y, radius, **_paint(role, hollow))
        case Label(x, y, text, role, size, is_bold, centred):
            return rl.String(
                x,
                height - y,
                text,
                fontName=bold if is_bold else regular,
                fontSize=size,
                fillColor=HexColor(PAPER[role]),
                textAnchor="middle" if centred else "start",
            )


def _paint(role: str, hollow: bool) -> dict[str, Any]:
    colour = HexColor(PAPER[role])
    if hollow:
        return {"fillColor": None, "strokeColor": colour, "strokeWidth": 1.5}
    return {"fillColor": colour, "strokeColor": None}
