"""A picture as an SVG element for HTML; colours come from the page's custom properties, light or dark."""

from __future__ import annotations

import xml.etree.ElementTree as ET

from counting.report.picture import Disc, Label, Picture, Polygon, Shape


def svg(picture: Picture) -> str:
    """The `<svg>` with its words as `<title>`. Every text is escaped; nothing in it runs."""
    root = ET.Element(
        "svg",
        {
            "viewBox": f"0 0 {_number(picture.width)} {_number(picture.height)}",
            "role": "img",
            "aria-label": picture.words,
        },
    )
    for shape in picture.shapes:
        root.append(_element(shape))
    return ET.tostring(root, encoding="unicode")


def _element(shape: Shape) -> ET.Element:
    match shape:
        case Polygon(points, role):
            corners = " ".join(f"{_number(x)},{_number(y)}" for x, y in points)
            return ET.Element("polygon", {"class": role, "points": corners})
        case Disc(x, y, radius, role, hollow):
            place = {"cx": _number(x), "cy": _number(y), "r": _number(radius)}
            return ET.Element("circle", {"class": f"{role} hollow" if hollow else role, **place})
        case Label():
            return _text(shape)


def _text(label: Label) -> ET.Element:
    element = ET.Element(
        "text",
        {
            "class": " ".join((label.role, *(("bold",) if label.bold else ()))),
            "x": _number(label.x),
            "y": _number(label.y),
            "font-size": _number(label.size),
            **({"text-anchor": "middle"} if label.centred else {}),
        },
    )
    element.text = label.text
    return element


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
