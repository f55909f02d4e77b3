"""Report -> PDF: A4 landscape, its own fonts inside, the JSON report attached as a file."""

from __future__ import annotations

import io
from collections.abc import Iterator
from functools import partial

from reportlab.lib.pagesizes import A4, landscape
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    BaseDocTemplate,
    CondPageBreak,
    Flowable,
    Frame,
    KeepTogether,
    PageTemplate,
    Paragraph,
    Spacer,
)

from counting.report import cells
from counting.report.as_json import write_json
from counting.report.build import Report
from counting.report.pdf_attach import AttachingCanvas
from counting.report.pdf_fonts import FontText, register
from counting.report.pdf_styles import BOLD, REGULAR, SOFT, STYLES
from counting.report.pdf_tables import pair_table, wide_table
from counting.report.picture import pictures
from counting.report.picture_pdf import drawing
from counting.report.sections import Section, sections

ATTACHMENT = "workflow-count.json"
PAGE = landscape(A4)
MARGIN = 15 * mm
WIDTH = PAGE[0] - 2 * MARGIN
_ROWS_PER_PICTURE = 5
MISSING_SENTENCE = (
    "This PDF cannot show some characters of the run; {mark} stands for each. "
    "The HTML and Word reports of the same count show them."
)


def write_pdf(report: Report) -> bytes:
    """The PDF. Characters outside its fonts are shown as a mark, and one sentence on page 1 says so."""
    register()
    text = FontText()
    body = [flowable for section in sections(report) for flowable in _section(section, report, text)]
    story = [*_opening(report, text), *body]
    out = io.BytesIO()
    document = BaseDocTemplate(
        out,
        pagesize=PAGE,
        title=text.shown(cells.title(report)),
        author=text.shown(cells.about_rows(report)[1].value),
        subject="Workflow count",
        creator="Workflow Count Workbench",
        invariant=1,
        lang="en",
    )
    frame = Frame(MARGIN, MARGIN + 4 * mm, WIDTH, PAGE[1] - 2 * MARGIN - 4 * mm, 0, 0, 0, 0)
    title = text.short(cells.title(report))
    document.addPageTemplates(PageTemplate(frames=[frame], onPage=lambda canvas, _: _footer(canvas, title)))
    document.build(story, canvasmaker=partial(AttachingCanvas, name=ATTACHMENT, attached=write_json(report)))
    return out.getvalue()


def _opening(report: Report, text: FontText) -> Iterator[Flowable]:
    yield Paragraph("Workflow count", STYLES["kind"])
    yield Paragraph(text(cells.title(report)), STYLES["title"])
    style = "headline" if report.count.percentage is not None else "incomplete"
    yield Paragraph(text(report.count.headline), STYLES[style])
    if text.missing:
        yield Paragraph(text(MISSING_SENTENCE.format(mark=text.mark)), STYLES["note"])


def _section(section: Section, report: Report, text: FontText) -> Iterator[Flowable]:
    yield CondPageBreak(40 * mm)
    yield Paragraph(text(section.heading), STYLES["heading"])
    for note in section.notes:
        yield Paragraph(text(note), STYLES["note"])
    if len(section.columns) == 2:
        yield from pair_table(section, WIDTH, text)
    elif section.columns:
        yield from wide_table(section, WIDTH, text)
    if section.key == "count" and report.lines:
        yield from _pictures(report)


def _pictures(report: Report) -> Iterator[Flowable]:
    """The heading stays with the first picture."""
    first, *others = (drawing(each, WIDTH, REGULAR, BOLD) for each in pictures(report, _ROWS_PER_PICTURE))
    heading = Paragraph("The run in one picture", STYLES["heading"])
    yield KeepTogether([heading, Spacer(1, 2 * mm), first])
    for drawn in others:
        yield Spacer(1, 2 * mm)
        yield drawn


def _footer(canvas: Canvas, title: str) -> None:
    canvas.saveState()
    canvas.setFont(REGULAR, 7.5)
    canvas.setFillColor(SOFT)
    canvas.drawString(MARGIN, MARGIN - 2 * mm, title)
    canvas.drawRightString(PAGE[0] - MARGIN, MARGIN - 2 * mm, f"Page {canvas.getPageNumber()}")
    canvas.restoreState()
