"""A progress bar on a terminal, silence anywhere else."""

from __future__ import annotations

import sys
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


@contextmanager
def progress_bar(what: str = "embedding") -> Iterator[Report]:
    """What to hand to a long act as its `progress`; `what` names the act."""
    if not sys.stderr.isatty():
        yield no_progress
        return
    columns = (what, BarColumn(), MofNCompleteColumn(), _Rate(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
