"""A helpful no: what the record does cover, what came closest, and how to tell its owner about the gap."""

from __future__ import annotations

import streamlit as st

from pages.parts import passages, plain, records, session
from pages.parts.session import Key, Searched
from store import RecordError


def show_abstained(searched: Searched) -> None:
    status = records.status()
    if not isinstance(status, str) and status.covers:
        st.markdown("**What the record covers**")
        for line in status.covers:
            st.markdown(f"- {plain.label(line, 300)}")
    show_closest(searched)
    ask_to_report(searched)


def ask_to_report(searched: Searched) -> None:
    """The question is kept only when the person presses the button."""
    if session.get(Key.REPORTED) == searched.query:
        st.success(
            "The owner of the record will see your question. Thank you.", icon=":material/check_circle:"
        )
        return
    st.button(
        "Tell the owner about this gap",
        key="report_gap",
        icon=":material/outgoing_mail:",
        on_click=_report,
        args=(searched,),
        help="Keeps the words of this one question for the record's owner. Without a press nothing is kept.",
    )


def _report(searched: Searched) -> None:
    try:
        records.record().report_gap(searched.query, searched.envelope)
        session.put(Key.REPORTED, searched.query)
    except RecordError as error:
        st.toast(plain.label(f"Not kept: {error}", 400), icon=":material/cloud_off:")


def show_closest(searched: Searched) -> None:
    try:
        hits = records.record().closest(searched.query, k=3, min_trust_tier=searched.tier)
    except RecordError:
        return
    if hits:
        with st.expander("The closest passages, which are not an answer", icon=":material/block:"):
            for hit in hits:
                passages.show_hit(hit, not_an_answer=True)
