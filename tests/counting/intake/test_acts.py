"""One line to its acts (R1): where it is cut, and where it is not."""

from __future__ import annotations

import pytest

from counting.intake.acts import english_lines, parts_of, parts_of_all

CUT = {
    "If over 500, send to the manager and log it": (
        "If over 500, send to the manager",
        "If over 500, log it",
    ),
    "Check invoice and approve payment": ("Check invoice", "Approve payment"),
    "Review and send": ("Review", "Send"),
    "Copy, sign and scan the form": ("Copy the form", "Sign the form", "Scan the form"),
    "Pick & pack": ("Pick", "Pack"),
    "Print label then ship parcel": ("Print label", "Ship parcel"),
    "Mail offer; file copy": ("Mail offer", "File copy"),
    "Remove ethanol and discard": ("Remove ethanol", "Discard"),
    "Check the form, and if anything is missing, call the client": (
        "Check the form",
        "If anything is missing, call the client",
    ),
    "The clerk opens the mail and stamps the letter": (
        "The clerk opens the mail",
        "The clerk stamps the letter",
    ),
    "Rechnung prüfen und freigeben": ("Rechnung prüfen", "Rechnung freigeben"),
    "Vérifier la facture et envoyer le paiement": ("Vérifier la facture", "Envoyer le paiement"),
    "Comprobar el pedido y enviar la factura": ("Comprobar el pedido", "Enviar la factura"),
    "Verificar o pedido e enviar a fatura ao cliente": ("Verificar o pedido", "Enviar a fatura ao cliente"),
    "Factuur controleren en betalen": ("Factuur controleren", "Factuur betalen"),
}
WHOLE = [
    "Receive order",
    "Nurse copies the insurance number into the billing form",
    "Enter name and address",
    "Enter the invoice number, date and amount in the ledger",
    "Send the form to HR and finance",
    "Terms and conditions",
    "Research and development",
    "Accept or reject the application",
    "Email Bob and Alice",
    "Check the name and address of the client",
    "Make a stock solution (store in aliquots, avoid freeze and thaw)",
    "Kunde und Lieferant informieren",
    "Pommes und Ketchup",
    "Préparer le café et le thé",
    "",
    "   ",
    "12345",
    "?!",
]


@pytest.mark.parametrize("line", CUT)
def test_two_acts_are_cut(line: str) -> None:
    assert parts_of(line) == CUT[line]


@pytest.mark.parametrize("line", WHOLE)
def test_one_act_or_none_is_left_whole(line: str) -> None:
    assert parts_of(line) == ()


def test_many_lines_at_once_are_cut_as_one_by_one() -> None:
    english = [line for line in CUT if line.isascii() and "e enviar" not in line and "y enviar" not in line]
    english = [line for line in english if not line.startswith(("Factuur", "Rechnung"))]
    assert parts_of_all(english) == [CUT[line] for line in english]


def test_a_line_tells_who_acts_and_whether_it_is_a_choice() -> None:
    lines = english_lines(["The head of credit accepts or rejects the loan", "Tolerance is 2 percent"])
    assert (lines[0].actor, lines[0].decision, len(lines[0].acts)) == ("Head of credit", True, 1)
    assert (lines[1].acts, lines[1].says) == ((), "A statement, a status or an event; nobody acts.")


def test_a_line_longer_than_anybody_writes_is_left_whole() -> None:
    assert parts_of("check the form and " * 300) == ()
