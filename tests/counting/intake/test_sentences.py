"""English prose to acts: whole values for every construction the reader knows."""

from __future__ import annotations

import pytest

from counting.intake.sentences import Sentence, sentences


def acts(text: str) -> list[tuple[str | None, str]]:
    return [(act.actor, act.text) for sentence in read(text) for act in sentence.acts]


def read(text: str) -> tuple[Sentence, ...]:
    return next(sentences([text]))


ACTS = {
    "several acts of one actor": (
        "The analyst pulls the report, computes the ratio, and estimates the value.",
        [
            ("Analyst", "The analyst pulls the report"),
            ("Analyst", "The analyst computes the ratio"),
            ("Analyst", "The analyst estimates the value"),
        ],
    ),
    "a condition stays with the acts behind it": (
        "If the guest accepts, she records the agreement and asks accounting to pay.",
        [
            ("Guest", "If the guest accepts, she records the agreement"),
            ("Guest", "If the guest accepts, she asks accounting to pay"),
        ],
    ),
    "otherwise starts an act of its own": (
        "If the amount is high, the head of credit approves it, otherwise the analyst decides alone.",
        [
            ("Head of credit", "If the amount is high, the head of credit approves it"),
            ("Analyst", "Otherwise the analyst decides alone"),
        ],
    ),
    "a passive names its actor behind by": (
        "A contract is drawn up by the legal clerk and mailed to the customer.",
        [
            ("Legal clerk", "A contract is drawn up by the legal clerk"),
            ("Legal clerk", "A contract is mailed to the customer"),
        ],
    ),
    "a passive without an actor is honestly nobody's": (
        "Complete applications are forwarded to the credit department.",
        [(None, "Complete applications are forwarded to the credit department")],
    ),
    "who and where tell what happens next": (
        "An expert has to be hired, who values the ring and writes a note. It goes to the desk, where the "
        "teller reads it. The nurse fills in a form, which the doctor signs.",
        [
            (None, "An expert has to be hired"),
            ("Expert", "An expert values the ring"),
            ("Expert", "An expert writes a note"),
            (None, "It goes to the desk"),
            ("Teller", "The teller reads it"),
            ("Nurse", "The nurse fills in a form"),
            ("Doctor", "The doctor signs a form"),
        ],
    ),
    "who applies and who has a talk acts": (
        "A tenant has to apply at the counter. The adviser has a talk with the tenant.",
        [
            ("Tenant", "A tenant has to apply at the counter"),
            ("Adviser", "The adviser has a talk with the tenant"),
        ],
    ),
    "a first sentence of a row that was parsed below the second": (
        "Else the pass is printed and stamped, the data are stored in the register.",
        [
            (None, "Else the pass is printed"),
            (None, "The pass is stamped"),
            (None, "The data are stored in the register"),
        ],
    ),
    "a title among the sentences is nobody's act": (
        "Handling of parcels. Parcels are opened in the mail room, stamped with the date and scanned.",
        [
            (None, "Parcels are opened in the mail room"),
            (None, "Parcels are stamped with the date"),
            (None, "Parcels are scanned"),
        ],
    ),
    "who is asked to wait is asked": (
        "The visitor is asked to wait.",
        [(None, "The visitor is asked to wait")],
    ),
    "after which goes on": (
        "The applicant can collect the permit within two weeks, after which it is destroyed.",
        [
            ("Applicant", "The applicant can collect the permit within two weeks"),
            (None, "It is destroyed"),
        ],
    ),
    "a second subject after an and is its own": (
        "The desk records the absence and payroll is informed.",
        [("Desk", "The desk records the absence"), (None, "Payroll is informed")],
    ),
    "an unknown noun acts where it does something to something": (
        "The pipeline builds the package, runs the tests and takes two minutes.",
        [("Pipeline", "The pipeline builds the package"), ("Pipeline", "The pipeline runs the tests")],
    ),
    "a state in a time clause is no act": (
        "When the patient is admitted, the ward is called.",
        [(None, "When the patient is admitted, the ward is called")],
    ),
    "an order that looks like a noun is an order": (
        "Unpack the books. Report missing or damaged items to the vendor.",
        [(None, "Unpack the books"), (None, "Report missing or damaged items to the vendor.")],
    ),
    "they forward": (
        "The librarians choose titles. They forward the selected titles to the buyer.",
        [
            ("Librarians", "The librarians choose titles"),
            ("Librarians", "They forward the selected titles to the buyer"),
        ],
    ),
    "who is asked to act acts": (
        "The porter is asked to carry the bags.",
        [("Porter", "The porter is asked to carry the bags")],
    ),
    "what goes on meanwhile is an act where it is told for the first time": (
        "While the cook is frying the fish, the waiter opens the wine.",
        [("Cook", "The cook is frying the fish"), ("Waiter", "The waiter opens the wine")],
    ),
    "what has to be done before is an act where it is told for the first time": (
        "After the best bid has been chosen, the buyer writes the order. "
        "Once the order has been written, the clerk mails it.",
        [
            (None, "The best bid has been chosen"),
            ("Buyer", "The buyer writes the order"),
            ("Clerk", "Once the order has been written, the clerk mails it"),
        ],
    ),
    "a state under a condition is an act": (
        "If nobody answers within a week, the case is closed.",
        [(None, "If nobody answers within a week, the case is closed")],
    ),
    "this involves": (
        "A lawyer looks into the matter. This involves questioning the witness.",
        [("Lawyer", "A lawyer looks into the matter"), (None, "This involves questioning the witness")],
    ),
    "this and that only point back": (
        "Sales ships the bicycle, and that closes the order. The same is done for every item.",
        [("Sales", "Sales ships the bicycle")],
    ),
    "verdicts in a row of three are one act": (
        "The board either authorises the change, asks for more, or declines it.",
        [("Board", "The board either authorises the change, asks for more, or declines it")],
    ),
    "someone from a team is the team": (
        "Someone from sales calls the customer.",
        [("Sales", "Someone from sales calls the customer")],
    ),
    "participles in a row": (
        "Blood samples are taken by a technician, labelled, and sent to the laboratory.",
        [
            ("Technician", "Blood samples are taken by a technician"),
            ("Technician", "Blood samples are labelled"),
            ("Technician", "Blood samples are sent to the laboratory"),
        ],
    ),
    "a relative clause that goes on is an act": (
        "An external expert is commissioned, who inspects the car and writes a report.",
        [
            (None, "An external expert is commissioned"),
            ("External expert", "An external expert inspects the car"),
            ("External expert", "An external expert writes a report"),
        ],
    ),
    "a relative clause that says which one is none": (
        "A manager who needs a new employee fills out a request.",
        [("Manager", "A manager who needs a new employee fills out a request")],
    ),
    "in the meantime is left out": (
        "In the meantime, the physician reads the referral letter.",
        [("Physician", "The physician reads the referral letter")],
    ),
    "a pronoun means the last actor": (
        "The waiter takes the order. She types it into the tablet.",
        [("Waiter", "The waiter takes the order"), ("Waiter", "She types it into the tablet")],
    ),
    "somebody's act in a time clause, told for the first time": (
        "The process starts when a truck driver announces the delivery.",
        [("Truck driver", "A truck driver announces the delivery")],
    ),
    "verdicts of one choice are one act": (
        "The tester approves or rejects the release.",
        [("Tester", "The tester approves or rejects the release")],
    ),
    "an object that several verbs share": (
        "The assistant copies and scans the contract.",
        [
            ("Assistant", "The assistant copies the contract"),
            ("Assistant", "The assistant scans the contract"),
        ],
    ),
    "verbs that look like nouns": (
        "The receptionist looks up the appointment and prints a wristband.",
        [
            ("Receptionist", "The receptionist looks up the appointment"),
            ("Receptionist", "The receptionist prints a wristband"),
        ],
    ),
    "a duty": (
        "Students first have to find a supervisor.",
        [("Students", "Students first have to find a supervisor")],
    ),
    "orders": (
        "Print the form. Mail it to the bank.",
        [(None, "Print the form"), (None, "Mail it to the bank")],
    ),
}


@pytest.mark.parametrize("case", ACTS)
def test_a_sentence_gives_its_acts(case: str) -> None:
    text, expected = ACTS[case]
    assert acts(text) == expected


NONE = {
    "The loan process involves two departments.": "A statement, a status or an event; nobody acts.",
    "There are two possible outcomes.": "A statement, a status or an event; nobody acts.",
    "The process ends.": "A statement, a status or an event; nobody acts.",
    "We do not deploy on Fridays.": "It says what is not done.",
    "Is the invoice correct?": "A question; the act that answers it is the step.",
    "Dinner service works as follows.": "It describes the text or the process as a whole; nobody acts.",
}


@pytest.mark.parametrize("text", NONE)
def test_a_sentence_without_an_act_says_why(text: str) -> None:
    found = read(text)
    assert [(sentence.acts, sentence.why) for sentence in found] == [((), NONE[text])]


def test_the_places_of_an_act_hold_its_words() -> None:
    text = "First the clerk\nopens the mail and then he stamps the letter."
    spans = [text[act.start : act.end] for sentence in read(text) for act in sentence.acts]
    assert spans == ["First the clerk\nopens the mail", "then he stamps the letter"]


def test_a_choice_is_marked() -> None:
    assert [
        act.decision
        for sentence in read("The officer grants or refuses the permit.")
        for act in sentence.acts
    ] == [True]


def test_a_sentence_nobody_wrote_is_kept_whole() -> None:
    found = read("check the form and " * 200)
    assert all(len(sentence.acts) == 1 for sentence in found)
