"""Markdown, CSV and JSON reports as rows."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from typing import Any

from counting.intake.caps import refuse
from counting.intake.jsontext import load
from counting.intake.source import Source
from counting.report import payload
from counting.report.as_csv import DATA_ROW
from counting.report.seen.look import Row, Seen
from counting.runfile import COMPUTED_KEYS, FORMAT

_COMMENT = re.compile(rf"<!--\s*{payload.NAME}:\s*([A-Za-z0-9+/=\s]*)-->")


def see_md(source: Source) -> Seen:
    """Blank lines and spaces at line ends do not count."""
    found = _COMMENT.search(source.text)
    lines = _COMMENT.sub("", source.text).splitlines()
    rows = tuple(Row(f"line {n}", line.rstrip()) for n, line in enumerate(lines, 1) if line.strip())
    return Seen("md", payload.unpack(found[1]) if found else None, rows)


def see_csv(source: Source) -> Seen:
    """Whatever a spreadsheet put between the cells when it saved the table."""
    text = source.text.lstrip("\ufeff")
    header = text[: text.find("\n")]
    table = csv.reader(io.StringIO(text), delimiter=max(",;\t", key=header.count))
    rows, pieces = [], []
    try:
        for number, cells in enumerate(table, 1):
            if number > source.caps.rows:
                raise refuse("rows", source.caps.rows, "The table has too many rows", "It is no report.")
            if cells[:1] == [DATA_ROW]:
                pieces.append(cells[-1] if cells[-1] else next((c for c in reversed(cells) if c), ""))
            elif any(cells):
                rows.append(Row(f"row {number}", " | ".join(cell for cell in cells if cell)))
    except csv.Error as error:
        raise refuse(
            "text_chars", csv.field_size_limit(), f"A cell is broken ({error})", "It is no report."
        ) from error
    return Seen("csv", payload.unpack(payload.joined(pieces)) if pieces else None, tuple(rows))


def see_json(source: Source) -> Seen:
    """The computed part of the report; the run itself is its data."""
    content, behind = load(source.text, source.caps)
    is_report = isinstance(content, dict) and content.get("format") == FORMAT and "fingerprint" in content
    if not is_report:
        return Seen("json", None, ())
    stated = {key: content[key] for key in sorted(COMPUTED_KEYS - {"fingerprint"}) if key in content}
    after = [Row("behind the report", f"{behind} characters that are no part of it")] if behind else []
    return Seen("json", content, (*_leaves("", stated), *after))


def _leaves(where: str, value: Any) -> Iterator[Row]:
    match value:
        case dict():
            for key in value:
                yield from _leaves(f"{where}.{key}" if where else str(key), value[key])
        case list():
            for number, item in enumerate(value, 1):
                yield from _leaves(f"{where} {number}", item)
        case _:
            yield Row(where, f"{where}: {json.dumps(value)}")
