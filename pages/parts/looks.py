"""How a tag, a reason and a stage look: always a word and an icon, never colour alone."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from counting import Reason, Step, Tag, is_gate
from pages.parts import plain


@dataclass(frozen=True)
class Look:
    """`badge` is a Streamlit colour name, `ink` the chart colour, `symbol` the plotly mark."""

    word: str
    icon: str
    badge: str
    ink: str
    symbol: str
    letter: str
    means: str


TAGS: dict[Tag | None, Look] = {
    Tag.AI: Look(
        "AI", ":material/smart_toy:", "blue", "#1d5fc4", "square", "A", "a model reads, sorts or drafts"
    ),
    Tag.DECISION: Look(
        "DECISION", ":material/person:", "orange", "#a8470b", "diamond", "D", "a person keeps it"
    ),
    Tag.TYPING: Look(
        "TYPING", ":material/keyboard:", "green", "#0b6e4f", "circle", "T", "ordinary software does it"
    ),
    None: Look("not tagged", ":material/help:", "gray", "#5c6470", "circle-open", "?", "still to be tagged"),
}

REASONS: dict[Reason, str] = {
    Reason.JUDGEMENT: "a trade-off or taste no written rule settles",
    Reason.ACCOUNTABILITY: "a named person answers for it: money, law, safety, health, a job, a promise",
    Reason.RELATIONSHIP: "trust, negotiation, bad news, a conversation that matters",
    Reason.PRESENCE: "a physical act, or somebody has to be there",
}


def tag_words(step: Step) -> str:
    """The tag in words, with the reason of a DECISION."""
    word = TAGS[step.tag].word
    return f"{word}, {step.reason.value}" if step.reason else word


def show_tag(step: Step) -> None:
    look = TAGS[step.tag]
    st.badge(tag_words(step), icon=look.icon, color=look.badge)


def show_marks(step: Step) -> None:
    """The tag and, where they hold, gate, outward and unsplit."""
    show_tag(step)
    if is_gate(step):
        st.badge("gate", icon=":material/front_hand:", color="violet")
    if step.outward:
        st.badge("reaches outside", icon=":material/outgoing_mail:", color="gray")
    if step.unsplit:
        st.badge("unsplit", icon=":material/call_split:", color="gray")


def who(actor: str) -> str:
    return f":material/person_outline: {plain.label(actor, 80)}"
