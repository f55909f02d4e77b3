"""How the PDF looks: names of fonts, colours, paragraph styles."""

from __future__ import annotations

from typing import Any

from reportlab.lib.colors import HexColor
from reportlab.lib.styles import ParagraphStyle

from counting.report.picture import PAPER

REGULAR, BOLD = "ReportSans", "ReportSans-Bold"
INK = HexColor(PAPER["ink"])
SOFT = HexColor("#52606d")
LINE = HexColor("#d5dce3")
BAND = HexColor("#f4f6f8")

_BASE = ParagraphStyle(
    "base", fontName=REGULAR, fontSize=9, leading=12.5, textColor=INK, splitLongWords=1, wordWrap=None
)


def _style(name: str, **changes: Any) -> ParagraphStyle:
    return ParagraphStyle(name, parent=_BASE, **changes)


STYLES: dict[str, ParagraphStyle] = {
    style.name: style
    for style in (
        _style("kind", fontName=BOLD, textColor=SOFT, fontSize=8.5),
        _style("title", fontName=BOLD, fontSize=19, leading=23, spaceAfter=4),
        _style(
            "headline",
            fontName=BOLD,
            fontSize=22,
            leading=27,
            textColor=HexColor(PAPER["typing"]),
            spaceAfter=6,
        ),
        _style(
            "incomplete",
            fontName=BOLD,
            fontSize=14,
            leading=18,
            textColor=HexColor(PAPER["warning"]),
            spaceAfter=6,
        ),
        _style("heading", fontName=BOLD, fontSize=13, leading=16, spaceBefore=14, spaceAfter=5),
        _style("note", textColor=SOFT, spaceAfter=4),
        _style("cell", fontSize=8, leading=10.5),
        _style("head", fontName=BOLD, fontSize=8, leading=10.5),
        _style("head-number", fontName=BOLD, fontSize=8, leading=10.5, alignment=2),
        _style("label", fontSize=8.5, leading=11, textColor=SOFT),
        _style("value", fontSize=8.5, leading=11),
        _style("number", fontSize=8, leading=10.5, alignment=2),
        *(
            _style(f"tag-{name}", fontName=BOLD, fontSize=8, leading=10.5, textColor=HexColor(PAPER[role]))
            for name, role in (
                ("AI", "ai"), ("TYPING", "typing"), ("DECISION", "decision"), ("not tagged", "untagged"),
                ("gate", "gate"),
            )
        ),
    )
}  # fmt: skip
