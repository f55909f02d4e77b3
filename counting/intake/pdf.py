"""PDF with a text layer: lines put together again to paragraphs and lists, page by page."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from counting.intake.blocks import Block
from counting.intake.caps import refuse
from counting.intake.columns import find_columns
from counting.intake.draft import Draft, IntakeError
from counting.intake.flow import amount
from counting.intake.grid import Grid, to_grid
from counting.intake.layout import blocks_of
from counting.intake.pdf_lines import Line, page_lines
from counting.intake.pdf_tables import Table, tables_of
from counting.intake.propose import propose
from counting.intake.rendering import Rendering
from counting.intake.row import Row
from counting.intake.rows import table_blocks
from counting.intake.source import Source

_PAGE_NUMBER = re.compile(
    r"(?:page|seite|p\.)?\s*[-–]?\s*\d{1,4}\s*[-–]?(?:\s*(?:of|/|von)\s*\d{1,4})?", re.IGNORECASE
)
_SAME_PLACE = 8  # points: headers stand at the same height on every page
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
        return [page_lines(document[number], number + 1) for number in range(count)]
    except PdfiumError as error:
        raise IntakeError(f"This PDF is damaged ({error}). Save or download it again.") from None
    finally:
        document.close()


def _blocks(pages: Sequence[Sequence[Line]], rendering: Rendering) -> Iterator[Block]:
    """The blocks of all pages: text runs on from page to page, a table of steps stands for itself."""
    look = _look(pages)
    lines = [line for page in pages for line in page]
    aside = [bool(_aside(line, look)) for line in lines]
    waiting: list[Line] = []
    place = 0
    for table in tables_of(lines, aside):
        found = _grid(table, Rendering())
        if find_columns(found) is None:
            continue  # a table of something else: its lines are text
        waiting.extend(lines[place : table.first])
        yield from blocks_of(list(_rows(waiting, pages, look, rendering)))
        yield from table_blocks(_grid(table, rendering))
        place = table.first + table.length
        waiting = [lines[at] for at in range(table.first, place) if aside[at]]
    waiting.extend(lines[place:])
    yield from blocks_of(list(_rows(waiting, pages, look, rendering)))


def _grid(table: Table, rendering: Rendering) -> Grid:
    return to_grid(table.rows, rendering, lambda row, column: f"page {table.pages[row]}, table row {row + 1}")


@dataclass(frozen=True)
class _Look:
    """What has to be known of all pages: what repeats at their edges, the size and distance of lines."""

    repeated: frozenset[tuple[str, int]]
    height: float
    step: float


def _look(pages: Sequence[Sequence[Line]]) -> _Look:
    height = median(line.height for page in pages for line in page)
    return _Look(_repeated(pages), height, _usual_step(pages))


def _rows(
    lines: Sequence[Line], pages: Sequence[Sequence[Line]], look: _Look, rendering: Rendering
) -> Iterator[Row]:
    """Some lines of the document as rows."""
    before: Line | None = None
    for line in lines:
        page = pages[line.page - 1]
        width, edge = max(one.right for one in page), min(one.left for one in page)
        start, _ = rendering.add(line.text)
        rendering.end_line()
        why = _aside(line, look)
        turned = before is None or before.page != line.page
        gap = not turned and before is not None and before.low - line.top > _GAP * look.step
        yield Row(
            line.text,
            start,
            f"page {line.page}",
            None,
            int(max(line.left - edge, 0) // 6),
            gap or before is None,
            why,
            line.height > _BIG * look.height and len(line.text) < 100,
            line.right - edge >= _FULL * (width - edge),
        )
        before = line if not why else before


def _aside(line: Line, look: _Look) -> str:
    if line.margin and not look.repeated.isdisjoint(_places(line)):
        return "It is repeated on every page."
    return "A page number." if line.margin and _PAGE_NUMBER.fullmatch(line.text) else ""


def _usual_step(pages: Sequence[Sequence[Line]]) -> float:
    steps = [
        one.low - other.top for page in pages for one, other in pairwise(page) if 0 < one.low - other.top < 60
    ]
    return median(steps) if steps else 12.0


def _places(line: Line) -> tuple[tuple[str, int], ...]:
    """The words of a line, numbers apart, at its height on the page and a little above and below."""
    words, height = re.sub(r"\d+", "#", line.text.lower()), round(line.top / _SAME_PLACE)
    return (words, height - 1), (words, height), (words, height + 1)


def _repeated(pages: Sequence[Sequence[Line]]) -> frozenset[tuple[str, int]]:
    """The lines that stand at one place at the edge of most pages."""
    if len(pages) < 2:
        return frozenset()
    seen: Counter[tuple[str, int]] = Counter()
    for page in pages:
        seen.update({place for line in page if line.margin for place in _places(line)})
    return frozenset(place for place, count in seen.items() if count >= 2 and 2 * count > len(pages))
