"""The questions of the method in their order of asking; the first yes names the tag, R14 settles doubt."""

from __future__ import annotations

from dataclasses import dataclass

from counting import BY_ID, WALK, Reason, Rule, Tag

ORDER: tuple[str, ...] = tuple(rule_id for group in WALK for rule_id in group)

REASONS: dict[str, Reason] = {
    "R3": Reason.ACCOUNTABILITY,
    "R4": Reason.JUDGEMENT,
    "R10": Reason.RELATIONSHIP,
    "R11": Reason.PRESENCE,
    "R13": Reason.ACCOUNTABILITY,
    "R15": Reason.JUDGEMENT,
}


@dataclass(frozen=True)
class Doubt:
    """One of the three questions R14 settles doubt with: between which tags, and where yes and no lead."""

    between: str
    question: str
    yes: Tag
    no: Tag


DOUBTS: tuple[Doubt, ...] = (
    Doubt(
        "TYPING or AI", "Could the rule be written on an index card without 'it depends'?", Tag.TYPING, Tag.AI
    ),
    Doubt(
        "AI or DECISION", "Must a named person answer for it before it takes effect?", Tag.DECISION, Tag.AI
    ),
    Doubt("TYPING or DECISION", "Can you point to the written rule?", Tag.TYPING, Tag.DECISION),
)


def rule_at(position: int) -> Rule:
    """The rule asked at a position from 0; past the end it is the last one, R14."""
    return BY_ID[ORDER[min(max(position, 0), len(ORDER) - 1)]]


def leads_to(rule: Rule) -> str:
    """What a yes does, in words for the button."""
    match rule.id:
        case "R12":
            return "Yes: it is not a step"
        case "R1":
            return "Yes: it should be split"
        case _:
            return f"Yes: {rule.yes}" if rule.yes else "Yes"
