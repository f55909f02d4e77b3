"""Read the record: the outline, and one document with its governance. Text of the record is never run."""

from __future__ import annotations

import streamlit as st

from pages.parts import badges, frame, passages, plain, records, session
from pages.parts.journey import show_journey
from pages.parts.session import Key


def ask_document() -> str | None:
    """The outline as one choice, in reading order."""
    outline = records.outline()
    if not outline:
        st.info("The record shows no documents just now.", icon=":material/cloud_off:")
        return None
    names = {entry.stable_id: f"{plain.short(entry.title, 80)}" for entry in outline}
    wanted = session.get(Key.OPEN_DOCUMENT)
    chosen = st.selectbox(
        f"Documents in reading order ({len(names)})",
        list(names),
        format_func=names.__getitem__,
        key=session.widget("document_choice", wanted if wanted in names else next(iter(names))),
        on_change=lambda: session.put(Key.OPEN_DOCUMENT, st.session_state["document_choice"]),
    )
    show_steps_through(list(names), chosen)
    return chosen


def show_steps_through(names: list[str], chosen: str) -> None:
    at = names.index(chosen)
    with st.container(horizontal=True):
        st.button(
            "Previous",
            icon=":material/arrow_back:",
            key="doc_prev",
            disabled=at == 0,
            on_click=session.put,
            args=(Key.OPEN_DOCUMENT, names[max(at - 1, 0)]),
        )
        st.button(
            "Next",
            icon=":material/arrow_forward:",
            key="doc_next",
            disabled=at + 1 == len(names),
            on_click=session.put,
            args=(Key.OPEN_DOCUMENT, names[min(at + 1, len(names) - 1)]),
        )


frame.require()
st.title("Read the record")
st.write("The documents of the record, in reading order. Each says who owns it and what was checked.")
if chosen := ask_document():
    document = records.read(chosen)
    if document is None:
        st.info("The record does not serve this document now.", icon=":material/visibility_off:")
    else:
        badges.show_governance(document.governance, document.provenance)
        st.caption(passages.provenance_words(document.provenance))
        rendered, as_text = st.tabs(["Document", "As plain text"])
        with rendered:
            show_journey(document)
            st.markdown(plain.document(document.body))
        with as_text:
            st.code(document.content, language=None, wrap_lines=True)
