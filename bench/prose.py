"""Real sentences by the hundred thousand, always the same: random vectors would prove nothing about text."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

ACTORS = """
the ward nurse|the claims handler|a customs broker|the site manager|the payroll clerk|our buyer|the
librarian|a lab technician|the night porter|the dispatcher|an account manager|the school
secretary|the harbour master|a translator|the fleet planner|the pharmacist|the event producer|the
tax adviser|a beekeeper|the archivist|the restaurant owner|the volunteer coordinator|a service
engineer|the letting agent|the quality inspector|the vet|the grant officer|a court clerk|the
warehouse lead|the press officer
"""
VERBS = """
checks|copies|files|reads|drafts|approves|forwards|compares|schedules|weighs|photographs|summarises|signs|
enters|sorts|calls
about|translates|rejects|prints|renames|negotiates|calculates|uploads|reviews|archives|orders|
collects|cancels|labels|explains
"""
OBJECTS = """
the packing list|a referral letter|the monthly invoice|the tenant's complaint|a blood sample|the
delivery note|the bank statement|a job application|the building permit|the insurance number|a
damaged parcel|the exam papers|the seating plan|the safety certificate|a customer's email|the stock
report|the lease|the menu for next week|the warranty claim|a conference abstract|the cargo
manifest|the medication chart|the donor list|a press release|the fuel receipts|the meeting
minutes|the inspection photographs|a price quotation|the visitor log|the audit findings
"""
PLACES = """
in the back office|at the counter|on the shared drive|in the patient file|at gate four|in the
booking system|on the paper form|in the accounting program|at the customer's site|in the cold
store|on the phone|in the registry|at the end of the shift|before the truck leaves|once the deadline
has passed|as soon as the second signature is there|when the total is over the limit|if nobody has
objected|after the weekly meeting|while the customer waits
"""


def _phrases(text: str) -> list[str]:
    return [" ".join(phrase.split()) for phrase in text.split("|")]


_ACTORS, _VERBS, _OBJECTS, _PLACES = map(_phrases, (ACTORS, VERBS, OBJECTS, PLACES))


def sentences(seed: int) -> Iterator[str]:
    """Endless, in an order that depends on nothing but `seed`."""
    draw = random.Random(seed)
    while True:
        actor, verb, thing, place = map(draw.choice, (_ACTORS, _VERBS, _OBJECTS, _PLACES))
        yield f"{actor.capitalize()} {verb} {thing} {place}."


def write_corpus(root: Path, passages: int, per_document: int = 100) -> Path:
    """Documents of short sections, one passage each."""
    (root / "documents").mkdir(parents=True, exist_ok=True)
    (root / "record.yaml").write_text("corpus_id: bench\ngate: 'off'\n", encoding="utf-8")
    (root / "governance.yaml").write_text("approvers:\n  - actor: process:bench\n", encoding="utf-8")
    (root / "takedowns.yaml").write_text("takedowns: []\n", encoding="utf-8")
    text = sentences(seed=1)
    for number in range(0, passages, per_document):
        sections = [
            f"## {line}\n\n{next(text)}\n"
            for line in range(number + 1, min(passages, number + per_document) + 1)
        ]
        head = (
            "---\ntype: note\nstatus: stable\n"
            "generated: {by: process:bench, at: 2026-01-01T09:00:00+00:00}\n"
            "record:\n  owner: human:owner\n"
            "  approval: {by: process:bench, at: 2026-01-01T10:00:00+00:00}\n---\n"
        )
        name = f"d{number // per_document:05d}"
        (root / "documents" / f"{name}.md").write_text(
            f"{head}# {name}\n\n" + "\n".join(sections), encoding="utf-8"
        )
    return root
