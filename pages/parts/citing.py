"""The bridge from the record to a count: the passages a run leans on, as citations, and on the screen."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from counting import BY_ID, Citation, Run, Tag
from pages.parts import badges, passages, plain, records
from store import DocumentRead

METHOD = tuple(f"documents/method/{slug}" for slug in ("any-workflow", "count", "gates"))
TAG_DOCUMENTS = {tag: f"documents/method/tag-{tag.value.lower()}" for tag in Tag}


def leaned_on(run: Run) -> tuple[str, ...]:
    """Stable_ids of the documents behind a run: the method, its tags, the rules its steps name."""
    tags = (TAG_DOCUMENTS[tag] for tag in Tag if any(step.tag is tag for step in run.steps))
    named = {step.rule for step in run.steps} | {
        step.suggestion.rule for step in run.steps if step.suggestion
    }
    rules = (rule.stable_id for rule in BY_ID.values() if rule.id in named)
    outward = (BY_ID["G2"].stable_id,) if any(step.outward for step in run.steps) else ()
    return tuple(dict.fromkeys((*METHOD, *tags, *rules, *outward)))


def with_citations(run: Run) -> Run:
    """The run with what it leans on cited. Without the record it keeps the citations it had."""
    documents = [document for stable_id in leaned_on(run) if (document := records.read(stable_id))]
    if not documents:
        return run
    return replace(
        run,
        citations=tuple(map(citation, documents)),
        generation=documents[0].provenance.generation,
    )


def citation(document: DocumentRead) -> Citation:
    at = document.provenance
    return Citation(
        corpus_id=at.corpus_id,
        stable_id=at.stable_id,
        title=document.title,
        generation=at.generation,
        retrieved_at=at.retrieved_at,
        trust_tier=document.governance.trust_tier,
        quote=document.description,
    )


def show_citations(run: Run) -> None:
    """Every document cited, with its place and trust tier; one click opens it."""
    st.markdown("#### What the record says behind this count")
    if not run.citations:
        st.info("The record cannot be reached just now, so nothing is cited.", icon=":material/cloud_off:")
        return
    for each in run.citations:
        box = st.expander(
            plain.label(each.title),
            icon=":material/menu_book:",
            key=f"cite_{each.stable_id}",
            on_change="rerun",
        )
        if box.open:
            with box:
                passages.show_document(each.stable_id)
    tiers = sorted({each.trust_tier for each in run.citations})
    for tier in tiers:
        icon, color, means = badges.TIERS[tier]
        st.badge(f"{tier}: {means}", icon=icon, color=color)
