"""The count report: one structure, one writer per format, one check for all of them."""

from counting.report.build import EXAMPLES_SENTENCE, Example, Report, build
from counting.report.check import Change, Kind, Verdict, check
from counting.report.reread import open_report, read_report
from counting.report.write import FORMATS, Format, write

__all__ = [
    "EXAMPLES_SENTENCE",
    "FORMATS",
    "Change",
    "Example",
    "Format",
    "Kind",
    "Report",
    "Verdict",
    "build",
    "check",
    "open_report",
    "read_report",
    "write",
]
