"""Search the record: a question, its outcome in plain words, passages with governance, the raw answer."""

from __future__ import annotations

from typing import get_args

import streamlit as st

from pages.parts import frame, outcome, passages, plain, records, session
from pages.parts.abstained import show_abstained
from pages.parts.session import Key, Searched
from store import InvalidRequest, RecordError
from store.envelope import TrustTier

TIER_HELP = (
    "Only documents of this tier or above. unverified: no check is recorded; machine-confirmed: a program "
    "confirmed it; human-reviewed: the document says a person read it."
)


def ask_question() -> None:
    with st.form("search_form"):
        query = st.text_input(
            "Your question, or a step of your workflow",
            key="query",
            persist_state="session",
            placeholder="Is approving an invoice a DECISION?",
        )
        left, right = st.columns(2)
        k = left.number_input("How many passages at most (k)", 1, 50, 5, key="k", persist_state="session")
        tier = right.selectbox(
            "Lowest trust tier", get_args(TrustTier), key="tier", persist_state="session", help=TIER_HELP
        )
        if st.form_submit_button("Search", type="primary", icon=":material/search:"):
            look_up(query or "", int(k), tier)


def look_up(query: str, k: int, tier: TrustTier) -> None:
    """Search and keep the answer for this session; what cannot be asked is explained."""
    try:
        with st.spinner("Searching the record…", show_time=True):
            envelope = records.record().search(query, k=k, min_trust_tier=tier)
    except InvalidRequest as error:
        st.warning(plain.label(str(error), 400), icon=":material/edit:")
    except RecordError as error:
        st.error(plain.label(str(error), 600), icon=":material/cloud_off:")
    else:
        session.put(Key.SEARCHED, Searched(query, k, tier, envelope))


def show_answer(searched: Searched) -> None:
    envelope = searched.envelope
    st.markdown("**Asked:**")
    st.text(searched.query)
    outcome.show_outcome(envelope)
    if envelope.abstained:
        show_abstained(searched)
    passages.show_hits(envelope)
    with st.expander("The raw answer as JSON", icon=":material/data_object:"):
        st.json(envelope.model_dump(mode="json"))


frame.require()
st.title("Search the record")
st.write(
    "Ask about the method: how to write steps down, which tag a step gets and why, where gates belong. "
    "Every passage comes with where it is from and who stands behind it."
)
ask_question()
if searched := session.get(Key.SEARCHED):
    show_answer(searched)
else:
    st.info(
        "Type a question and press *Search*. You can also paste a step as it stands: the method applies "
        "to any workflow.",
        icon=":material/lightbulb:",
    )
