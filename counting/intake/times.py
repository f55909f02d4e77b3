"""Times as logs write them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import UTC, datetime

# The order settles nothing for one value; over a whole column the first form that fits all of them does.
_FORMS = (
    "%d.%m.%Y %H:%M:%S",
    "%d.%m.%Y %H:%M",
    "%d.%m.%Y",
    "%d/%m/%Y %H:%M:%S",
    "%d/%m/%Y %H:%M",
    "%d/%m/%Y",
    "%m/%d/%Y %H:%M:%S",
    "%m/%d/%Y %H:%M",
    "%m/%d/%Y %I:%M:%S %p",
    "%m/%d/%Y %I:%M %p",
    "%m/%d/%Y",
    "%d-%m-%Y %H:%M:%S",
    "%d-%m-%Y %H:%M",
    "%d-%m-%Y:%H.%M",
    "%d-%m-%Y",
    "%Y/%m/%d %H:%M:%S.%f",
    "%Y/%m/%d %H:%M:%S",
    "%Y/%m/%d %H:%M",
    "%Y/%m/%d",
    "%d %b %Y %H:%M:%S",
    "%d %b %Y %H:%M",
    "%d %b %Y",
    "%d-%b-%Y %H:%M:%S",
    "%d-%b-%y %H.%M.%S",
    "%b %d, %Y %H:%M:%S",
    "%b %d, %Y",
    "%d.%m.%y %H:%M",
    "%m/%d/%y %H:%M",
    "%d/%m/%y %H:%M",
    "%H:%M:%S",
    "%H:%M",
)
_MOMENT = re.compile(r"\d{10}(?:\d{3})?$")  # seconds or milliseconds since 1970
_SAMPLE = 500
_BEGINNING = datetime(1900, 1, 1, tzinfo=UTC)


def is_time(text: str) -> bool:
    """True for a date or a time in one of the forms logs use; a bare number is none."""
    return any(_fits(text, reader) for reader in _readers()[1:])


def sort_keys(values: Sequence[str]) -> list[float] | None:
    """A number per value, rising with time; None when no single form reads them. What is empty stays 0."""
    sample = [value for value in values[:_SAMPLE] if value]
    for reader in _readers():
        if sample and all(_fits(value, reader) for value in sample):
            return [_key(value, reader) for value in values]
    return None


def _readers() -> list[Callable[[str], datetime]]:
    return [_since_1970, _iso, *(_with_form(form) for form in _FORMS)]


def _with_form(form: str) -> Callable[[str], datetime]:
    return lambda text: datetime.strptime(text, form).replace(tzinfo=UTC)


def _iso(text: str) -> datetime:
    """ISO 8601 and what is nearly it; a bare number is no time."""
    if "-" not in text and ":" not in text:
        raise ValueError(text)
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        found = datetime.fromisoformat(_cleaned(text))
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def _cleaned(text: str) -> str:
    """What tools add to ISO 8601: "UTC", a blank before the offset, more digits than microseconds."""
    cleaned = re.sub(r"\s*UTC$", "+00:00", text.strip())
    cleaned = re.sub(r"(\.\d{6})\d+", r"\1", cleaned)
    return re.sub(r"\s+(?=[+-]\d\d:?\d\d$)", "", cleaned)


def _since_1970(text: str) -> datetime:
    if not _MOMENT.fullmatch(text):
        raise ValueError(text)
    return datetime.fromtimestamp(int(text) / (1000 if len(text) == 13 else 1), UTC)


def _fits(text: str, reader: Callable[[str], datetime]) -> bool:
    try:
        reader(text)
    except (ValueError, OverflowError, OSError):
        return False
    return True


def _key(text: str, reader: Callable[[str], datetime]) -> float:
    try:
        found = reader(text)
    except (ValueError, OverflowError, OSError):
        return 0.0
    return (found - _BEGINNING).total_seconds()
