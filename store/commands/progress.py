"""A progress bar on a terminal; anywhere else a line per tenth of an act that takes minutes."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TimeRemainingColumn
from rich.text import Text

from store.ingest.embed import Progress as Report
from store.ingest.embed import no_progress


class _Rate(ProgressColumn):
    """Texts per second."""

    def render(self, task: Task) -> Text:
        return Text("" if task.speed is None else f"{task.speed:.0f} texts/s")


class _Tenths:
    """Says each tenth once, on stderr, with the seconds since the start."""

    def __init__(self, what: str) -> None:
        self._what, self._started, self._said = what, time.monotonic(), 0

    def __call__(self, done: int, total: int) -> None:
        tenth = 10 * done // max(total, 1)
        if tenth > self._said:
            self._said = tenth
            seconds = time.monotonic() - self._started
            print(f"{self._what}: {done:,} of {total:,} after {seconds:.0f} s", file=sys.stderr, flush=True)


@contextmanager
def progress_bar(what: str = "embedding", minutes: bool = False) -> Iterator[Report]:
    """What to hand to a long act as its `progress`; `what` names the act, `minutes` says it takes some."""
    if not sys.stderr.isatty():
        yield _Tenths(what) if minutes else no_progress
        return
    columns = (what, BarColumn(), MofNCompleteColumn(), _Rate(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
