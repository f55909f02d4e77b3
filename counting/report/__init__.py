"""The count report: one structure, one writer per format."""

from counting.report.build import EXAMPLES_SENTENCE, Example, Report, build
from counting.report.write import FORMATS, Format, write

__all__ = ["EXAMPLES_SENTENCE", "FORMATS", "Example", "Format", "Report", "build", "write"]
