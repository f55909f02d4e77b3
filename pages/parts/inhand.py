"""The only way the work in hand changes: one act at a time, each undoable, each saved."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from counting import Run, RunError
from pages.parts import saving, session
from pages.parts.session import Key
from pages.parts.work import Act, History, Work


def do(words: str, edit: Callable[[Run], Run]) -> bool:
    """One act on the run, with its words for undo. A refused act changes nothing and says why."""
    return replace_work(words, lambda work: replace(work, run=edit(work.run)))


def replace_work(words: str, edit: Callable[[Work], Work]) -> bool:
    """One act on the whole work (run and draft)."""
    before = session.history()
    try:
        after = before.do(words, edit(before.work))
    except RunError as error:
        session.put(Key.PROBLEM, str(error))
        return False
    if after is not before:
        session.put(Key.HISTORY, after)
        saving.keep(words, after.work)
    return True


def undo() -> None:
    """Take back the last act; past what this tab did, the server's history goes on."""
    history = session.history()
    kept = saving.step(-1)
    if history.undoable:
        session.put(Key.HISTORY, history.undo())
    elif kept:
        session.put(Key.HISTORY, _alone(saving.from_text(kept)))


def redo() -> None:
    history = session.history()
    kept = saving.step(1)
    if history.redoable:
        session.put(Key.HISTORY, history.redo())
    elif kept:
        session.put(Key.HISTORY, _alone(saving.from_text(kept)))


def undoable() -> str | None:
    """The act an undo takes back, in words; None when there is none."""
    kept = saving.now()
    return session.history().undoable or (kept.undo if kept else None)


def redoable() -> str | None:
    kept = saving.now()
    return session.history().redoable or (kept.redo if kept else None)


def _alone(work: Work) -> History:
    return History((Act("open the saved count", work),))
