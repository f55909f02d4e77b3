"""Whether the task before a branch gives its answer."""

from __future__ import annotations

import pytest

from counting.intake.questions import Finding, is_answered


@pytest.mark.parametrize(
    ("task", "question"),
    [
        ("Check credit", "Credit OK?"),
        ("Check the invoice", "Amount correct?"),
        ("Review application", "Approved?"),
        ("Approve invoice", "Invoice approved?"),
        ("Decide on the claim", "Pay out?"),
        ("Run tests", "Tests passed?"),
        ("Code review process", "Review result"),
        ("Assess eligibility", "Eligible?"),
        ("Look whether the part is there", "Part there?"),
        ("Receive and check the form", "Form complete?"),
        ("Receive decision", "Approved?"),
        ("Obtain approval", "Approved?"),
        ("Get the lab results", "Result positive?"),
        ("Bonität prüfen", "Bonität ausreichend?"),
        ("Rechnungsprüfung", "Rechnung korrekt?"),
        ("Vérifier la facture", "Facture correcte ?"),
        ("Revisar solicitud", "¿Solicitud completa?"),
        ("Controleer de factuur", "Factuur akkoord?"),
    ],
)
def test_a_task_that_finds_something_out_answers_the_question_about_it(task: str, question: str) -> None:
    assert is_answered(question, [Finding(task)])


@pytest.mark.parametrize(
    ("task", "question"),
    [
        ("Send offer", "Accepted?"),
        ("Request approval", "Approved?"),
        ("Receive order", "Approved?"),
        ("Fill in the form", "Over 500?"),
        ("Check the invoice", "Premium customer?"),
        ("Pack the goods", "More orders?"),
        ("Pay the order", "Payment accepted?"),
        ("Give the patient a review form", "Signed?"),
    ],
)
def test_an_act_that_finds_nothing_out_leaves_the_question_open(task: str, question: str) -> None:
    assert not is_answered(question, [Finding(task)])


def test_nothing_before_a_question_leaves_it_open_and_so_does_an_event() -> None:
    assert not is_answered("Approved?", [])
    assert not is_answered("Approved?", [Finding("")])


def test_every_way_to_the_question_has_to_answer_it() -> None:
    assert not is_answered("Form complete?", [Finding("Check the form"), Finding("Correct the form by hand")])


def test_of_parallel_branches_one_that_answers_is_enough() -> None:
    branches = [Finding("Check the form", join="j"), Finding("Print the label", join="j")]
    assert is_answered("Form complete?", branches)


def test_behind_another_question_only_the_same_thing_counts_as_answered() -> None:
    assert not is_answered("Valid?", [Finding("Check the form", direct=False)])
    assert is_answered("Form signed?", [Finding("Check the form", direct=False)])


def test_a_table_of_business_rules_always_answers() -> None:
    assert is_answered("Which carrier?", [Finding("Look into the table", sure=True)])
