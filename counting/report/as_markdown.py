"""Report -> Markdown. Every text of a person or of the record is escaped: markup in a step stays text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from counting.report import cells
from counting.report.build import EXAMPLES_SENTENCE, Report
from counting.report.fingerprint import fingerprint

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>|#~$&])")


def write_markdown(report: Report) -> bytes:
    return ("\n".join(_lines(report)) + "\n").encode("utf-8", "replace")


def escape(text: str) -> str:
    """One line of Markdown that reads exactly as `text`."""
    one_line = re.sub(r"\s+", " ", text).strip()
    escaped = _SPECIAL.sub(r"\\\1", one_line)
    return re.sub(r"^(\d+)([.)])|^([-+=])", lambda m: f"{m[1]}\\{m[2]}" if m[1] else f"\\{m[3]}", escaped)


def _lines(report: Report) -> Iterator[str]:
    yield f"# {escape(report.title)}"
    yield ""
    yield f"**{escape(report.count.headline)}**"
    yield ""
    yield from _pairs(cells.about_rows(report))
    yield from _section("The count", _table(("What", "Value"), cells.summary_rows(report)))
    yield from _section("The steps", _table(cells.STEP_COLUMNS, map(cells.step_cells, report.lines)))
    if report.overrides:
        yield from _section("Suggestions the person overrode", _pairs(cells.override_rows(report)))
    if report.examples:
        yield from _section(
            "Worked counts, as context",
            [EXAMPLES_SENTENCE, "", *_table(("Worked count", "Count"), cells.example_rows(report))],
        )
    if report.run.citations:
        yield from _section("Passages of the record", _pairs(cells.citation_rows(report)))
    yield from _section("Fingerprint", [f"`{fingerprint(report)}`"])


def _section(heading: str, body: Iterable[str]) -> Iterator[str]:
    yield ""
    yield f"## {heading}"
    yield ""
    yield from body


def _pairs(rows: Iterable[tuple[str, str]]) -> Iterator[str]:
    for label, value in rows:
        yield f"- **{escape(label)}:** {escape(value)}"


def _table(columns: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    yield f"| {' | '.join(columns)} |"
    yield f"|{'---|' * len(columns)}"
    for row in rows:
        yield f"| {' | '.join(escape(cell) for cell in row)} |"
