"""One writer per format, chosen by name; a writer and its libraries are loaded when first asked for."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module

from counting.report.build import Report


@dataclass(frozen=True)
class Format:
    """A format people take a report away in. `name` is also the file's ending."""

    name: str
    label: str
    media_type: str
    module: str
    is_text: bool = True

    def write(self, report: Report) -> bytes:
        """The whole file. The same report gives the same bytes."""
        written: bytes = getattr(import_module(f"counting.report.as_{self.module}"), f"write_{self.module}")(
            report
        )
        return written


_WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
_EXCEL = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

FORMATS: dict[str, Format] = {
    each.name: each
    for each in (
        Format("pdf", "PDF", "application/pdf", "pdf", is_text=False),
        Format("docx", "Word", _WORD, "docx", is_text=False),
        Format("xlsx", "Excel", _EXCEL, "xlsx", is_text=False),
        Format("html", "HTML", "text/html", "html"),
        Format("md", "Markdown", "text/markdown", "markdown"),
        Format("csv", "CSV", "text/csv", "csv"),
        Format("json", "JSON", "application/json", "json"),
        Format("bpmn", "BPMN", "application/bpmn+xml", "bpmn"),
    )
}


def write(report: Report, name: str) -> bytes:
    """The report in the named format. KeyError for a name that is not in FORMATS."""
    return FORMATS[name].write(report)
