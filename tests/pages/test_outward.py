"""Which steps are suggested as outward: by what they do, not by what they do it to."""

from __future__ import annotations

import pytest

from counting import Run, Step
from pages.parts.outward import seems_outward, suggested

LEAVES = (
    ("Clerk sends the reply to the customer", "Clerk"),
    ("Send the signed lease to the tenant", ""),
    ("Shift lead emails the plant manager's report to the authority", "Shift lead"),
    ("Accountant automatically pays the invoice", "Accountant"),
    ("The invoice is paid by bank transfer", ""),
    ("Buyer orders three pallets of flour", "Buyer"),
    ("Writes and sends the claim mail to the supplier", ""),
    ("Lawyer files the objection with the court", "Lawyer"),
    ("Clerk informs the applicant", "Clerk"),
    ("Administrator deletes the account", "Administrator"),
    ("If nothing is missing, the clerk sends the permit", ""),
    ("Driver hands the parcel over", "Driver"),
)
STAYS = (
    ("Clerk looks up the order in the till system", "Clerk"),
    ("Clerk enters the refund in the till system", "Clerk"),
    ("Shop manager decides whether to refund or to repair", "Shop manager"),
    ("Clerk opens the new order mails", "Clerk"),
    ("Read the release notes", ""),
    ("Nurse checks the signs of infection", "Nurse"),
    ("Engineer reviews the post", "Engineer"),
    ("Copy the order number into the sheet", ""),
    ("Clerk files the invoice in the folder", "Clerk"),
    ("Order desk checks the stock", "Order desk"),
)


@pytest.mark.parametrize(("text", "actor"), LEAVES, ids=lambda value: value)
def test_an_act_that_leaves_is_suggested(text: str, actor: str) -> None:
    assert seems_outward(text, actor)


@pytest.mark.parametrize(("text", "actor"), STAYS, ids=lambda value: value)
def test_a_thing_named_like_such_an_act_is_not(text: str, actor: str) -> None:
    assert not seems_outward(text, actor)


def test_what_is_marked_already_is_not_suggested_again() -> None:
    run = Run("", (Step("Clerk sends it", outward=True), Step("Clerk sends it"), Step("Clerk reads it")))
    assert suggested(run) == (2,)
