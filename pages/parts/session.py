"""The one place where session keys are declared."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import streamlit as st

from counting import Run
from counting.intake.draft import Draft
from pages.parts.work import History
from store.envelope import Envelope, TrustTier


class Key(StrEnum):
    """Everything the session remembers. Widgets have keys of their own, built with `widget`."""

    HISTORY = "history"
    SAVING = "saving"
    UNSAVED = "why_not_saved"
    SHARED = "shared_count"
    SHARE_LINK = "share_link"
    RESUMED = "resumed_key"
    STAGE = "stage"
    MOVES = "moves_between_stages"
    CHOSEN = "chosen_step"
    PROBLEM = "problem"
    NEWS = "news"
    WARNED = "warned"
    PROCEDURE = "procedure"
    WALK = "walk"
    GRID = "grid"
    READ_FILE = "read_file"
    PASTE = "paste"
    TAG_VIEW = "tag_view"
    STEPS_VIEW = "steps_view"
    OPEN_DOCUMENT = "open_document"
    SEARCHED = "searched"
    REPORTED = "reported_gap"
    SUGGESTED = "suggested"
    AHEAD = "read_ahead"
    UNREAD = "steps_not_read"
    FILLED = "steps_filled_in"
    MADE = "made_of_the_run"
    NOT_SUGGESTED = "why_no_suggestions"


@dataclass(frozen=True)
class Searched:
    """One search of this session and its answer."""

    query: str
    k: int
    tier: TrustTier
    envelope: Envelope


class Stage(StrEnum):
    """The five stages of a count, in order."""

    DESCRIBE = "Describe"
    STEPS = "Check steps"
    TAG = "Tag"
    GATES = "Gates"
    RESULT = "Result"


DEFAULTS: dict[Key, Any] = {
    Key.HISTORY: History(),
    Key.SAVING: None,
    Key.UNSAVED: None,
    Key.SHARED: None,
    Key.SHARE_LINK: None,
    Key.RESUMED: None,
    Key.STAGE: Stage.DESCRIBE,
    Key.MOVES: 0,
    Key.CHOSEN: None,
    Key.PROBLEM: None,
    Key.NEWS: None,
    Key.WARNED: None,
    Key.PROCEDURE: 0,
    Key.WALK: {},
    Key.GRID: None,
    Key.READ_FILE: None,
    Key.OPEN_DOCUMENT: None,
    Key.SEARCHED: None,
    Key.REPORTED: None,
    Key.SUGGESTED: {},
    Key.AHEAD: None,
    Key.UNREAD: 0,
    Key.FILLED: None,
    Key.MADE: {},
    Key.NOT_SUGGESTED: None,
}


def start() -> None:
    """Give every key its value, once per session."""
    for key, value in DEFAULTS.items():
        st.session_state.setdefault(key, value)


def get(key: Key) -> Any:
    return st.session_state[key]


def put(key: Key, value: Any) -> None:
    st.session_state[key] = value


def widget(key: str, value: Any) -> str:
    """Make a widget a view: it shows `value` of the model on every run, whatever it showed before."""
    if st.session_state.get(key) != value or key not in st.session_state:
        st.session_state[key] = value
    return key


def history() -> History:
    return get(Key.HISTORY)


def run() -> Run:
    return history().work.run


def draft() -> Draft | None:
    return history().work.draft


def go(stage: Stage) -> None:
    put(Key.STAGE, stage)
    put(Key.MOVES, get(Key.MOVES) + 1)


def choose(step_id: str | None) -> None:
    put(Key.CHOSEN, step_id)


def chosen_index() -> int:
    """Index of the step in focus; the first when the chosen one is gone, -1 when there are no steps."""
    steps, chosen = run().steps, get(Key.CHOSEN)
    found = next((index for index, step in enumerate(steps) if step.id == chosen), 0)
    return found if steps else -1


def step_by(offset: int) -> None:
    """Move the focus up or down; at either end it stays."""
    steps = run().steps
    if steps:
        choose(steps[min(max(chosen_index() + offset, 0), len(steps) - 1)].id)
