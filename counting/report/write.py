"""One writer per format, chosen by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from counting.report.as_csv import write_csv
from counting.report.as_json import write_json
from counting.report.as_markdown import write_markdown
from counting.report.build import Report


@dataclass(frozen=True)
class Format:
    """A format people take a report away in. `name` is also the file's ending."""

    name: str
    label: str
    media_type: str
    write: Callable[[Report], bytes]


FORMATS: dict[str, Format] = {
    each.name: each
    for each in (
        Format("md", "Markdown", "text/markdown", write_markdown),
        Format("csv", "CSV", "text/csv", write_csv),
        Format("json", "JSON", "application/json", write_json),
    )
}


def write(report: Report, name: str) -> bytes:
    """The report in the named format. KeyError for a name that is not in FORMATS."""
    return FORMATS[name].write(report)
