"""Any report file -> the run in it, or the report."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from counting.intake.draft import IntakeError
from counting.report.build import Example, Report
from counting.report.rebuild import rebuild
from counting.report.seen import see
from counting.runfile import RunFile, decode, run_file_of
from counting.steps import RunError


def read_report(data: bytes, name: str = "") -> RunFile:
    """The run that a report of any format carries, or that a RUN.json is. RunError says what to do."""
    return run_file_of(_content(data, name))


def open_report(data: bytes, name: str = "", examples: Callable[[], tuple[Example, ...]] = tuple) -> Report:
    """The same file as a report, every number computed anew; the worked counts in it are kept.

    `examples` are asked for only where the file is a bare run, which has no word about them.
    """
    content = _content(data, name)
    bare = isinstance(content, dict) and "examples" not in content
    return rebuild(content, examples() if bare else ())


def _content(data: bytes, name: str) -> Any:
    if data.lstrip()[:1] in (b"{", b"["):
        return decode(data)
    try:
        seen = see(data)
    except IntakeError as error:
        raise RunError(str(error)) from error
    if seen.content is None:
        raise RunError(
            f"{name or 'The file'} carries no report data, so no run can be read from it. "
            "Choose a report as it was downloaded, or the JSON file."
        )
    return seen.content
