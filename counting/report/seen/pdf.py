"""A PDF report as rows: the lines of its pages, and how each page looks when drawn."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any

from counting.intake.caps import refuse
from counting.intake.draft import IntakeError
from counting.intake.jsontext import load
from counting.intake.source import Source
from counting.report.as_pdf import ATTACHMENT
from counting.report.seen.look import Row, Seen

MAX_PAGES = 1_000
_DRAWN_PIXELS = 300  # longest side of a page drawn for comparing


def see_pdf(source: Source) -> Seen:
    from pypdfium2 import PdfDocument, PdfiumError  # type: ignore[import-untyped]  # ships no types

    if len(source.data) > source.caps.file_bytes:
        raise refuse("file_bytes", source.caps.file_bytes, "The PDF is too large", _NO_REPORT)
    try:
        document = PdfDocument(source.data)
    except PdfiumError as error:
        raise IntakeError(f"This PDF is damaged or locked ({error}). Take an undamaged copy.") from None
    try:
        content = _content(document, source)
        return Seen("pdf", content, () if content is None else tuple(_rows(document)))
    except PdfiumError as error:
        raise IntakeError(f"A part of this PDF is damaged ({error}). Take an undamaged copy.") from None
    finally:
        document.close()


_NO_REPORT = "It is no report of this workbench."


def _content(document: Any, source: Source) -> Any:
    """The attached JSON report, None where there is none."""
    for place in range(min(document.count_attachments(), 100)):
        file = document.get_attachment(place)
        if file.get_name() == ATTACHMENT:
            data = bytes(file.get_data())
            if len(data) > source.caps.file_bytes:
                raise refuse(
                    "file_bytes", source.caps.file_bytes, "The attached data is too large", _NO_REPORT
                )
            content, behind = load(data.decode("utf-8", "replace"), source.caps)
            return None if behind else content
    return None


def _rows(document: Any) -> Iterator[Row]:
    if len(document) > MAX_PAGES:
        raise refuse("pages", MAX_PAGES, f"The PDF has {len(document):,} pages", _NO_REPORT)
    for number in range(1, len(document) + 1):
        page = document[number - 1]
        for line in page.get_textpage().get_text_range().splitlines():
            if line.strip():
                yield Row(f"page {number}", " ".join(line.split()))
        yield Row(f"the look of page {number}", _look(page))


def _look(page: Any) -> str:
    """A mark of the page as a reader sees it, notes laid over it included."""
    scale = _DRAWN_PIXELS / max(*page.get_size(), 1.0)
    return hashlib.sha256(bytes(page.render(scale=scale, grayscale=True).buffer)).hexdigest()
