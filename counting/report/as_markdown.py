"""Report -> Markdown. Every text of a person or of the record is escaped: markup in a step stays text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from counting.report import cells, payload
from counting.report.build import Report
from counting.report.cells import Cell
from counting.report.readable import one_line
from counting.report.sections import Section, sections

# Links of their own making ("www.", "http://", "a@b") are escaped too: nothing in a step becomes a link.
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>|#~$&@]|(?<=:)/|(?<=www)\.)")
COMMENT = f"<!-- {payload.NAME}: "


def write_markdown(report: Report) -> bytes:
    return ("\n".join(_lines(report)) + "\n").encode("utf-8")


def escape(text: str) -> str:
    """One line of Markdown that reads exactly as `text`."""
    escaped = _SPECIAL.sub(r"\\\1", one_line(text))
    return re.sub(r"^(\d+)([.)])|^([-+=])", lambda m: f"{m[1]}\\{m[2]}" if m[1] else f"\\{m[3]}", escaped)


def _lines(report: Report) -> Iterator[str]:
    yield f"# {escape(cells.title(report))}"
    yield ""
    yield f"**{escape(report.count.headline)}**"
    for section in sections(report):
        yield from _section(section)
    yield ""
    yield f"{COMMENT}{payload.pack(report)} -->"


def _section(section: Section) -> Iterator[str]:
    yield ""
    yield f"## {escape(section.heading)}"
    for note in section.notes:
        yield ""
        yield escape(note)
    if section.columns:
        yield ""
        yield from _table(section.columns, section.rows)


def _table(columns: tuple[str, ...], rows: Iterable[tuple[Cell, ...]]) -> Iterator[str]:
    yield f"| {' | '.join(columns)} |"
    yield f"|{'---|' * len(columns)}"
    for row in rows:
        yield f"| {' | '.join(escape(cells.words(cell)) for cell in row)} |"
