"""What other programs read in a report: the whole text of each format, squeezed, without our own readers."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable

import pypdfium2
from docx import Document
from docx.table import Table
from docx.text.paragraph import Paragraph
from lxml import etree
from lxml import html as lxml_html
from markdown_it import MarkdownIt
from openpyxl import load_workbook


def text_of(data: bytes, name: str) -> str:
    """Every text in reading order, cell after cell."""
    return _READERS[name](data)


def squeezed(text: str) -> str:
    """Without white space, so that a line break is no difference; a hyphenated PDF line is joined."""
    return "".join(text.replace("\ufffe", "").replace("\x02", "").split())


def _markdown(data: bytes) -> str:
    page = MarkdownIt("commonmark").enable("table").render(data.decode("utf-8"))
    return _page(page.encode("utf-8"))


def _page(data: bytes) -> str:
    root = lxml_html.document_fromstring(data.decode("utf-8"))
    for element in root.xpath("//style|//svg|//comment()"):
        element.drop_tree()
    return " ".join(root.itertext())


def _csv(data: bytes) -> str:
    rows = csv.reader(io.StringIO(data.decode("utf-8-sig")))
    return " ".join(cell for row in rows if row[0] != "data" for cell in row[1:])


def _docx(data: bytes) -> str:
    parts = []
    for block in Document(io.BytesIO(data)).iter_inner_content():
        match block:
            case Paragraph():
                parts.append(block.text)
            case Table():
                parts += [cell.text for row in block.rows for cell in row.cells]
    return " ".join(parts)


def _xlsx(data: bytes) -> str:
    book = load_workbook(io.BytesIO(data))
    cells = (
        cell.value
        for name in ("Summary", "Steps", "Context")
        for row in book[name].iter_rows()
        for cell in row
        if cell.value is not None
    )
    return " ".join(f"{cell:g}" if isinstance(cell, int | float) else str(cell) for cell in cells)


def _pdf(data: bytes) -> str:
    document = pypdfium2.PdfDocument(data)
    return " ".join(page.get_textpage().get_text_range() for page in document)


def _bpmn(data: bytes) -> str:
    root = etree.fromstring(data)
    texts = root.iter("{*}documentation", "{*}task", "{*}userTask", "{*}serviceTask", "{*}scriptTask")
    return " ".join(f"{element.get('name', '')} {element.text or ''}" for element in texts)


def _json(data: bytes) -> str:
    return json.dumps(json.loads(data), ensure_ascii=False)


_READERS: dict[str, Callable[[bytes], str]] = {
    "md": _markdown, "html": _page, "csv": _csv, "docx": _docx, "xlsx": _xlsx, "pdf": _pdf, "bpmn": _bpmn,
    "json": _json,
}  # fmt: skip
