"""The fonts of the PDF, and text made to fit them."""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import Any
from xml.sax.saxutils import escape

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from counting.report.fonts import BOLD, REGULAR
from counting.report.pdf_styles import BOLD as BOLD_NAME
from counting.report.pdf_styles import REGULAR as REGULAR_NAME
from counting.report.readable import MARK

_INVISIBLE = {
    "Cf",
    "Mn",
    "Me",
}  # joiners, direction marks and combining signs: nothing is missed without them


@cache
def register() -> None:
    """Make both fonts known to reportlab, once per process."""
    for name, path in ((REGULAR_NAME, REGULAR), (BOLD_NAME, BOLD)):
        pdfmetrics.registerFont(TTFont(name, str(path)))
    pdfmetrics.registerFontFamily(
        REGULAR_NAME, normal=REGULAR_NAME, bold=BOLD_NAME, italic=REGULAR_NAME, boldItalic=BOLD_NAME
    )


@cache
def _known() -> frozenset[int]:
    register()
    font: Any = pdfmetrics.getFont(REGULAR_NAME)  # the stubs do not know the face of a TrueType font
    return frozenset(font.face.charToGlyph)


class FontText:
    """Text for the PDF; `missing` tells whether any of it so far could not be shown."""

    mark = MARK

    def __init__(self) -> None:
        self.missing = False

    def __call__(self, text: str) -> str:
        """Markup for a Paragraph that shows `text` and nothing else; line ends stay line ends."""
        return escape(self.shown(text)).replace("\n", "<br/>")

    def shown(self, text: str) -> str:
        """`text` with a mark for each character that the fonts do not have."""
        known = _known()
        if all(ord(letter) in known for letter in text):
            return text
        return "".join(letter if ord(letter) in known else self._instead(letter) for letter in text)

    def short(self, text: str, most: int = 90) -> str:
        shown = self.shown(text)
        return shown if len(shown) <= most else f"{shown[: most - 1]}…"

    def _instead(self, letter: str) -> str:
        if letter in "\n\t" or letter.isspace():
            return "\n" if letter == "\n" else " "
        if unicodedata.category(letter) in _INVISIBLE:
            return ""
        self.missing = True
        return self.mark
