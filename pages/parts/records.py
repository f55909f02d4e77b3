"""The record as the pages see it: one per process, and never fatal to a count."""

from __future__ import annotations

import threading
from contextlib import suppress

import streamlit as st

from store import DocumentRead, Record, RecordError, Status, open_record, open_settings
from store.envelope import OutlineRow

OUTLINE_PAGE = 1000


def record() -> Record:
    """Raises RecordError: settings that cannot be used, a database that does not answer."""
    return open_record()


@st.cache_resource(show_spinner=False)
def warm() -> threading.Thread:
    """Load the model beside the first page, once per process: nobody waits for it before they search."""
    thread = threading.Thread(target=_warm, name="warm the record", daemon=True)
    thread.start()
    return thread


def _warm() -> None:
    with suppress(RecordError):
        record().warm()


def status() -> Status | str:
    """What is served now, or in words why the record cannot even be opened."""
    try:
        return record().status()
    except RecordError as error:
        return str(error)


def auto_ingest() -> bool:
    return open_settings().auto_ingest


def read(stable_id: str) -> DocumentRead | None:
    """A document with its governance; None when it is not served or the record cannot be reached."""
    try:
        return record().read(stable_id)
    except RecordError:
        return None


def outline() -> list[OutlineRow]:
    """Every document served now, in reading order; empty when the record cannot be reached."""
    rows: list[OutlineRow] = []
    try:
        while True:
            page = record().outline(limit=OUTLINE_PAGE, offset=len(rows))
            rows += page.rows
            if not page.has_more:
                return rows
    except RecordError:
        return []
