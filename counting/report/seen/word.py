"""A Word report as rows: its paragraphs and table rows, its headers, footers and notes, its pictures."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from counting.intake.archive import open_zip, part_names
from counting.intake.draft import IntakeError
from counting.intake.markup import local
from counting.intake.source import Source
from counting.report import payload
from counting.report.as_docx import DATA_NAMESPACE
from counting.report.seen.look import Row, Seen
from counting.report.seen.office import parts_under, pictures_in, xml_part

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

_BESIDE = ("word/header", "word/footer", "word/footnotes", "word/endnotes", "word/comments")


def see_docx(source: Source) -> Seen:
    archive = open_zip(source)
    if "word/document.xml" not in part_names(archive):
        raise IntakeError("This archive is no Word or Excel file. Choose the report file itself.")
    rows = list(_rows(xml_part(archive, "word/document.xml", source.caps), ""))
    for start in _BESIDE:
        for name in parts_under(archive, start, ".xml"):
            rows += _rows(xml_part(archive, name, source.caps), "beside the text, ")
    content = None
    for name in parts_under(archive, "customXml/item", ".xml"):
        root = xml_part(archive, name, source.caps)
        if root.tag == f"{{{DATA_NAMESPACE}}}report":
            content = payload.unpack(root.text or "")
    return Seen("docx", content, (*rows, *pictures_in(archive, "word/media/")))


def _rows(root: Element, prefix: str) -> Iterator[Row]:
    """Each table row and each paragraph outside tables, without what is marked as deleted."""
    number = 0
    inside: Any = None
    texts: list[str] = []
    for paragraph in root.iter("{*}p"):
        if local(paragraph) != "p" or _is_fallback(paragraph):
            continue
        row = next(paragraph.iterancestors("{*}tr"), None)
        if texts and (row is None or row is not inside):
            number += 1
            yield Row(f"{prefix}paragraph or row {number}", " | ".join(texts))
            texts = []
        inside = row
        text = _text(paragraph)
        if text:
            texts.append(text)
    if texts:
        yield Row(f"{prefix}paragraph or row {number + 1}", " | ".join(texts))


def _text(paragraph: Element) -> str:
    """The words of a paragraph itself, not of text boxes in it."""
    parts = []
    for element in paragraph.iter("{*}t", "{*}br", "{*}tab"):
        if next(element.iterancestors("{*}p"), None) is paragraph:
            parts.append((element.text or "") if local(element) == "t" else " ")
    return " ".join("".join(parts).split())


def _is_fallback(element: Element) -> bool:
    """Whether this is the second copy of a drawing, for older programs."""
    return next(element.iterancestors("{*}Fallback"), None) is not None
