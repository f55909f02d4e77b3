"""Sections as Word tables, built as XML at once: cell by cell a table of 2,000 rows takes minutes."""

from __future__ import annotations

from xml.sax.saxutils import escape, quoteattr

from docx.document import Document as WordDocument
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls
from docx.text.paragraph import Paragraph

from counting.report.cells import Cell, words
from counting.report.picture import PAPER
from counting.report.readable import is_right_to_left
from counting.report.sections import Section

_TWIPS = 15137  # width of a table: 267 mm in twentieths of a point
_NUMBERS = ("No.", "Minutes", "AI", "TYPING", "DECISION", "Generation")
_SHARES: dict[str, tuple[float, ...]] = {
    "steps": (4.5, 28, 11, 9, 14, 5, 8, 11, 7.5, 13),
    "overrides": (5, 40, 10, 10, 35),
    "examples": (40, 24, 9, 10, 11),
    "citations": (18, 11, 18, 10, 16, 16, 27),
}
_PAIR_SHARES = (27.0, 73.0)
_COLOURS = {
    "AI": PAPER["ai"], "TYPING": PAPER["typing"], "DECISION": PAPER["decision"],
    "not tagged": PAPER["untagged"], "gate": PAPER["gate"],
}  # fmt: skip
_TABLE = (
    '<w:tbl {ns}><w:tblPr><w:tblW w:w="{width}" w:type="dxa"/><w:tblBorders>'
    '<w:bottom w:val="single" w:sz="4" w:color="D5DCE3"/>'
    '<w:insideH w:val="single" w:sz="4" w:color="D5DCE3"/>'
    '</w:tblBorders><w:tblLayout w:type="fixed"/><w:tblCellMar><w:top w:w="40" w:type="dxa"/>'
    '<w:left w:w="80" w:type="dxa"/><w:bottom w:w="40" w:type="dxa"/><w:right w:w="80" w:type="dxa"/>'
    "</w:tblCellMar><w:tblCaption w:val={caption}/></w:tblPr><w:tblGrid>{grid}</w:tblGrid>{rows}</w:tbl>"
)


def fill_text(paragraph: Paragraph, text: str) -> None:
    """`text` as one run; where it reads from right to left, the paragraph does too."""
    paragraph.add_run(text)
    if is_right_to_left(text):
        paragraph._p.get_or_add_pPr().append(parse_xml(f"<w:bidi {nsdecls('w')}/>"))


def pair_table(document: WordDocument, section: Section) -> None:
    """Labels and their values, without a head."""
    widths = _widths(_PAIR_SHARES)
    rows = "".join(
        _row(_cell(words(label), width=widths[0], colour="#52606D") + _cell(words(value), width=widths[1]))
        for label, value in section.rows
    )
    _add(document, section, widths, rows)


def wide_table(document: WordDocument, section: Section) -> None:
    """A table with a head that Word repeats on every page."""
    widths = _widths(_SHARES[section.key])
    head = "".join(
        _cell(column, width=width, bold=True, shade="F4F6F8", right=column in _NUMBERS)
        for column, width in zip(section.columns, widths, strict=True)
    )
    rows = "".join(_content_row(section.columns, row, widths) for row in section.rows)
    _add(document, section, widths, _row(head, is_head=True) + rows)


def _content_row(columns: tuple[str, ...], row: tuple[Cell, ...], widths: list[int]) -> str:
    return _row(
        "".join(
            _cell(
                words(cell),
                width=width,
                right=column in _NUMBERS,
                bold=column in ("Tag", "Gate"),
                colour=_COLOURS.get(words(cell), "") if column in ("Tag", "Gate") else "",
            )
            for column, cell, width in zip(columns, row, widths, strict=True)
        )
    )


def _add(document: WordDocument, section: Section, widths: list[int], rows: str) -> None:
    grid = "".join(f'<w:gridCol w:w="{width}"/>' for width in widths)
    table = parse_xml(
        _TABLE.format(
            ns=nsdecls("w"), width=sum(widths), caption=quoteattr(section.heading), grid=grid, rows=rows
        )
    )
    document.element.body.insert_element_before(table, "w:sectPr")


def _row(content: str, is_head: bool = False) -> str:
    return f"<w:tr>{'<w:trPr><w:cantSplit/><w:tblHeader/></w:trPr>' if is_head else ''}{content}</w:tr>"


def _cell(
    text: str, *, width: int, bold: bool = False, right: bool = False, colour: str = "", shade: str = ""
) -> str:
    """One cell; every line end of `text` is a line end in Word."""
    fill = f'<w:shd w:val="clear" w:color="auto" w:fill="{shade}"/>' if shade else ""
    rtl = is_right_to_left(text)
    paragraph = "<w:bidi/>" if rtl else ""
    aligned = '<w:jc w:val="right"/>' if right else ""
    look = (
        ("<w:b/>" if bold else "")
        + (f'<w:color w:val="{colour.lstrip("#").upper()}"/>' if colour else "")
        + '<w:sz w:val="17"/>'
        + ("<w:rtl/>" if rtl else "")
    )
    lines = "<w:br/>".join(f'<w:t xml:space="preserve">{escape(line)}</w:t>' for line in text.split("\n"))
    return (
        f'<w:tc><w:tcPr><w:tcW w:w="{width}" w:type="dxa"/>{fill}</w:tcPr>'
        f'<w:p><w:pPr>{paragraph}<w:spacing w:after="0"/>{aligned}</w:pPr>'
        f"<w:r><w:rPr>{look}</w:rPr>{lines}</w:r></w:p></w:tc>"
    )


def _widths(shares: tuple[float, ...]) -> list[int]:
    return [round(_TWIPS * share / sum(shares)) for share in shares]
