"""Event logs in a table: the most frequent way through, with its share of the cases."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from counting.intake.delimited import delimiter_of, rows_of
from counting.intake.draft import Draft, IntakeError
from counting.intake.eventlog_columns import LogColumns, columns_of
from counting.intake.source import Source
from counting.intake.times import sort_keys
from counting.intake.variants import Event, draft_of

KIND = "Event log"
SAMPLE_ROWS = 2_000


def holds(source: Source) -> bool:
    """True for a delimited text whose columns are cases, activities and times."""
    text = source.decoded.text
    delimiter = delimiter_of(text, source.name)
    if delimiter is None:
        return False
    sample = rows_of("\n".join(text.split("\n", SAMPLE_ROWS)[:SAMPLE_ROWS]), delimiter, source.caps, "events")
    return columns_of(sample) is not None


def read(source: Source) -> Draft:
    """The most frequent variant as a draft. Raises IntakeError beyond the cap of events."""
    text = source.decoded.text
    rows = rows_of(text, delimiter_of(text, source.name) or ",", source.caps, "events")
    return read_rows(source, rows)


def read_rows(source: Source, rows: Sequence[Sequence[str]]) -> Draft:
    """The same for the rows of any table whose columns are those of a log."""
    columns = columns_of(rows[:SAMPLE_ROWS])
    if columns is None:
        raise IntakeError(
            "This table is no event log: no columns of cases, activities and times were found. "
            "Export the log with a case id, an activity and a time per event."
        )
    events, notes = _in_time_order(_done(rows[1:], columns), columns)
    return draft_of(source, KIND, events, columns.in_words(rows[0]), notes)


def _done(rows: Sequence[Sequence[str]], columns: LogColumns) -> list[Sequence[str]]:
    """The rows of what was finished, where the log tells start from end; rows too short are left out."""
    needed = max(columns.case, columns.activity)
    whole = [row for row in rows if len(row) > needed]
    if columns.lifecycle is None:
        return whole
    finished = [row for row in whole if _cell(row, columns.lifecycle).lower() == "complete"]
    return finished or whole


def _in_time_order(
    rows: Sequence[Sequence[str]], columns: LogColumns
) -> tuple[Iterator[Event], tuple[str, ...]]:
    keys = sort_keys([_cell(row, columns.time) for row in rows])
    if keys is None:
        return (_event(row, columns) for row in rows), (
            "The times could not be read: in the order of the file.",
        )
    order = sorted(range(len(rows)), key=keys.__getitem__)
    return (_event(rows[place], columns) for place in order), ()


def _event(row: Sequence[str], columns: LogColumns) -> Event:
    resource = _cell(row, columns.resource) if columns.resource is not None else ""
    return Event(_cell(row, columns.case), _cell(row, columns.activity), resource)


def _cell(row: Sequence[str], number: int) -> str:
    return row[number].strip() if number < len(row) else ""
