"""Report -> Word: real headings, tables whose head is repeated on every page, pictures with words."""

from __future__ import annotations

import io

from docx import Document
from docx.document import Document as WordDocument
from docx.enum.section import WD_ORIENT
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.opc.packuri import PackURI
from docx.opc.part import Part
from docx.shared import Mm, Pt, RGBColor

from counting.report import cells, payload
from counting.report.build import Report
from counting.report.docx_tables import fill_text, pair_table, wide_table
from counting.report.picture import PAPER, pictures
from counting.report.picture_png import png
from counting.report.sections import Section, sections
from counting.report.zipped import date_of, repack

DATA_PART = "/customXml/item9.xml"
DATA_NAMESPACE = "urn:workflow-count:report"
_ROWS_PER_PICTURE = 5
_WIDTH = Mm(267)


def write_docx(report: Report) -> bytes:
    document = Document()
    _set_up(document, report)
    _opening(document, report)
    for section in sections(report):
        _section(document, section, report)
    _add_data(document, payload.pack(report))
    out = io.BytesIO()
    document.save(out)
    return repack(out.getvalue())


def _set_up(document: WordDocument, report: Report) -> None:
    page = document.sections[0]
    page.orientation = WD_ORIENT.LANDSCAPE
    page.page_width, page.page_height = Mm(297), Mm(210)
    page.left_margin = page.right_margin = Mm(15)
    page.top_margin = page.bottom_margin = Mm(15)
    _style(document, "Normal", 9.5, PAPER["ink"], after=3)
    _style(document, "Title", 22, PAPER["ink"], after=4)
    _style(document, "Heading 1", 14, PAPER["ink"], before=14, after=5)
    properties = document.core_properties
    properties.title = cells.title(report)[:255]
    properties.author = cells.about_rows(report)[1].value[:255]
    properties.comments = ""
    properties.last_modified_by = ""
    properties.created = properties.modified = date_of(report.run.date)


def _style(
    document: WordDocument, name: str, size: float, colour: str, before: float = 0, after: float = 0
) -> None:
    style = document.styles[name]
    style.font.name = "Calibri"
    style.font.size = Pt(size)
    style.font.color.rgb = RGBColor.from_string(colour.lstrip("#").upper())
    style.paragraph_format.space_before, style.paragraph_format.space_after = Pt(before), Pt(after)


def _opening(document: WordDocument, report: Report) -> None:
    fill_text(document.add_paragraph(style="Title"), cells.title(report))
    headline = document.add_paragraph().add_run(report.count.headline)
    headline.bold = True
    headline.font.size = Pt(22 if report.count.percentage is not None else 14)
    colour = PAPER["typing" if report.count.percentage is not None else "warning"]
    headline.font.color.rgb = RGBColor.from_string(colour.lstrip("#").upper())


def _section(document: WordDocument, section: Section, report: Report) -> None:
    document.add_heading(section.heading, 1)
    for note in section.notes:
        fill_text(document.add_paragraph(), note)
    if len(section.columns) == 2:
        pair_table(document, section)
    elif section.columns:
        wide_table(document, section)
    if section.key == "count" and report.lines:
        _pictures(document, report)


def _pictures(document: WordDocument, report: Report) -> None:
    document.add_heading("The run in one picture", 1)
    for picture in pictures(report, _ROWS_PER_PICTURE):
        drawn = document.add_picture(io.BytesIO(png(picture)), width=_WIDTH)
        described = drawn._inline.docPr
        described.set("descr", picture.words)
        described.set("title", "The run in one picture")


def _add_data(document: WordDocument, packed: str) -> None:
    """The report's data as a custom XML part, which Word keeps when it saves."""
    xml = f'<report xmlns="{DATA_NAMESPACE}">{packed}</report>'
    part = Part(PackURI(DATA_PART), "application/xml", xml.encode("ascii"), document.part.package)
    document.part.relate_to(part, RELATIONSHIP_TYPE.CUSTOM_XML)
