"""The record as the pages see it: opened once per process, read through here, never fatal to a count."""

from __future__ import annotations

from typing import Any

import streamlit as st

from store.envelope import Envelope
from store.errors import NotInRecord, RecordError


@st.cache_resource(show_spinner="Opening the record…")
def open_record() -> Any:
    """The one record of this process."""
    from store import Record

    return Record.open()


def read(stable_id: str) -> Any | None:
    """A document with its governance; None when the record does not serve it or cannot be reached."""
    try:
        return open_record().read(stable_id)
    except (RecordError, NotInRecord):
        return None


def search(query: str, k: int = 3) -> Envelope | None:
    try:
        return open_record().search(query, k=k)
    except RecordError:
        return None
