"""Any report file -> the run in it."""

from __future__ import annotations

from counting.intake.draft import IntakeError
from counting.report.seen import see
from counting.runfile import RunError, RunFile, read_run_file, run_file_of


def read_report(data: bytes, name: str = "") -> RunFile:
    """The run that a report of any format carries, or that a RUN.json is. RunError says what to do."""
    try:
        seen = see(data)
    except IntakeError as error:
        raise RunError(str(error)) from error
    if seen.content is not None:
        return run_file_of(seen.content)
    if seen.format == "json":
        return read_run_file(data)
    raise RunError(
        f"{name or 'The file'} carries no report data, so no run can be read from it. "
        "Choose a report as it was downloaded, or the JSON file."
    )
