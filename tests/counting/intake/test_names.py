"""Names of drawn elements made readable."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from counting.intake.names import clean_name, spoken_identifier, words_of


@pytest.mark.parametrize(
    ("raw", "clean"),
    [
        ("evaluate\napplication", "evaluate application"),
        ("Enter\r\nthe   order", "Enter the order"),
        ("docu-\nment the case", "document the case"),
        ("docu- ment the case", "document the case"),
        ("e-\nmail the customer", "e-mail the customer"),
        ("follow-\nup", "follow-up"),
        ("pre- and post-check", "pre- and post-check"),
        ("Sub- Process 1", "Sub-Process 1"),
        ("Rech-\nnung prüfen", "Rechnung prüfen"),
        ("Check &amp; sign", "Check & sign"),
        ("Check &amp;amp; sign", "Check & sign"),
        ("<div><b>Enter</b> order<br/>twice</div>", "Enter order twice"),
        ("Send a mail to <customer>", "Send a mail to <customer>"),
        ("<script>alert(1)</script>", "alert(1)"),
        ("1. Send the offer", "Send the offer"),
        ("1.2 Check the invoice", "Check the invoice"),
        ("Step 3: file it", "file it"),
        ("a) Register", "Register"),
        ("10 - Pay the invoice", "Pay the invoice"),
        ("Task 1 ", "Task 1"),
        ("2.5 hours of rest", "2.5 hours of rest"),
        ("24/7 support", "24/7 support"),
        ("3D print the part", "3D print the part"),
        ("7 days", "7 days"),
        ("  \n ", ""),
        ("1.", "1."),
    ],
)
def test_a_name_is_one_readable_line(raw: str, clean: str) -> None:
    assert clean_name(raw) == clean


def test_the_other_names_of_a_file_tell_a_broken_word_from_a_compound() -> None:
    known = words_of(["Check the handling of the claim", "claim"])
    assert clean_name("claim-\nhandling", known) == "claim-handling"
    assert clean_name("claim-\nhandling") == "claimhandling"


@pytest.mark.parametrize(
    ("raw", "spoken"),
    [
        ("Send_offer_mail", "Send offer mail"),
        ("sendOfferMail", "Send offer mail"),
        ("createPDFFile", "Create PDF file"),
    ],
)
def test_an_identifier_is_spoken_as_words(raw: str, spoken: str) -> None:
    assert spoken_identifier(raw) == spoken


@given(st.text(max_size=200))
def test_a_cleaned_name_is_one_line_and_loses_no_letter_but_markup(raw: str) -> None:
    clean = clean_name(raw)
    assert clean == " ".join(clean.split())
    words = raw.replace("\\n", " ")  # a line break as drawing tools write it
    if "<" not in raw and "&" not in raw and any(character.isalpha() for character in words):
        assert any(character.isalpha() for character in clean)
