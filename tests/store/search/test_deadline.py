"""Nobody waits longer than the wall clock, and a stuck call does not stop the next one."""

from __future__ import annotations

import threading
from contextlib import suppress

import pytest

from store.search.deadline import MOST_STUCK, Deadline, TooLate


def test_what_the_call_returns_or_raises_comes_through() -> None:
    deadline: Deadline[int] = Deadline(30)
    assert deadline.run(lambda: 7) == 7
    with pytest.raises(ZeroDivisionError, match="by zero"):
        deadline.run(lambda: 1 // 0)
    assert deadline.run(lambda: 8) == 8


def test_a_timeout_the_call_raised_itself_is_not_taken_for_the_wall_clock() -> None:
    def fails() -> int:
        raise TimeoutError("the provider says so")

    with pytest.raises(TimeoutError, match="the provider says so"):
        Deadline[int](30).run(fails)


def test_calls_run_one_after_the_other_on_one_thread() -> None:
    deadline: Deadline[int] = Deadline(30)
    assert len({deadline.run(threading.get_ident) for _ in range(5)}) == 1


def test_a_late_call_is_left_behind_and_the_next_one_runs() -> None:
    stuck = threading.Event()
    deadline: Deadline[bool] = Deadline(0.05)
    with pytest.raises(TooLate):
        deadline.run(stuck.wait)
    assert deadline.run(lambda: True)
    stuck.set()


def test_threads_that_never_return_are_bounded_and_room_comes_back() -> None:
    stuck = threading.Event()
    ran: list[str] = []
    deadline: Deadline[None] = Deadline(0.1)
    for _ in range(MOST_STUCK):
        with pytest.raises(TooLate):
            deadline.run(lambda: stuck.wait() and None)
    with pytest.raises(TooLate):
        deadline.run(lambda: ran.append("while all are stuck"))
    stuck.set()
    while not ran:
        with suppress(TooLate):
            deadline.run(lambda: ran.append("after they came back"))
    assert ran == ["after they came back"]
