"""Passages on the screen: text of the record, its place, its badges and its provenance."""

from __future__ import annotations

import streamlit as st

from counting import Rule
from pages.parts import badges, outcome, plain, records
from store import Envelope, Hit, RecordError
from store.envelope import Provenance

FIRST_LINES = 9  # of a passage; a table of examples can have thirty rows


def show_hits(envelope: Envelope) -> None:
    for hit in envelope.hits:
        show_hit(hit)


def show_hit(hit: Hit, not_an_answer: bool = False) -> None:
    with st.container(border=True):
        path = " / ".join(plain.label(part, 80) for part in hit.heading_path if part != hit.title)
        st.markdown(f"**{plain.label(hit.title)}**" + (f"  \n{path}" if path else ""))
        if not_an_answer:
            st.badge("not an answer", icon=":material/block:", color="orange")
        show_text(hit.content)
        badges.show_governance(hit.governance, hit.provenance)
        st.caption(provenance_words(hit.provenance))


def show_text(content: str) -> None:
    """The words of a passage without its headings, which stand above it; a long table one click away."""
    shown, rest = plain.parted(plain.passage(plain.headless(content)), FIRST_LINES)
    st.markdown(shown)
    if rest:
        with st.expander("The rest of this passage", icon=":material/unfold_more:"):
            st.markdown(rest)


def provenance_words(at: Provenance) -> str:
    return (
        f":material/bookmark: {plain.label(at.corpus_id)} / {plain.label(at.stable_id)}, "
        f"generation {at.generation}, retrieved {badges.moment(at.retrieved_at)}"
    )


def show_said(query: str, k: int = 3) -> None:
    """What the record says about one matter of the method: outcome, gate and cited passages."""
    try:
        envelope = records.record().search(query, k=k)
    except RecordError as error:
        st.warning(plain.label(str(error), 600), icon=":material/cloud_off:")
        return
    outcome.show_outcome(envelope)
    show_hits(envelope)


def show_rule(rule: Rule, key: str) -> None:
    """The rule's own document, one click away; read from the record only once it is opened."""
    box = st.expander(
        f"What the record says: {rule.id} {rule.name}",
        icon=":material/menu_book:",
        key=key,
        on_change="rerun",
    )
    if box.open:
        with box:
            show_document(rule.stable_id)


def show_document(stable_id: str) -> None:
    """One document as a passage: its text, badges, provenance, and the gate in words."""
    document = records.read(stable_id)
    if document is None:
        st.info(
            "The record cannot show this document just now. You can still decide by the question itself.",
            icon=":material/cloud_off:",
        )
        return
    st.markdown(plain.passage(document.body))
    badges.show_governance(document.governance, document.provenance)
    st.caption(provenance_words(document.provenance))
