"""Every act can be taken back and done again; a new act forgets what was undone."""

from __future__ import annotations

from counting import Run
from pages.parts.work import MAX_ACTS, History, Work


def work(title: str) -> Work:
    return Work(Run(title))


def test_undo_and_redo_walk_the_acts_and_name_them() -> None:
    history = History().do("one", work("1")).do("two", work("2"))
    assert (history.work, history.undoable, history.redoable) == (work("2"), "two", None)
    back = history.undo()
    assert (back.work, back.undoable, back.redoable) == (work("1"), "one", "two")
    assert back.redo() == history


def test_both_ends_hold() -> None:
    assert History().undo() == History()
    assert History().redo() == History()
    assert History().undoable is None


def test_a_new_act_drops_what_was_undone() -> None:
    history = History().do("one", work("1")).undo().do("other", work("x"))
    assert (history.work, history.redoable) == (work("x"), None)


def test_work_that_does_not_change_is_no_act() -> None:
    history = History().do("one", work("1"))
    assert history.do("again", work("1")) is history


def test_the_oldest_acts_fall_off() -> None:
    history = History()
    for number in range(MAX_ACTS + 5):
        history = history.do(str(number), work(str(number)))
    assert (len(history.acts), history.work) == (MAX_ACTS, work(str(MAX_ACTS + 4)))
    for _ in range(MAX_ACTS + 5):
        history = history.undo()
    assert history.work == work("5")
