"""PDF: lines put together again, headers apart, scans and locked files refused in words."""

from __future__ import annotations

import io

import pytest
from reportlab.lib.pagesizes import A4
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import ListFlowable, ListItem, PageBreak, Paragraph, SimpleDocTemplate, Table

from counting.intake import pdf
from counting.intake.caps import DEFAULTS, Caps
from counting.intake.draft import Draft, IntakeError
from counting.intake.source import Source
from tests.counting.intake.drafts import kept, skipped

STYLES = getSampleStyleSheet()


def frame(canvas: Canvas, document: SimpleDocTemplate) -> None:
    canvas.drawString(50, 815, "Goods receipt - internal")
    canvas.drawString(50, 25, f"Page {document.page} of 2")


def written(*pages: list[str], encrypt: StandardEncryption | None = None) -> bytes:
    out = io.BytesIO()
    story: list[object] = [Paragraph("Goods receipt", STYLES["Title"])]
    for number, lines in enumerate(pages):
        story += [PageBreak()] if number else []
        items = [ListItem(Paragraph(line, STYLES["BodyText"])) for line in lines if line[0] != "~"]
        story.append(ListFlowable(items, bulletType="1"))
        story += [Paragraph(line[1:], STYLES["BodyText"]) for line in lines if line[0] == "~"]
    document = SimpleDocTemplate(out, pagesize=A4, encrypt=encrypt)
    document.build(story, onFirstPage=frame, onLaterPages=frame)
    return out.getvalue()


def read(data: bytes, caps: Caps = DEFAULTS) -> Draft:
    return pdf.read(Source(data, "a.pdf", caps))


LONG = (
    "The clerk compares the delivery note with the purchase order that was printed in the morning, "
    "and notes every "
    "difference on the form of the day."
)


def test_a_procedure_over_two_pages() -> None:
    draft = read(
        written(["The guard opens the gate.", LONG], ["Do not block the dock.", "The clerk files the form."])
    )
    assert [(actor, place) for actor, _, place in kept(draft)] == [
        ("Guard", "page 1"),
        ("Clerk", "page 1"),
        ("Clerk", "page 2"),
    ]
    assert next(item.text for item in draft.items if item.actor == "Clerk").endswith(
        "on the form of the day."
    )
    reasons = skipped(draft)
    assert reasons["Goods receipt - internal"] == "It is repeated on every page."
    assert reasons["Page 1 of 2"] == "It is repeated on every page."
    assert reasons["Do not block the dock."] == "It says what is not done; a prohibition is no step."


def test_prose_in_a_pdf() -> None:
    draft = read(written(["~The guard opens the gate. A forklift operator unloads the pallets."]))
    assert [text for _, text, _ in kept(draft)] == [
        "The guard opens the gate",
        "A forklift operator unloads the pallets",
    ]


def test_a_word_broken_at_the_end_of_a_line_is_made_whole() -> None:
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=A4)
    for line, height in (
        ("1. Check the differ-", 700),
        ("ences with the supplier", 686),
        ("2. File the note", 672),
    ):
        canvas.drawString(72, height, line)
    canvas.save()
    assert [text for _, text, _ in kept(read(out.getvalue()))] == [
        "Check the differences with the supplier",
        "File the note",
    ]


def drawn(*lines: tuple[float, float, str]) -> bytes:
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=A4)
    for left, height, text in lines:
        canvas.drawString(left, height, text)
    canvas.save()
    return out.getvalue()


def test_a_line_broken_in_a_word_and_after_a_joining_word_goes_on() -> None:
    data = drawn(
        (72, 700, "1. The clerk checks the deliv-"),
        (72, 686, "ery note of the day and"),
        (72, 672, "notes what is missing."),
        (72, 658, "2. The clerk files the note and the"),
    )
    assert kept(read(data))[0] == (
        "Clerk",
        "The clerk checks the delivery note of the day / The clerk notes what is missing",
        "page 1",
    )


def test_a_table_with_wrapped_cells_is_put_together_again() -> None:
    body = STYLES["BodyText"]
    long = "Compare the content of the parcel with the form that the customer filled in by hand"
    rows = [
        ["No.", "Step", "Responsible"],
        ["1", Paragraph("Open the parcel", body), "Dock"],
        ["2", Paragraph(long, body), "Clerk"],
        ["3", Paragraph("Inspect the item", body), "Head of quality"],
    ]
    out = io.BytesIO()
    table = Table(rows, colWidths=[40, 200, 120], style=[("VALIGN", (0, 0), (-1, -1), "TOP")])
    text = [Paragraph("Returns", STYLES["Title"]), table, Paragraph("The porter locks the door.", body)]
    SimpleDocTemplate(out, pagesize=A4).build(text)
    draft = read(out.getvalue())
    assert kept(draft) == [
        ("Dock", "Open the parcel", "page 1, table row 2"),
        (
            "Clerk",
            "Compare the content of the parcel with the form that the customer filled in by hand",
            "page 1, table row 3",
        ),
        ("Head of quality", "Inspect the item", "page 1, table row 4"),
    ]
    assert (
        skipped(draft)["The porter locks the door."] == "Words around the steps; the steps stand in the list."
    )


def test_lines_that_only_stand_apart_are_no_table() -> None:
    data = drawn(
        (72, 700, "Name"),
        (200, 700, "Phone"),
        (72, 686, "Ann"),
        (200, 686, "12"),
        (72, 672, "Bob"),
        (200, 672, "13"),
        (72, 640, "1. Open the gate"),
        (72, 626, "2. Close the gate"),
    )
    assert [text for _, text, _ in kept(read(data))] == ["Open the gate", "Close the gate"]


def test_a_scan_is_refused_in_words() -> None:
    out = io.BytesIO()
    canvas = Canvas(out)
    canvas.rect(100, 100, 200, 200, fill=1)
    canvas.showPage()
    canvas.save()
    with pytest.raises(
        IntakeError, match=r"1 page and no text in them: it is a scan or a picture\. Run text recognition"
    ):
        read(out.getvalue())


def test_a_locked_pdf_is_refused_in_words() -> None:
    data = written(["Open it."], encrypt=StandardEncryption("secret"))
    with pytest.raises(IntakeError, match=r"protected by a password\. Remove the protection"):
        read(data)


def test_a_damaged_pdf_is_refused_in_words() -> None:
    with pytest.raises(IntakeError, match=r"This PDF is damaged"):
        read(b"%PDF-1.7 nothing else")


def test_the_cap_of_pages_is_named() -> None:
    with pytest.raises(IntakeError, match=r"The PDF has 2 pages; the cap pages allows 1 \(set INTAKE_PAGES"):
        read(written(["Open it."], ["Close it."]), Caps(pages=1))


def test_a_table_runs_on_over_the_page_and_its_numbers_may_stand_in_the_middle_of_their_rows() -> None:
    body = STYLES["BodyText"]
    rows: list[list[object]] = [["No.", "Step", "Responsible"]]
    for number in range(1, 41):
        text = f"Compare shelf {number} with the list of the store and write down each difference found"
        rows.append([str(number), Paragraph(text, body), "Clerk" if number % 2 else "Buyer"])
    out = io.BytesIO()
    table = Table(rows, colWidths=[40, 200, 120], style=[("VALIGN", (0, 0), (-1, -1), "MIDDLE")])
    SimpleDocTemplate(out, pagesize=A4).build([table], onFirstPage=frame, onLaterPages=frame)
    found = kept(read(out.getvalue()))
    assert [actor for actor, _, _ in found] == ["Clerk", "Buyer"] * 20
    assert [text.split(" / ")[0].split()[2] for _, text, _ in found] == [str(n) for n in range(1, 41)]
    assert (found[0][2], found[-1][2]) == ("page 1, table row 2", "page 2, table row 41")
