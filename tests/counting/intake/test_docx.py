"""Word documents: numbering that is not in the text, tables, tracked changes, frames, forms."""

from __future__ import annotations

import io
from typing import Any

import pytest
from docx import Document
from docx.oxml import OxmlElement, parse_xml
from docx.oxml.ns import nsdecls, qn

from counting.intake import docx
from counting.intake.draft import Draft, IntakeError
from counting.intake.source import Source
from tests.counting.intake.drafts import kept, skipped


def read(document: Any) -> Draft:
    out = io.BytesIO()
    document.save(out)
    return docx.read(Source(out.getvalue(), "a.docx"))


def test_headings_lists_and_tables_in_the_order_of_the_page() -> None:
    document = Document()
    document.add_heading("Invoice handling", 0)
    document.add_heading("Purpose", 1)
    document.add_paragraph("This explains how invoices are handled.")
    document.add_heading("Procedure", 1)
    document.add_paragraph("Open the mailbox and download the invoice", style="List Number")
    document.add_paragraph("Tolerance is 2 percent", style="List Bullet 2")
    document.add_paragraph("Do not pay without an order.", style="List Number")
    table = document.add_table(rows=2, cols=2)
    for cell, text in zip(table._cells, ("Task", "Responsible", "Approve the payment", "CFO"), strict=True):
        cell.text = text
    document.add_heading("Revision history", 1)
    document.add_paragraph("Version 2", style="List Bullet")
    draft = read(document)
    assert kept(draft) == [
        (None, "Open the mailbox / Download the invoice", "paragraph 5"),
        ("CFO", "Approve the payment", "table 1, row 2, column 1"),
    ]
    assert (
        skipped(draft)["Do not pay without an order."]
        == "It says what is not done; a prohibition is no step."
    )
    assert draft.source is not None
    assert all(draft.source[item.position.start : item.position.end] == item.original for item in draft.items)


def test_typed_numbers_and_bold_headings() -> None:
    document = Document()
    document.add_paragraph().add_run("3. PROCEDURE").bold = True
    document.add_paragraph("3.1 Switch off the centrifuge.")
    document.add_paragraph("NOTE: Never use bleach.")
    document.add_paragraph("3.2 Remove the rotor.")
    draft = read(document)
    assert kept(draft) == [
        (None, "Switch off the centrifuge.", "paragraph 2"),
        (None, "Remove the rotor.", "paragraph 4"),
    ]


def test_tracked_changes_are_read_as_accepted_and_said() -> None:
    document = Document()
    paragraph = document.add_paragraph("Send the ", style="List Number")
    for tag, word in (("w:ins", "letter"), ("w:del", "fax")):
        change = OxmlElement(tag)
        change.set(qn("w:author"), "x")
        run = paragraph.add_run(word)._r
        if tag == "w:del":
            run.find(qn("w:t")).tag = qn("w:delText")
        paragraph._p.append(change)
        change.append(run)
    draft = read(document)
    assert [text for _, text, _ in kept(draft)] == ["Send the letter"]
    assert draft.notes == ("The document has tracked changes: it is read as if they were all accepted.",)


def test_text_boxes_are_read_and_said() -> None:
    document = Document()
    document.add_paragraph("Open the valve", style="List Number")
    box = (
        f'<w:r {nsdecls("w")}><w:pict><v:textbox xmlns:v="urn:schemas-microsoft-com:vml"><w:txbxContent>'
        "<w:p><w:r><w:t>1. Close the lid</w:t></w:r></w:p></w:txbxContent></v:textbox></w:pict></w:r>"
    )
    document.add_paragraph("Wash the tank", style="List Number")._p.append(parse_xml(box))
    draft = read(document)
    assert [text for _, text, _ in kept(draft)] == ["Open the valve", "Wash the tank", "Close the lid"]
    assert draft.notes == (
        "Text boxes are read at their anchors, which may not be where they stand on the page.",
    )


def test_prose_names_its_actors() -> None:
    document = Document()
    document.add_paragraph("The account manager sends an e-mail. After that, the client fills out the form.")
    assert kept(read(document)) == [
        ("Account manager", "The account manager sends an e-mail", "paragraph 1"),
        ("Client", "The client fills out the form", "paragraph 1"),
    ]


def test_a_form_that_only_names_work_proposes_the_names_with_a_note() -> None:
    document = Document()
    for text in ("Change plan", "Owner?", "Backup", "By who?", "Verification", "By who?"):
        document.add_paragraph(text)
    draft = read(document)
    assert [text for _, text, _ in kept(draft)] == ["Backup", "Verification"]
    assert draft.notes == (
        "No line says an act: the names of work are proposed as steps. "
        "Say in each what is done, and by whom.",
    )


def test_an_empty_document() -> None:
    with pytest.raises(IntakeError, match=r"The Word document is empty: it holds no words\. Paste the steps"):
        read(Document())


def test_what_is_struck_through_no_longer_holds() -> None:
    document = Document()
    document.add_paragraph("Call the customer.", style="List Number")
    document.add_paragraph(style="List Number").add_run("Fax the form.").font.strike = True
    changed = document.add_paragraph("Mail the ", style="List Number")
    changed.add_run("letter ").font.strike = True
    changed.add_run("parcel.")
    draft = read(document)
    assert [text for _, text, _ in kept(draft)] == ["Call the customer.", "Mail the parcel."]
    assert skipped(draft) == {"Fax the form.": "Struck out in the text."}
