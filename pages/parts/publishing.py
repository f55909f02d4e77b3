"""A first start publishes the shipped corpus by itself: a hosted app has no shell. People count meanwhile."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field

import streamlit as st

from pages.parts import records
from store import RecordError, Status, open_settings
from store.ingest.publish import publish

COMMAND = "python -m store ingest"


@dataclass
class Publication:
    """The one publication of this process, written by its thread and read by every session."""

    done: int = 0
    total: int = 0
    waiting: bool = False
    finished: bool = False
    problem: str | None = None
    thread: threading.Thread | None = None
    lock: threading.Lock = field(default_factory=threading.Lock)

    def start(self) -> None:
        with self.lock:
            if self.thread is None:
                self.thread = threading.Thread(target=self._publish, name="first publication", daemon=True)
                self.thread.start()

    def again(self) -> None:
        """Forget a failed attempt, so that the next rerun starts another."""
        with self.lock:
            self.finished, self.problem, self.thread = False, None, None

    def _publish(self) -> None:
        try:
            publish(open_settings(), who="process:workbench", progress=self._progress, waiting=self._wait)
        except RecordError as error:
            self.problem = str(error)
        finally:
            self.finished = True

    def _progress(self, done: int, total: int) -> None:
        self.done, self.total, self.waiting = done, total, False

    def _wait(self) -> None:
        self.waiting = True


@st.cache_resource(show_spinner=False)
def _publication() -> Publication:
    return Publication()


def show_publishing(status: Status | str) -> None:
    """Nothing published yet: publish with visible progress, or say which command does it."""
    if isinstance(status, str) or status.state != "unpublished":
        return
    if records.auto_ingest():
        _publication().start()
        _show_progress()
    else:
        st.warning(
            "The record is unpublished, and this deployment does not publish by itself. Counting works; "
            f"cited passages need the record. Run `{COMMAND}` to publish it.",
            icon=":material/unpublished:",
        )


@st.fragment(run_every=1.0)
def _show_progress() -> None:
    now = _publication()
    if now.problem:
        st.error("The record could not be published. Counting works without it.", icon=":material/error:")
        st.text(now.problem)
        st.button("Try again", on_click=now.again, key="publish_again")
    elif now.finished:
        st.rerun(scope="app")
    else:
        share = now.done / now.total if now.total else 0.0
        st.progress(min(share, 1.0), text=f"First start: publishing the record. {_words(now)}")


def _words(now: Publication) -> str:
    if now.waiting:
        return "Another process is at it; waiting for it to finish."
    if not now.total:
        return "Reading and checking the documents. You can already start counting."
    return f"{now.done} of {now.total} texts read in. You can already start counting."
