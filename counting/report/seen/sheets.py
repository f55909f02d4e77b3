"""An Excel report as rows: every cell that holds something, sheet by sheet, and its pictures."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from typing import TYPE_CHECKING
from zipfile import ZipFile

from counting.intake.archive import open_zip, part_names
from counting.intake.caps import refuse
from counting.intake.markup import attribute
from counting.intake.source import Source
from counting.report import payload
from counting.report.as_xlsx import DATA_SHEET
from counting.report.seen.look import Row, Seen
from counting.report.seen.office import pictures_in, xml_part

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

_STRINGS = "xl/sharedStrings.xml"


def see_xlsx(source: Source) -> Seen:
    archive = open_zip(source)
    strings = _strings(archive, source)
    rows: list[Row] = []
    pieces: list[str] = []
    for name, part in _sheets(archive, source):
        for number, cells in _cell_rows(xml_part(archive, part, source.caps), strings):
            if name == DATA_SHEET:
                pieces += cells
            else:
                rows.append(Row(f"sheet {name}, row {number}", " | ".join(cells)))
            if len(rows) > source.caps.rows:
                raise refuse("rows", source.caps.rows, "The sheets have too many rows", "They are no report.")
    content = payload.unpack(payload.joined(pieces)) if pieces else None
    return Seen("xlsx", content, (*rows, *pictures_in(archive, "xl/media/")))


def _strings(archive: ZipFile, source: Source) -> list[str]:
    if _STRINGS not in part_names(archive):
        return []
    return [_text(each) for each in xml_part(archive, _STRINGS, source.caps).iterchildren("{*}si")]


def _sheets(archive: ZipFile, source: Source) -> Iterator[tuple[str, str]]:
    """The name and the part of each sheet, in order."""
    links = xml_part(archive, "xl/_rels/workbook.xml.rels", source.caps)
    targets = {
        attribute(link, "Id"): attribute(link, "Target") for link in links.iterchildren("{*}Relationship")
    }
    for sheet in xml_part(archive, "xl/workbook.xml", source.caps).iter("{*}sheet"):
        target = next((targets[value] for value in map(str, sheet.attrib.values()) if value in targets), "")
        yield attribute(sheet, "name"), posixpath.normpath(posixpath.join("/xl", target)).lstrip("/")


def _cell_rows(sheet: Element, strings: list[str]) -> Iterator[tuple[str, list[str]]]:
    for row in sheet.iter("{*}row"):
        cells = [text for cell in row.iterchildren("{*}c") if (text := _value(cell, strings))]
        if cells:
            yield attribute(row, "r"), cells


def _value(cell: Element, strings: list[str]) -> str:
    """What a cell shows; a formula shows itself, so that none can pass for a number."""
    formula = next(cell.iterchildren("{*}f"), None)
    if formula is not None:
        return f"={formula.text or ''}"
    kind = attribute(cell, "t")
    if kind == "inlineStr":
        return _text(cell)
    held = next(cell.iterchildren("{*}v"), None)
    text = (held.text or "") if held is not None else ""
    if kind == "s":
        return strings[int(text)] if text.isascii() and text.isdigit() and int(text) < len(strings) else ""
    return _number(text) if kind in ("", "n") else text


def _number(text: str) -> str:
    try:
        return f"{float(text):.12g}"
    except ValueError:
        return text


def _text(element: Element) -> str:
    """The words of a string, without the reading aids of East Asian scripts."""
    parts = [each.text or "" for each in element.iter("{*}t") if not any(each.iterancestors("{*}rPh"))]
    return "".join(parts).replace("\r\n", "\n").replace("_x000D_", "")
