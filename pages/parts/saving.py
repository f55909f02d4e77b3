"""The count kept on the server: one save per act, undo that reaches across a reload, no lost update."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache

import streamlit as st
from pydantic import TypeAdapter

from counting.intake.draft import Draft
from counting.runfile import run_as_dict, run_from
from pages.parts import session
from pages.parts.session import Key
from pages.parts.work import Act, History, Work
from store import RecordError, Settings, SettingsError, open_settings
from store.saved import Conflict, Saved, SavedCounts, open_saved_counts

PARAMETER = "count"  # the only thing of a count that is ever in an address: its unguessable key
MAX_SOURCE_CHARS = 200_000  # a longer source text is not kept with the count; all that was read in it is

_DRAFT = TypeAdapter(Draft)


@dataclass(frozen=True)
class Saving:
    """Where this session's count is kept. `undo` and `redo` name the acts the server can step over."""

    key: str
    revision: int
    at: datetime
    undo: str | None = None
    redo: str | None = None
    newer: Saved | None = None


def counts() -> SavedCounts | None:
    """The saved counts; None where the deployment keeps none. Raises RecordError."""
    return _counts(open_settings())


@lru_cache(maxsize=4)
def _counts(settings: Settings) -> SavedCounts | None:
    return open_saved_counts(settings)


def is_on() -> bool:
    try:
        return open_settings().save_counts
    except SettingsError:
        return False


def now() -> Saving | None:
    return session.get(Key.SAVING)


def keep(words: str, work: Work) -> None:
    """Save one act. What cannot be saved stays in this tab; the next act tries again."""
    saving = now()
    if (saving and saving.newer) or (not saving and not work.run.steps):
        return

    def save(kept: SavedCounts) -> Saving:
        if saving is None:
            key = kept.create(as_text(work), words)
            return _saving(key, kept.load(key))
        return _saving(saving.key, kept.save(saving.key, as_text(work), saving.revision, words))

    _with_counts(save)


def step(by: int) -> str | None:
    """Undo (-1) or redo (1) on the server: the work there, as text. None when it has none or could not."""
    saving = now()
    if saving is None or saving.newer or (saving.undo if by < 0 else saving.redo) is None:
        return None
    found: list[str] = []

    def move(kept: SavedCounts) -> Saving:
        saved = (kept.undo if by < 0 else kept.redo)(saving.key, saving.revision)
        found.append(saved.payload)
        return _saving(saving.key, saved)

    _with_counts(move)
    return found[0] if found else None


def take_newer() -> None:
    """After a conflict: what the other tab saved becomes the work in hand."""
    saving = now()
    if saving and saving.newer:
        _take(saving.key, saving.newer)


def keep_mine() -> None:
    """After a conflict: this tab's work goes on as a count of its own."""
    session.put(Key.SAVING, None)
    keep("keep this tab's version", session.history().work)


def resume(key: str) -> None:
    """Take a saved count in hand by its link; a share link opens it for reading only."""
    kept = counts()
    if kept is None:
        return
    saved = kept.load(key)
    if saved.read_only:
        session.put(Key.SHARED, from_text(saved.payload))
    else:
        _take(key, saved)


def duplicate(key: str) -> None:
    """A copy to try a what-if on; the original stays as it is."""
    kept = counts()
    if kept:
        copy = kept.duplicate(key)
        _take(copy, kept.load(copy))


def delete() -> None:
    """Delete the saved count with its whole history; this tab starts empty."""
    saving, kept = now(), counts()
    if saving and kept:
        kept.delete(saving.key)
    forget()


def forget() -> None:
    """Start with empty hands; what was saved stays under its link."""
    session.put(Key.SAVING, None)
    session.put(Key.HISTORY, History())


def as_text(work: Work) -> str:
    """The work as the server keeps it: the run as RUN.json, and the draft, without a very long source."""
    kept = replace(work.draft, source=None) if work.draft and is_source_long(work.draft) else work.draft
    draft = _DRAFT.dump_python(kept, mode="json") if kept else None
    return json.dumps({"run": run_as_dict(work.run), "draft": draft}, ensure_ascii=False)


def is_source_long(draft: Draft) -> bool:
    """Whether the text the steps were read from is too long to be kept with the count."""
    return len(draft.source or "") > MAX_SOURCE_CHARS


def from_text(text: str) -> Work:
    content = json.loads(text)
    draft = _DRAFT.validate_python(content["draft"]) if content.get("draft") else None
    return Work(run_from(content["run"]), draft)


def _take(key: str, saved: Saved) -> None:
    session.put(Key.SAVING, _saving(key, saved))
    session.put(Key.HISTORY, History((Act("open the saved count", from_text(saved.payload)),)))
    session.put(Key.SHARED, None)


def _saving(key: str, saved: Saved) -> Saving:
    return Saving(key, saved.revision, saved.changed, saved.undo, saved.redo)


def _with_counts(act: Callable[[SavedCounts], Saving]) -> None:
    """Let the server keep what happened. An outage is told once; until it ends the work stays in this tab."""
    try:
        kept = counts()
        if kept:
            session.put(Key.SAVING, act(kept))
        session.put(Key.UNSAVED, None)
    except Conflict as conflict:
        saving = now()
        session.put(Key.SAVING, saving and replace(saving, newer=conflict.newer))
    except RecordError as error:
        session.put(Key.UNSAVED, str(error))


def address() -> str:
    """The address of this app without any parameter."""
    return (st.context.url or "").split("?")[0]
