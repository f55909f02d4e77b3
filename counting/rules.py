"""R1-R15 and G1-G4 as data. Source: method.md sections 3 and 4; the texts live in the record's documents."""

from __future__ import annotations

from dataclasses import dataclass

from counting.steps import Tag


@dataclass(frozen=True)
class Rule:
    """One rule of the method. `yes` is the tag a "yes" to `question` leads to, None where it names no tag.

    `stable_id` is the document of the record that holds the rule.
    """

    id: str
    name: str
    question: str
    yes: Tag | None
    stable_id: str


def _rule(rule_id: str, name: str, slug: str, question: str, yes: Tag | None) -> Rule:
    return Rule(rule_id, name, question, yes, f"documents/rules/{rule_id}-{slug}")


def _gate(rule_id: str, name: str, slug: str, question: str) -> Rule:
    return Rule(rule_id, name, question, None, f"documents/gates/{rule_id}-{slug}")


RULES: tuple[Rule, ...] = (
    _rule(
        "R1",
        "Split",
        "split",
        "Does the line hold two acts or two objects that could get different tags?",
        None,
    ),
    _rule(
        "R2",
        "Need, not habit",
        "need-not-habit",
        "Are you tagging what the step needs, not who does it today or with which tool?",
        None,
    ),
    _rule(
        "R3",
        "Ownership",
        "ownership",
        "Must a named person answer for the outcome before it takes effect?",
        Tag.DECISION,
    ),
    _rule(
        "R4",
        "No written rule",
        "no-written-rule",
        "Is it a choice between acceptable options by taste, priority or trade-off?",
        Tag.DECISION,
    ),
    _rule(
        "R5",
        "Written rule",
        "written-rule",
        "Is the rule written down, and are its inputs already data?",
        Tag.TYPING,
    ),
    _rule(
        "R6",
        "Free-form in",
        "free-form-in",
        "Does somebody read, listen to or look at free-form content, in a way another could check?",
        Tag.AI,
    ),
    _rule(
        "R7",
        "Free-form out",
        "free-form-out",
        "Is it a first version of a text, image, plan, code or reply?",
        Tag.AI,
    ),
    _rule(
        "R8",
        "Known values",
        "known-values",
        "Are the values known, and their source and destination too?",
        Tag.TYPING,
    ),
    _rule(
        "R9",
        "Draft, approve, send",
        "draft-approve-send",
        "Does the line hold drafting, approving and sending at once?",
        None,
    ),
    _rule(
        "R10",
        "People",
        "people",
        "Is the point of the conversation trust, persuasion, agreement or bad news?",
        Tag.DECISION,
    ),
    _rule(
        "R11",
        "Hands",
        "hands",
        "Is it a physical act that could not finish with nobody in the room?",
        Tag.DECISION,
    ),
    _rule(
        "R12",
        "Not a step",
        "not-a-step",
        "Is it a wait, a status, an event, a heading, a note, a prohibition or a branch question?",
        None,
    ),
    _rule(
        "R13",
        "Checking",
        "checking",
        "Can the checker stop it, refuse it or let it pass in their own name?",
        Tag.DECISION,
    ),
    _rule(
        "R14",
        "Doubt",
        "doubt",
        "Could the rule be written on an index card, or must a named person answer for it?",
        None,
    ),
    _rule(
        "R15",
        "Assess",
        "assess",
        "Is the score, estimate or diagnosis itself the verdict, with no later decision?",
        Tag.DECISION,
    ),
)

GATES: tuple[Rule, ...] = (
    _gate(
        "G1", "Every decision is a gate", "every-decision", "Is the step a DECISION that nobody has lifted?"
    ),
    _gate(
        "G2",
        "Outward steps need a gate",
        "outward",
        "Does the effect leave the house, with an AI step and no gate before it?",
    ),
    _gate("G3", "A watched step", "watched-step", "Must a person watch this AI or TYPING step?"),
    _gate("G4", "Unattended stretches", "stretches", "How many steps run in a row with nobody needed?"),
)

BY_ID: dict[str, Rule] = {rule.id: rule for rule in (*RULES, *GATES)}

# The order of asking: the first "yes" names the tag, R14 settles doubt.
WALK: tuple[tuple[str, ...], ...] = (
    ("R12", "R1"),
    ("R11",),
    ("R3", "R4", "R10", "R13", "R15"),
    ("R6", "R7"),
    ("R5", "R8"),
    ("R14",),
)
