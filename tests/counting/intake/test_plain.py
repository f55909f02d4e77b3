"""Pasted text: lists, letters, tables of tabs, prose, and what is none of them."""

from __future__ import annotations

import pytest

from counting.intake import plain
from counting.intake.caps import DEFAULTS, Caps
from counting.intake.draft import Draft, IntakeError
from counting.intake.source import Source
from tests.counting.intake.drafts import kept, skipped


def read(text: str, caps: Caps = DEFAULTS) -> Draft:
    return plain.read(Source(text.encode(), "", caps))


MAIL = """From: maria@example.org
To: all@example.org
Subject: Returns

Hi team,

here is how we handle returns:

1. Anna opens the parcel.
2. If the item is damaged, she takes a photo
   and sends it to the supplier.

Thanks,
Maria
Head of Logistics

> On Monday you wrote: do it
"""


def test_a_mail() -> None:
    draft = read(MAIL)
    assert kept(draft) == [
        ("Anna", "Anna opens the parcel.", "line 9"),
        (
            "Anna",
            "If the item is damaged, she takes a photo / "
            "If the item is damaged, she sends it to the supplier",
            "line 10",
        ),
    ]
    assert set(skipped(draft).values()) == {
        "A line of the mail's header.",
        "The greeting.",
        "Words around the steps; the steps stand in the list.",
        "The closing and the signature.",
        "A quoted line of an earlier mail.",
    }


@pytest.mark.parametrize(
    "marks",
    [
        ("1.", "2.", "10."), ("1)", "2)", "3)"), ("(a)", "(b)", "(c)"), ("-", "-", "-"), ("•", "•", "•"),
        ("[ ]", "[x]", "[ ]"), ("☐", "☐", "☐"), ("Step 1:", "Step 2:", "Step 3:"), ("1.1", "1.2", "1.3"),
        ("Schritt 1:", "Schritt 2:", "Schritt 3:"), ("#.", "#.", "#."),
        ("i.", "ii.", "iii."), ("–", "–", "–"),
        ("1000.", "1001.", "1002."),
    ],
)  # fmt: skip
def test_marks_in_front_are_taken_off(marks: tuple[str, ...]) -> None:
    acts = ("Open the mail", "Stamp the letter", "File the copy")
    draft = read("\n".join(f"{mark} {act}" for mark, act in zip(marks, acts, strict=True)))
    assert [text for _, text, _ in kept(draft)] == list(acts)
    assert [item.original for item in draft.items] == [
        f"{mark} {act}" for mark, act in zip(marks, acts, strict=True)
    ]


def test_lines_without_marks_are_steps_and_the_first_is_the_title() -> None:
    draft = read("Expense claims\n\nEmployee fills in the form\nManager approves the claim\nFile the claim\n")
    assert kept(draft) == [
        ("Employee", "Employee fills in the form", "line 3"),
        ("Manager", "Manager approves the claim", "line 4"),
        (None, "File the claim", "line 5"),
    ]
    assert draft.title == "Expense claims"


def test_a_chain_of_arrows() -> None:
    draft = read("Receive order -> check stock → ship parcel")
    assert [(item.text, item.original) for item in draft.items] == [
        ("Receive order", "Receive order"),
        ("check stock", "check stock"),
        ("ship parcel", "ship parcel"),
    ]


def test_a_table_pasted_from_a_sheet() -> None:
    draft = read("Step\tWho\nOpen ticket\tAgent\nAssign ticket\tTeam lead\n")
    assert kept(draft) == [
        ("Agent", "Open ticket", "line 2, column 1"),
        ("Team lead", "Assign ticket", "line 3, column 1"),
    ]


def test_numbered_headings_are_headings_and_decimal_numbers_steps() -> None:
    draft = read(
        "1. Purpose\nWhy we do it.\n\n2. Procedure\n2.1 The clerk opens the mail.\n2.2 The clerk stamps it.\n"
    )
    assert [text for _, text, _ in kept(draft)] == ["The clerk opens the mail.", "The clerk stamps it."]


def test_wrapped_prose_is_read_by_sentences_with_a_step_for_each_act() -> None:
    draft = read(
        "The clerk opens the mail and stamps\nthe letters. "
        "Letters for the boss are put\naside. There are rules for mail.\n"
    )
    assert kept(draft) == [
        ("Clerk", "The clerk opens the mail", "line 1"),
        ("Clerk", "The clerk stamps the letters", "line 1"),
        (None, "Letters for the boss are put aside", "line 2"),
    ]
    assert skipped(draft) == {"There are rules for mail.": "A statement, a status or an event; nobody acts."}
    assert draft.understood == "Text: 3 steps, 1 item skipped."


GERMAN = "Der Kunde schickt die Bestellung. Die Buchhaltung prüft z. B. den Betrag und gibt sie frei."


def test_prose_of_another_language_is_read_by_sentences_with_a_note() -> None:
    draft = read(GERMAN)
    assert [text for _, text, _ in kept(draft)] == [
        "Der Kunde schickt die Bestellung.",
        "Die Buchhaltung prüft z. B. den Betrag und gibt sie frei.",
    ]
    assert draft.notes == (
        "The text seems to be German: its sentences are shown as they stand, acts are not told apart.",
    )


LISTS = {
    "German": ("1. Antrag annehmen\n2. Antrag prüfen und freigeben\n3. Nicht ohne Akte bearbeiten", 2),
    "French": (
        "1. Recevoir la commande\n2. Vérifier le stock et préparer le colis\n3. Ne pas expédier sans facture",
        2,
    ),
    "Spanish": ("1. Recibir el pedido\n2. Comprobar el pago y enviar la factura\n3. No enviar sin pago", 2),
    "Portuguese": (
        "1. Receber o pedido\n2. Verificar o estoque e enviar a fatura\nNota: usar o formulário",
        2,
    ),
    "Dutch": ("1. Factuur ontvangen\n2. Factuur controleren en betalen\nLet op: bewaar de factuur", 2),
}


@pytest.mark.parametrize("language", LISTS)
def test_lists_of_other_languages(language: str) -> None:
    text, steps = LISTS[language]
    draft = read(text)
    assert len(kept(draft)) == steps
    assert [len(item.parts) for item in draft.items] == [0, 2, 0]


def test_chinese_and_arabic_are_lines_and_sentences() -> None:
    assert [text for _, text, _ in kept(read("1. 接收订单\n2. 检查库存\n"))] == ["接收订单", "检查库存"]
    assert len(kept(read("يتلقى الموظف الطلب. ثم يراجع المدير الطلب."))) == 2


REFUSED = {
    "123 456\n": r"No step was found in this text\. Its 1 line says no act: No words\.",
    "123 456\n789\n": r"No step was found in this text\. Its 2 lines say no act: No words\.",
    "milk\neggs\nbread\n": r"No step was found in this text\. Its 3 lines say no act: It names a thing",
    "Ann: Hi, how are you?\nBob: Well, thanks.\n"
    "Ann: So what about the budget?\nBob: I think we are fine.\n": (r"This is a meeting transcript"),
}


@pytest.mark.parametrize("text", REFUSED)
def test_a_text_without_a_procedure_says_what_is_missing(text: str) -> None:
    with pytest.raises(IntakeError, match=REFUSED[text]):
        read(text)


@pytest.mark.parametrize(
    ("text", "caps", "said"),
    [
        (
            "- Check it\n" * 12,
            Caps(items=10),
            r"The text holds 12 lines; the cap items allows 10 \(set INTAKE_ITEMS",
        ),
        (
            "The clerk opens it. " * 12,
            Caps(prose_chars=100),
            r"characters of prose; the cap prose_chars allows 100",
        ),
        ("x\n" * 200, Caps(items=10), r"The text holds 200 lines; the cap items allows 10"),
        ("\n".join("x" * 101), Caps(items=10), r"The text holds 101 lines; the cap items allows 10"),
    ],
)
def test_each_cap_is_named(text: str, caps: Caps, said: str) -> None:
    with pytest.raises(IntakeError, match=said):
        read(text, caps)


def test_data_about_the_document_and_notes_are_skipped_as_a_whole() -> None:
    text = """Owner: Purchasing. Applies to: all sites.

Note: forms without a date. They come back.

The clerk opens the mail. The clerk files the form.
"""
    draft = read(text)
    assert skipped(draft) == {
        "Owner: Purchasing. Applies to: all sites.": "Data about the document, not about the work.",
        "Note: forms without a date. They come back.": "A note, not an act.",
    }
    assert [text for _, text, _ in kept(draft)] == ["The clerk opens the mail", "The clerk files the form"]


def test_going_on_under_a_condition_is_no_step_and_what_comes_with_it_is() -> None:
    draft = read("1. Check the form.\n2. If it is complete, continue with step 4.\n3. Call the sender.\n")
    assert [text for _, text, _ in kept(draft)] == ["Check the form.", "Call the sender."]
    both = read(
        "1. Check the form.\n2. If it is complete, go to step 3. If not, call the sender.\n3. File it.\n"
    )
    assert len(kept(both)) == 3


def test_what_a_line_announces_as_a_list_of_things_holds_no_steps() -> None:
    text = "The file contains:\n- the name\n- the date\n\nSteps:\n- Open the file\n- Sign the form\n"
    assert [text for _, text, _ in kept(read(text))] == ["Open the file", "Sign the form"]


def test_it_acts_where_the_line_named_a_group_before() -> None:
    text = (
        "(1) The authority shall examine the claim. It may request papers.\n(2) The desk stamps the claim.\n"
    )
    assert [words for _, words, _ in kept(read(text))] == [
        "The authority shall examine the claim / It may request papers",
        "The desk stamps the claim.",
    ]


def test_two_verbs_before_one_object_in_spanish_both_have_it() -> None:
    text = "1. Recibir el pedido\n2. Preparar y enviar el pedido\n3. Archivar la factura del pedido\n"
    assert [words for _, words, _ in kept(read(text))][1] == "Preparar el pedido / Enviar el pedido"


def test_steps_that_stand_only_under_a_heading_for_background_are_steps() -> None:
    draft = read("Freeze\n======\n\nBackground\n----------\n\n1. Send the notice\n2. Sign the packages\n")
    assert [text for _, text, _ in kept(draft)] == ["Send the notice", "Sign the packages"]


def test_lines_under_an_actor_tell_what_the_actor_does() -> None:
    draft = read("Clerk:\n- scans invoice\n- enters data\n\nTreasury:\n- pays invoice\n")
    assert [(actor, text) for actor, text, _ in kept(draft)] == [
        ("Clerk", "scans invoice"),
        ("Clerk", "enters data"),
        ("Treasury", "pays invoice"),
    ]


def test_circled_numbers_are_numbers_and_thanks_are_no_act() -> None:
    draft = read("① Turn on the scales\n② Weigh the parcel\n\nThank you for your help.\n")
    assert [text for _, text, _ in kept(draft)] == ["Turn on the scales", "Weigh the parcel"]
    assert skipped(draft)["Thank you for your help."] == "A courtesy, not an act."


def test_a_title_right_above_running_text_heads_it() -> None:
    text = """Devolución de libros
El lector entrega el libro en el mostrador. El bibliotecario comprueba el estado del libro. Se archiva.
"""
    draft = read(text)
    assert [words for _, words, _ in kept(draft)] == [
        "El lector entrega el libro en el mostrador.",
        "El bibliotecario comprueba el estado del libro.",
        "Se archiva.",
    ]
    assert draft.title == "Devolución de libros"


def test_three_german_acts_in_a_row_are_three() -> None:
    draft = read(
        "1. Antrag öffnen\n2. Antrag prüfen, Bescheid schreiben und Akte ablegen\n3. Ja: weiter mit 5\n"
    )
    assert [words for _, words, _ in kept(draft)] == [
        "Antrag öffnen",
        "Antrag prüfen / Bescheid schreiben / Akte ablegen",
    ]
