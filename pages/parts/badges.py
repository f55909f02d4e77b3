"""Governance as badges: a word, an icon and a colour; every state reads as a state, never as a fault."""

from __future__ import annotations

from datetime import UTC, datetime

import streamlit as st

from pages.parts import plain
from store.envelope import Governance, Provenance, TrustTier

TIERS: dict[TrustTier, tuple[str, str, str]] = {
    "unverified": (":material/radio_button_unchecked:", "gray", "no check of this document is recorded"),
    "machine-confirmed": (":material/memory:", "blue", "a program confirmed it, no person did"),
    "human-reviewed": (":material/how_to_reg:", "green", "the document says that a person read it"),
}


def show_governance(governance: Governance, provenance: Provenance) -> None:
    """Trust tier, approval, owner, generation and, where they are set, the dates."""
    icon, color, means = TIERS[governance.trust_tier]
    with st.container(horizontal=True, gap="xsmall"):
        st.badge(governance.trust_tier, icon=icon, color=color, help=f"Trust tier: {means}.")
        _show_approval(governance)
        if governance.owner:
            st.badge(f"owner {plain.label(governance.owner)}", icon=":material/person:", color="gray")
        st.badge(f"generation {provenance.generation}", icon=":material/layers:", color="gray")
        if governance.verified:
            st.badge(
                _act("verified", governance.verified.by, governance.verified.at),
                icon=":material/verified:",
                color="green",
            )
        if governance.effective_from:
            st.badge(f"in force from {day(governance.effective_from)}", icon=":material/event:", color="gray")
        if governance.stale_after:
            st.badge(f"good until {day(governance.stale_after)}", icon=":material/event_busy:", color="gray")


def _show_approval(governance: Governance) -> None:
    if governance.approval is None:
        st.badge("no approval recorded", icon=":material/remove_moderator:", color="gray")
        return
    approval = governance.approval
    st.badge(
        _act("approved", approval.by, approval.at),
        icon=":material/policy:",
        color="violet",
        help="Checked against the policy only: this approver is on the policy's list. "
        "It does not say that a person read the document.",
    )


def _act(word: str, by: str, at: str) -> str:
    return f"{word} by {plain.label(by)}, {day(at)}"


def day(instant: str) -> str:
    """The date of an ISO 8601 instant."""
    return instant[:10]


def moment(instant: str) -> str:
    """Date and time of day of an ISO 8601 instant in UTC, to the minute."""
    return f"{datetime.fromisoformat(instant).astimezone(UTC):%Y-%m-%d %H:%M} UTC"
