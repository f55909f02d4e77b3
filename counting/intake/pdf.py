"""PDF with a text layer: lines put together again to paragraphs and lists, page by page."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from typing import Any

from counting.intake.blocks import Block
from counting.intake.caps import refuse
from counting.intake.columns import find_columns
from counting.intake.draft import Draft, IntakeError
from counting.intake.flow import amount
from counting.intake.grid import to_grid
from counting.intake.layout import Row, blocks_of
from counting.intake.pdf_tables import Line, Piece, Table, tables_of
from counting.intake.propose import propose
from counting.intake.rendering import Rendering
from counting.intake.rows import table_blocks
from counting.intake.source import Source

_BAND = 0.1  # of the height of a page, at its top and bottom: headers and footers stand there
_PAGE_NUMBER = re.compile(
    r"(?:page|seite|p\.)?\s*[-–]?\s*\d{1,4}\s*[-–]?(?:\s*(?:of|/|von)\s*\d{1,4})?", re.IGNORECASE
)
_COLUMN_GAP = 0.8  # of the height of the text: a wider gap stands between two cells
_FEWEST_CHARS = 20  # a page with fewer is a picture
_BIG = 1.15  # times the height of the text: a heading
_GAP = 1.6  # times the usual distance of lines: a new paragraph
_FULL = 0.85  # of the widest line: the line was broken by the program


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
    blocks = list(_blocks(pages, rendering))
    return propose(blocks, kind="PDF", source=rendering.text, notes=_notes(pages), caps=source.caps)


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
            left, bottom, _, top = text_page.get_charbox(first, loose=True)
            _, _, right, low = text_page.get_charbox(last, loose=True)
            words = " ".join(_readable(line).split())
            margin = not _BAND * tall < top < (1 - _BAND) * tall
            height = max(top - bottom, 1.0)
            pieces = _pieces(line, position, text_page, height)
            yield Line(words, number, left, right, top, height, margin, pieces, low)
        position += len(raw) + 1
    text_page.close()
    page.close()


def _pieces(line: str, position: int, text_page: Any, height: float) -> tuple[Piece, ...]:
    """The line cut where the gap between two words is wider than any space of running text."""
    pieces: list[Piece] = []
    start = 0
    for mark in [*re.finditer(r"\s+", line), None]:
        end = mark.start() if mark else len(line)
        if mark and mark.end() < len(line):
            gap = (
                text_page.get_charbox(position + mark.end())[0] - text_page.get_charbox(position + end - 1)[2]
                if end > start
                else 0.0
            )
            if gap < _COLUMN_GAP * height:
                continue
        first, last = _ends(line[start:end], position + start)
        if first is not None and last is not None:
            left, right = text_page.get_charbox(first)[0], text_page.get_charbox(last)[2]
            pieces.append(Piece(" ".join(_readable(line[start:end]).split()), left, right))
        start = mark.end() if mark else end
    return tuple(pieces)


def _ends(line: str, position: int) -> tuple[int | None, int | None]:
    """The places of the first and last visible character of the line on its page."""
    seen = [at for at, character in enumerate(line) if not character.isspace() and character.isprintable()]
    return (position + seen[0], position + seen[-1]) if seen else (None, None)


def _readable(line: str) -> str:
    """PDFium marks a word broken at the end of a line; other marks say nothing."""
    line = re.sub(r"[\x02\ufffe\u00ad]$", "-", line)
    return "".join(character for character in line if character.isprintable() or character.isspace())


def _blocks(pages: Sequence[Sequence[Line]], rendering: Rendering) -> Iterator[Block]:
    """The blocks of all pages: text runs on from page to page, a table of steps stands for itself."""
    look = _look(pages)
    waiting: list[Row] = []
    for page in pages:
        tables = {table.first: table for table in tables_of(page)}
        place = 0
        for table in [*tables.values(), None]:
            end = table.first if table else len(page)
            waiting.extend(_rows(page, page[place:end], look, rendering))
            if table is None:
                continue
            found = _table(table, page[table.first].page, rendering)
            if found:
                yield from blocks_of(waiting)
                yield from found
                waiting = []
                place = table.first + table.length
            else:
                place = table.first
    yield from blocks_of(waiting)


def _table(table: Table, page: int, rendering: Rendering) -> tuple[Block, ...]:
    """The rows of a table of steps; none for a table of something else, whose lines are text."""
    aside = Rendering()
    if find_columns(to_grid(table.rows, aside, lambda row, column: "")) is None:
        return ()
    return table_blocks(
        to_grid(table.rows, rendering, lambda row, column: f"page {page}, table row {row + 1}")
    )


@dataclass(frozen=True)
class _Look:
    """What has to be known of all pages: what repeats at their edges, the size and distance of lines."""

    repeated: frozenset[str]
    height: float
    step: float


def _look(pages: Sequence[Sequence[Line]]) -> _Look:
    height = median(line.height for page in pages for line in page)
    return _Look(_repeated(pages), height, _usual_step(pages))


def _rows(page: Sequence[Line], lines: Sequence[Line], look: _Look, rendering: Rendering) -> Iterator[Row]:
    """Some lines of a page as rows."""
    width = max((line.right for line in page), default=0.0)
    edge = min((line.left for line in page), default=0.0)
    before: Line | None = None
    for line in lines:
        start, _ = rendering.add(line.text)
        rendering.end_line()
        why = _aside(line, look)
        gap = before is not None and before.low - line.top > _GAP * look.step
        yield Row(
            line.text,
            start,
            f"page {line.page}",
            None,
            int(max(line.left - edge, 0) // 6),
            gap or (before is None and (line.page == 1 or line is not page[0])),
            why,
            line.height > _BIG * look.height and len(line.text) < 100,
            line.right - edge >= _FULL * (width - edge),
        )
        before = line if not why else before


def _aside(line: Line, look: _Look) -> str:
    if line.margin and _shape(line.text) in look.repeated:
        return "It is repeated on every page."
    return "A page number." if line.margin and _PAGE_NUMBER.fullmatch(line.text) else ""


def _usual_step(pages: Sequence[Sequence[Line]]) -> float:
    steps = [
        one.low - other.top for page in pages for one, other in pairwise(page) if 0 < one.low - other.top < 60
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
