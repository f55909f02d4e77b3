"""Which columns of a table are cases, activities, times and resources: by their names and contents."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from counting.intake.times import is_time

_CASE = re.compile(
    r"case|trace|instance|ticket|incident|order|claim|application|request|invoice|patient|customer|vorgang|fall|"
    r"dossier|caso|zaak|process id|workitem group|document|po\b|session",
    re.IGNORECASE,
)
_ID = re.compile(r"\bid\b|_id|id$|number|nummer|\bno\b|\bnr\b|key|case|trace|instance", re.IGNORECASE)
_ACTIVITY = re.compile(
    r"activity|aktivität|concept:name|event|task|step|action|operation|status|state|activité|actividad|atividade|"
    r"activiteit|schritt|stage|transaction",
    re.IGNORECASE,
)
_CASE_NAME = re.compile(r"case|trace|\bid\b", re.IGNORECASE)
_TIME = re.compile(
    r"time|date|datum|zeit|start|complete|end|timestamp|hora|fecha|heure|tijd|created|when", re.IGNORECASE
)
_RESOURCE = re.compile(
    r"resource|role|user|agent|performer|department|team|group|actor|employee|owner|assigned|ressource|rolle|recurso|"
    r"bearbeiter|medewerker|who",
    re.IGNORECASE,
)
_ROLE = re.compile(r"role|department|team|group|rolle|abteilung|unit", re.IGNORECASE)
_LIFECYCLE = re.compile(r"lifecycle|transition", re.IGNORECASE)
_END_TIME = re.compile(r"complete|end|finish|stop|due", re.IGNORECASE)
# The names logs are usually written with: a case beside an activity is a log.
_SURE_CASE = re.compile(r"^case(?:[ _:-]?(?:id|concept:name|number|no))?$|^trace[ _]?id$", re.IGNORECASE)
_SURE_ACTIVITY = re.compile(r"^(?:activity(?:[ _]?(?:name|id))?|concept:name)$", re.IGNORECASE)
_SURE_TIME = re.compile(r"^(?:(?:start|complete|end)?[ _]?time ?stamp|time:timestamp)$", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]{3}")
_MIN_ROWS = 3  # beneath the header; fewer say nothing about a way through
_REPEATS = 0.75  # activities of a log come again: at most this share of the rows are different


@dataclass(frozen=True)
class LogColumns:
    """Column numbers from 0; `resource` and `lifecycle` are None where there is none."""

    case: int
    activity: int
    time: int
    resource: int | None
    lifecycle: int | None

    def in_words(self, header: Sequence[str]) -> str:
        """Which columns were taken for what."""
        named = [
            f'cases from "{header[self.case].strip()}"',
            f'activities from "{header[self.activity].strip()}"',
        ]
        named.append(f'times from "{header[self.time].strip()}"')
        if self.resource is not None:
            named.append(f'actors from "{header[self.resource].strip()}"')
        return ", ".join(named)


@dataclass(frozen=True)
class _Column:
    """What a column is called and what the sampled rows hold."""

    number: int
    name: str
    values: tuple[str, ...]

    @property
    def different(self) -> int:
        return len(set(self.values) - {""})

    @property
    def filled(self) -> float:
        return sum(bool(value) for value in self.values) / len(self.values)

    @property
    def times(self) -> float:
        sample = [value for value in self.values[:50] if value]
        return sum(is_time(value) for value in sample) / len(sample) if sample else 0.0


def columns_of(rows: Sequence[Sequence[str]]) -> LogColumns | None:
    """The columns of an event log, None for any other table. The first row has to name the columns."""
    if len(rows) < _MIN_ROWS + 1 or len(rows[0]) < 2:
        return None
    columns = [
        _Column(
            number, name.strip(), tuple(row[number].strip() if number < len(row) else "" for row in rows[1:])
        )
        for number, name in enumerate(rows[0])
    ]
    time = _time(columns)
    if time is None:
        return None
    rest = [column for column in columns if column.number != time.number and column.times < 0.8]
    lifecycle = next((column for column in rest if _LIFECYCLE.search(column.name)), None)
    rest = [column for column in rest if column is not lifecycle]
    activity = _activity(rest)
    case = _case([column for column in rest if column is not activity], activity)
    if activity is None or case is None:
        return None
    resource = _resource([column for column in rest if column not in (activity, case)])
    return LogColumns(
        case.number,
        activity.number,
        time.number,
        resource.number if resource else None,
        lifecycle.number if lifecycle else None,
    )


def _time(columns: list[_Column]) -> _Column | None:
    """A column of times; of several, the one an activity begins at or the log was written by."""
    found = [column for column in columns if column.times >= 0.8 and column.filled >= 0.5]
    if not found and _is_surely_log(columns):
        found = [column for column in columns if _SURE_TIME.search(column.name)]
    found.sort(key=lambda column: (not _TIME.search(column.name), bool(_END_TIME.search(column.name))))
    return found[0] if found else None


def _is_surely_log(columns: list[_Column]) -> bool:
    """Whether the names leave no doubt, whatever form the times have."""
    return any(_SURE_CASE.search(column.name) for column in columns) and any(
        _SURE_ACTIVITY.search(column.name) for column in columns
    )


def _activity(columns: list[_Column]) -> _Column | None:
    """A column of acts that come again; where the names leave no doubt, whatever its values are like."""
    named = [
        column
        for column in columns
        if _ACTIVITY.search(column.name) and not _CASE_NAME.search(column.name) and column.filled > 0.8
    ]
    if any(_SURE_CASE.search(column.name) for column in columns):
        sure = [column for column in named if _SURE_ACTIVITY.search(column.name)]
        if sure:
            return sure[0]
    fit = [column for column in named if 1 < column.different <= _REPEATS * len(column.values)]
    worded = [column for column in fit if any(_WORD.search(value) for value in column.values[:50])]
    return min(worded, key=_activity_rank) if worded else None


def _activity_rank(column: _Column) -> int:
    order = (
        "activity",
        "concept:name",
        "aktivität",
        "activité",
        "actividad",
        "event",
        "task",
        "step",
        "action",
    )
    name = column.name.lower()
    return next((place for place, word in enumerate(order) if word in name), len(order))


def _case(columns: list[_Column], activity: _Column | None) -> _Column | None:
    """A column whose values come again, at most one event in a row of its own."""
    if activity is None:
        return None
    rows = len(activity.values)
    sure = [column for column in columns if _SURE_CASE.search(column.name) and column.filled > 0.95]
    if sure:
        return sure[0]
    fit = [
        column for column in columns if column.filled > 0.95 and 0 < column.different <= max(1, 0.9 * rows)
    ]
    named = [column for column in fit if _CASE.search(column.name) and _ID.search(column.name)]
    named = named or [column for column in fit if _CASE.search(column.name) or _ID.search(column.name)]
    return max(named, key=lambda column: ("case" in column.name.lower(), column.different)) if named else None


def _resource(columns: list[_Column]) -> _Column | None:
    """Who did it; a role says more about a workflow than a person's name."""
    named = [column for column in columns if _RESOURCE.search(column.name) and column.filled > 0.3]
    return min(named, key=lambda column: not _ROLE.search(column.name)) if named else None
