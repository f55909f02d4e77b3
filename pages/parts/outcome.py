"""What a search came to, in plain words. An outage is never told as an absence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import streamlit as st

from store.envelope import Envelope, Floor

_DEGRADED = {
    "embed_unavailable": "The part that reads the meaning of a question did not answer, and with a floor in "
    "force nothing may be served without it.",
    "embed_unavailable_keyword_only": "The part that reads the meaning of a question did not answer; these "
    "passages were found by their words only.",
    "store_unavailable": "The store that holds the passages did not answer.",
}


@dataclass(frozen=True)
class Outcome:
    kind: Literal["answered", "not covered", "could not look", "nothing published"]
    sentence: str
    why: str = ""


def read_outcome(envelope: Envelope) -> Outcome:
    """One of four outcomes, with its reason."""
    match envelope.reason:
        case None:
            number = len(envelope.hits)
            words = "1 passage" if number == 1 else f"{number} passages"
            return Outcome("answered", f"The record answers with {words}.", _degraded(envelope))
        case "abstained":
            return Outcome("not covered", "The record does not cover this.", _abstained(envelope))
        case "unavailable":
            return Outcome(
                "could not look",
                "The record could not look just now. This says nothing about what it covers.",
                f"{_degraded(envelope)} Try again in a moment.".strip(),
            )
        case "unpublished":
            return Outcome(
                "nothing published",
                "Nothing is published yet, so there is nothing to search.",
                "Run `python -m store ingest` to publish the corpus.",
            )


def gate_words(gate: Literal["off"] | Floor) -> str:
    """The gate in words; shown wherever an answer is."""
    match gate:
        case "off":
            return "The gate is off: the nearest passages are shown without a decision whether they cover it."
        case Floor(floor=floor):
            return f"The gate is on: a question that scores below {floor:.3f} is not answered."


def show_outcome(envelope: Envelope) -> None:
    outcome = read_outcome(envelope)
    show, icon = {
        "answered": (st.success, ":material/check_circle:"),
        "not covered": (st.info, ":material/block:"),
        "could not look": (st.warning, ":material/cloud_off:"),
        "nothing published": (st.warning, ":material/unpublished:"),
    }[outcome.kind]
    show(f"**{outcome.sentence}** {outcome.why}".strip(), icon=icon)
    for note in (envelope.note, envelope.k_note):
        if note:
            st.caption(f":material/info: {note}")
    if envelope.content_advisory:
        st.caption(f":material/shield: {envelope.content_advisory}")
    st.caption(f":material/door_front: {gate_words(envelope.gate)}")


def _abstained(envelope: Envelope) -> str:
    if envelope.snapshot is None or envelope.top_cosine is None:
        return "Nothing in it matches the question."
    floor = f"{envelope.gate.floor:.3f}" if isinstance(envelope.gate, Floor) else "off"
    return (
        f"The question scores {envelope.top_cosine:.3f}; the floor is {floor}. "
        "If you mean the method, ask in other words, or in the language of the record."
    )


def _degraded(envelope: Envelope) -> str:
    return _DEGRADED.get(envelope.degraded_reason or "", "")
