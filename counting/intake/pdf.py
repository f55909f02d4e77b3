"""PDF with a text layer: lines put together again to paragraphs and lists, page by page."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from typing import Any

from counting.intake.caps import refuse
from counting.intake.draft import Draft, IntakeError
from counting.intake.flow import amount
from counting.intake.layout import Row, blocks_of
from counting.intake.propose import propose
from counting.intake.rendering import Rendering
from counting.intake.source import Source

_BAND = 0.1  # of the height of a page, at its top and bottom: headers and footers stand there
_FEWEST_CHARS = 20  # a page with fewer is a picture
_BIG = 1.15  # times the height of the text: a heading
_GAP = 1.6  # times the usual distance of lines: a new paragraph
_FULL = 0.85  # of the widest line: the line was broken by the program


@dataclass(frozen=True)
class Line:
    """One line of a page with its box in points; `top` grows upwards."""

    text: str
    page: int
    left: float
    right: float
    top: float
    height: float
    margin: bool  # in the band at the top or the bottom where headers and footers stand


def read(source: Source) -> Draft:
    """The text layer of a PDF as a draft. Raises IntakeError for a scan, a locked or a damaged file."""
    pages = _pages(source)
    lines = [line for page in pages for line in page]
    if sum(len(line.text) for line in lines) < _FEWEST_CHARS:
        raise IntakeError(
            f"This PDF has {amount(len(pages), 'page')} and no text in them: it is a scan or a picture. "
            "Run text recognition (OCR) on it, or give the document it was made from (Word, text)."
        )
    rendering = Rendering()
    rows = list(_rows(pages, rendering))
    return propose(blocks_of(rows), kind="PDF", source=rendering.text, notes=_notes(pages), caps=source.caps)


def _notes(pages: Sequence[Sequence[Line]]) -> tuple[str, ...]:
    empty = [str(number) for number, page in enumerate(pages, start=1) if not page]
    if not empty:
        return ()
    shown = ", ".join(empty[:8]) + (" and more" if len(empty) > 8 else "")
    return (f"No text on page{'' if len(empty) == 1 else 's'} {shown}: pictures are not read.",)


def _pages(source: Source) -> list[list[Line]]:
    from pypdfium2 import (  # type: ignore[import-untyped]  # ships no types
        PdfDocument,
        PdfiumError,
    )

    try:
        document = PdfDocument(source.data)
    except PdfiumError as error:
        if "password" in str(error).lower():
            raise IntakeError(
                "This PDF is protected by a password. Remove the protection and try again."
            ) from None
        raise IntakeError(f"This PDF is damaged ({error}). Save or download it again.") from None
    try:
        count = len(document)
        if count > source.caps.pages:
            found = f"The PDF has {count:,} pages"
            raise refuse("pages", source.caps.pages, found, "Keep the pages that describe the workflow.")
        return [list(_page_lines(document[number], number + 1)) for number in range(count)]
    except PdfiumError as error:
        raise IntakeError(f"This PDF is damaged ({error}). Save or download it again.") from None
    finally:
        document.close()


def _page_lines(page: Any, number: int) -> Iterator[Line]:
    tall = page.get_height()
    text_page = page.get_textpage()
    text = text_page.get_text_range()
    position = 0
    for raw in text.split("\n"):
        line = raw.rstrip("\r")
        first, last = _ends(line, position)
        if first is not None and last is not None:
            left, bottom, _, top = text_page.get_charbox(first)
            right = text_page.get_charbox(last)[2]
            words = " ".join(_readable(line).split())
            margin = not _BAND * tall < top < (1 - _BAND) * tall
            yield Line(words, number, left, right, top, max(top - bottom, 1.0), margin)
        position += len(raw) + 1
    text_page.close()
    page.close()


def _ends(line: str, position: int) -> tuple[int | None, int | None]:
    """The places of the first and last visible character of the line on its page."""
    seen = [at for at, character in enumerate(line) if not character.isspace() and character.isprintable()]
    return (position + seen[0], position + seen[-1]) if seen else (None, None)


def _readable(line: str) -> str:
    """PDFium marks a word broken at the end of a line; other marks say nothing."""
    line = re.sub(r"[\x02\ufffe\u00ad]$", "-", line)
    return "".join(character for character in line if character.isprintable() or character.isspace())


def _rows(pages: Sequence[Sequence[Line]], rendering: Rendering) -> Iterator[Row]:
    repeated = _repeated(pages)
    body = [line for page in pages for line in page]
    height = median(line.height for line in body)
    step = _usual_step(pages)
    for page in pages:
        width = max((line.right for line in page), default=0.0)
        edge = min((line.left for line in page), default=0.0)
        before: Line | None = None
        for line in page:
            start, _ = rendering.add(line.text)
            rendering.end_line()
            why = ""
            if line.margin and _shape(line.text) in repeated:
                why = "It is repeated on every page."
            elif line.margin and re.fullmatch(
                r"(?:page|seite|p\.)?\s*[-–]?\s*\d{1,4}\s*[-–]?(?:\s*(?:of|/|von)\s*\d{1,4})?",
                line.text,
                re.IGNORECASE,
            ):
                why = "A page number."
            gap = before is not None and before.top - line.top > _GAP * step
            big = line.height > _BIG * height and len(line.text) < 100
            full = line.right - edge >= _FULL * (width - edge)
            indent = int(max(line.left - edge, 0) // 6)
            yield Row(
                line.text,
                start,
                f"page {line.page}",
                None,
                indent,
                gap or (before is None and line.page == 1),
                why,
                big,
                full,
            )
            before = line if not why else before


def _usual_step(pages: Sequence[Sequence[Line]]) -> float:
    steps = [
        one.top - other.top for page in pages for one, other in pairwise(page) if 0 < one.top - other.top < 60
    ]
    return median(steps) if steps else 12.0


def _shape(text: str) -> str:
    return re.sub(r"\d+", "#", text.lower())


def _repeated(pages: Sequence[Sequence[Line]]) -> frozenset[str]:
    """The lines that stand at the edge of most pages, numbers apart."""
    if len(pages) < 2:
        return frozenset()
    seen: Counter[str] = Counter()
    for page in pages:
        seen.update({_shape(line.text) for line in page if line.margin})
    return frozenset(shape for shape, count in seen.items() if count >= 2 and 2 * count > len(pages))
