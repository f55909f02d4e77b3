"""Passages on the screen: text of the record, its place, its badges and its provenance."""

from __future__ import annotations

import streamlit as st

from counting import Rule
from pages.parts import badges, outcome, plain, records
from store.envelope import Envelope, Hit


def show_hits(envelope: Envelope, not_an_answer: bool = False) -> None:
    for hit in envelope.hits:
        show_hit(hit, not_an_answer)


def show_hit(hit: Hit, not_an_answer: bool = False) -> None:
    with st.container(border=True):
        path = " / ".join(plain.label(part, 80) for part in hit.heading_path[-2:])
        st.markdown(f"**{plain.label(hit.title)}**" + (f"  \n{path}" if path else ""))
        if not_an_answer:
            st.badge("not an answer", icon=":material/block:", color="orange")
        st.markdown(plain.document(hit.content))
        badges.show_governance(hit.governance, hit.provenance)
        st.caption(provenance_words(hit))


def provenance_words(hit: Hit) -> str:
    at = hit.provenance
    return (
        f":material/bookmark: {plain.label(at.corpus_id)} / {plain.label(at.stable_id)}, generation "
        f"{at.generation}, retrieved {plain.label(at.retrieved_at)}"
    )


def show_said(query: str, k: int = 3) -> None:
    """What the record says about one matter of the method: outcome, gate and cited passages."""
    envelope = records.search(query, k)
    if envelope is None:
        return
    outcome.show_outcome(envelope)
    show_hits(envelope)


def show_rule(rule: Rule, key: str) -> None:
    """The rule's own document, one click away."""
    box = st.expander(
        f"What the record says: {rule.id} {rule.name}",
        icon=":material/menu_book:",
        key=f"{key}_passage",
        on_change="rerun",
    )
    if box.open:
        with box:
            show_document(rule.stable_id)


def show_document(stable_id: str) -> None:
    document = records.read(stable_id)
    if document is None:
        st.info(
            "The record cannot show this document just now. You can still tag by the question itself.",
            icon=":material/cloud_off:",
        )
        return
    st.markdown(plain.document(document.content))
    badges.show_governance(document.governance, document.provenance)
