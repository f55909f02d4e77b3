"""A call with a wall clock: whoever waits gets an answer or a refusal in time, whatever the call does."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as LateError
from typing import Generic, TypeVar

R = TypeVar("R")
Tasks = queue.SimpleQueue[tuple[Callable[[], R], Future[R]] | None]
"""Calls and where their results go; None ends the thread."""

MOST_STUCK = 4
"""Threads that never came back from a call. Beyond this many no new one is started until one returns."""


class TooLate(Exception):
    """The call did not come back within its wall clock."""


class Deadline(Generic[R]):
    """Runs calls one after the other on one thread of its own.

    A call that is late is left behind with its thread, and the next call gets a new one. Threads are
    daemons, so a call that never returns does not keep the process alive.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._lock = threading.Lock()
        self._tasks: Tasks[R] | None = None
        self._stuck: list[Future[R]] = []

    def run(self, call: Callable[[], R]) -> R:
        """What `call` returns or raises. Raises TooLate; waiting for an earlier call counts."""
        future: Future[R] = Future()
        tasks = self._worker()
        tasks.put((call, future))
        try:
            return future.result(timeout=self._seconds)
        except LateError:
            if future.done():  # the call itself raised a TimeoutError
                raise
            self._leave(tasks, future)
            raise TooLate from None

    def _worker(self) -> Tasks[R]:
        with self._lock:
            self._stuck = [future for future in self._stuck if not future.done()]
            if len(self._stuck) >= MOST_STUCK:
                raise TooLate
            if self._tasks is None:
                self._tasks = queue.SimpleQueue()
                threading.Thread(target=_serve, args=(self._tasks,), name="embedding", daemon=True).start()
            return self._tasks

    def _leave(self, tasks: Tasks[R], late: Future[R]) -> None:
        if late.cancel():
            return  # it was still waiting behind an earlier call, which is the one that is stuck
        with self._lock:
            self._stuck.append(late)
            if self._tasks is tasks:
                self._tasks = None
        tasks.put(None)


def _serve(tasks: Tasks[R]) -> None:
    while (task := tasks.get()) is not None:
        call, future = task
        if not future.set_running_or_notify_cancel():
            continue
        try:
            future.set_result(call())
        except BaseException as error:  # it belongs to whoever waits for the call
            future.set_exception(error)
