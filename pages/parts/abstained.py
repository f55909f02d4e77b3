"""A helpful no: what the record does cover, what came closest, and how to tell its owner about the gap."""

from __future__ import annotations

import streamlit as st

from pages.parts import passages, plain, records
from pages.parts.session import Searched
from store import RecordError


def show_abstained(searched: Searched) -> None:
    status = records.status()
    if not isinstance(status, str) and status.covers:
        st.markdown("**What the record covers**")
        for line in status.covers:
            st.markdown(f"- {plain.label(line, 300)}")
    show_closest(searched)


def show_closest(searched: Searched) -> None:
    try:
        hits = records.record().closest(searched.query, k=3, min_trust_tier=searched.tier)
    except RecordError:
        return
    if hits:
        with st.expander("The closest passages, which are not an answer", icon=":material/block:"):
            for hit in hits:
                passages.show_hit(hit, not_an_answer=True)
