"""Rows of a delimited text, whatever the delimiter; nothing where a text is no table."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterator

from counting.intake.caps import Caps, refuse
from counting.intake.draft import IntakeError

_DELIMITERS = ",;\t|"
_SAMPLE_LINES = 60
_SHARE = 0.8  # of the sampled rows have to have the same number of cells
_MAX_HEADER_CHARS = 60


def delimiter_of(text: str, name: str = "") -> str | None:
    """The delimiter of a table, None for prose. `name` only settles doubt: a .csv may be a poor table."""
    sample = _sample(text)
    found = [(score, sign) for sign in _DELIMITERS if (score := _score(sample, sign)) > 0]
    if not found:
        return None
    score, sign = max(found, key=lambda pair: (pair[0], -_DELIMITERS.index(pair[1])))
    sure = _looks_tabular(sample, sign) or name.lower().endswith((".csv", ".tsv"))
    return sign if sure else None


def rows_of(text: str, delimiter: str, caps: Caps, cap: str = "rows") -> list[list[str]]:
    """All rows with something in them. Raises IntakeError beyond the cap named by `cap`."""
    allowed = getattr(caps, cap)
    rows: list[list[str]] = []
    for row in _reader(text, delimiter):
        if not "".join(row).strip():
            continue
        rows.append(row)
        if len(rows) > allowed:
            advice = "Cut it down to the part that describes the workflow."
            raise refuse(cap, allowed, f"The table has more than {allowed:,} rows", advice)
    return rows


def _reader(text: str, delimiter: str) -> Iterator[list[str]]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    try:
        yield from reader
    except csv.Error as error:
        raise IntakeError(
            f"The table is broken near line {reader.line_num:,} ({error}): a quotation mark may be missing. "
            "Save it again as CSV."
        ) from None


def _sample(text: str) -> str:
    """The first lines; a quoted cell with line breaks may be cut, which the share allows for."""
    return "\n".join(text.lstrip("\n").split("\n", _SAMPLE_LINES)[:_SAMPLE_LINES])


def _sample_rows(sample: str, delimiter: str) -> list[list[str]]:
    try:
        rows = list(csv.reader(io.StringIO(sample, newline=""), delimiter=delimiter))
    except csv.Error:
        return []
    return [row for row in rows if any(cell.strip() for cell in row)]


def _score(sample: str, delimiter: str) -> float:
    """How many columns most rows agree on; 0 where they do not."""
    rows = _sample_rows(sample, delimiter)
    if len(rows) < 2:
        return 0.0
    width, agreeing = Counter(len(row) for row in rows).most_common(1)[0]
    return float(width) if width >= 2 and agreeing >= _SHARE * len(rows) else 0.0


def _looks_tabular(sample: str, delimiter: str) -> bool:
    """Prose with one comma per line is no table: its first line reads like a sentence, not like headings."""
    rows = _sample_rows(sample, delimiter)
    header = [cell.strip() for cell in rows[0]]
    if any(len(cell) > _MAX_HEADER_CHARS or cell.endswith((".", "!", ":")) for cell in header):
        return False
    if not all(header) and sum(bool(cell) for cell in header) < 2:
        return False
    spaced = sum(cell.startswith(" ") for row in rows for cell in row[1:])
    cells = sum(len(row) - 1 for row in rows)
    if delimiter == "|":
        return not sample.lstrip().startswith("|")  # that is a table inside Markdown
    if delimiter in "\t;":
        return True
    return spaced < 0.5 * cells or _same_shape(rows)


def _same_shape(rows: list[list[str]]) -> bool:
    """ "Step, Who, Tool" by hand: short headings, every row as wide, no cell a clause of a sentence."""
    return (
        len(rows[0]) >= 3
        and len({len(row) for row in rows}) == 1
        and all(len(c.split()) <= 4 for c in rows[0])
    )
