"""A GitHub REST repository listing, read without believing more than it says."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlsplit

from store.errors import RecordError

MAX_LISTING_BYTES = 200_000_000
_GITHUB_YEARS = range(2007, 2101)
"""A date outside them is a mistake in the file, not a date of GitHub's."""
_HOW = "Save what `GET /users/{user}/repos` answers (all pages) as one JSON array."


class ListingRefused(RecordError):
    """The file is no repository listing that a journey can be made from."""


@dataclass(frozen=True)
class Repository:
    """One repository. None is "the listing does not say", which is never zero and never no."""

    name: str
    owner: str | None
    url: str | None
    description: str | None
    language: str | None
    stars: int | None
    fork: bool
    archived: bool
    created: datetime | None
    pushed: datetime | None

    @property
    def year(self) -> int | None:
        return None if self.created is None else self.created.year


@dataclass(frozen=True)
class Listing:
    """`left_out` counts entries that were not taken, by reason."""

    repositories: tuple[Repository, ...]
    left_out: Counter[str]


def read_listing(path: Path) -> Listing:
    """Read a listing file. Raises ListingRefused."""
    left_out: Counter[str] = Counter()
    found: dict[str, Repository] = {}
    for entry in _entries(path):
        repository = _repository(entry)
        if repository is None:
            left_out["without a name"] += 1
        elif isinstance(entry, dict) and entry.get("private") is True:
            left_out["private"] += 1
        elif (key := _identity(entry, repository)) in found:
            left_out["listed twice"] += 1
        else:
            found[key] = repository
    if not found:
        reasons = ", ".join(f"{count} {reason}" for reason, count in left_out.items())
        raise ListingRefused(f"{path.name} has no repository a journey can be made from ({reasons}). {_HOW}")
    ordered = sorted(found.values(), key=lambda one: (one.created is None, one.created or _EPOCH, one.name))
    return Listing(tuple(ordered), left_out)


_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def _entries(path: Path) -> list[object]:
    try:
        if path.stat().st_size > MAX_LISTING_BYTES:
            raise ListingRefused(f"{path.name} has more than {MAX_LISTING_BYTES:,} bytes; it is no listing.")
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise ListingRefused(f"{path.name} cannot be read ({error.strerror}).") from None
    except UnicodeDecodeError:
        raise ListingRefused(f"{path.name} is not UTF-8 text. {_HOW}") from None
    entries: list[object] = []
    for value in _values(text, path.name):
        if isinstance(value, dict) and "message" in value and "name" not in value:
            raise ListingRefused(
                f"{path.name} holds an answer of GitHub that is an error, not a list. {_HOW}"
            )
        if not isinstance(value, list):
            raise ListingRefused(f"{path.name} holds {_kind(value)}, not an array of repositories. {_HOW}")
        entries += value
    if not entries:
        raise ListingRefused(f"{path.name} lists no repositories, so there is nothing to tell. {_HOW}")
    return entries


def _values(text: str, name: str) -> Iterator[object]:
    """The JSON values of a text: one array, or one for each page one after the other."""
    decoder = json.JSONDecoder()
    at = 0
    while rest := text[at:].lstrip():
        at = len(text) - len(rest)
        try:
            value, at = decoder.raw_decode(text, at)
        except json.JSONDecodeError as error:
            raise ListingRefused(
                f"{name} is not valid JSON: line {error.lineno}, column {error.colno}: {error.msg}. {_HOW}"
            ) from None
        except RecursionError:
            raise ListingRefused(f"{name} is nested too deeply to be a listing. {_HOW}") from None
        yield value


def _kind(value: object) -> str:
    kinds: list[tuple[type, str]] = [
        (dict, "an object"),
        (str, "a text"),
        (bool, "yes or no"),
        (int, "a number"),
    ]
    return next((words for kind, words in kinds if isinstance(value, kind)), "something else")


def _repository(entry: object) -> Repository | None:
    if not isinstance(entry, dict):
        return None
    name = _text(entry.get("name")) or _text(str(entry.get("full_name") or "").rpartition("/")[2])
    if name is None:
        return None
    owner = entry.get("owner")
    return Repository(
        name=name,
        owner=_text(owner.get("login")) if isinstance(owner, dict) else None,
        url=_url(entry.get("html_url")),
        description=_text(entry.get("description")),
        language=_text(entry.get("language")),
        stars=_count(entry.get("stargazers_count")),
        fork=entry.get("fork") is True,
        archived=entry.get("archived") is True,
        created=_instant(entry.get("created_at")),
        pushed=_instant(entry.get("pushed_at")),
    )


def _identity(entry: object, repository: Repository) -> str:
    number = entry.get("id") if isinstance(entry, dict) else None
    return f"#{number}" if isinstance(number, int) else f"{repository.owner}/{repository.name}"


def _text(value: object) -> str | None:
    """One line of text without control characters, None for none."""
    if not isinstance(value, str):
        return None
    return " ".join(re.sub(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff\u2028\u2029]", " ", value).split()) or None


def _count(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


def _instant(value: object) -> datetime | None:
    try:
        instant = datetime.fromisoformat(value) if isinstance(value, str) else None
        instant = None if instant is None or instant.tzinfo is None else instant.astimezone(UTC)
        return instant if instant is not None and instant.year in _GITHUB_YEARS else None
    except (ValueError, OverflowError):
        return None


def _url(value: object) -> str | None:
    """An https address that can stand in a Markdown link as it is."""
    if not isinstance(value, str) or not re.fullmatch(r"https://[\w.~:/?#@!$&'*+,;=%-]+", value, re.ASCII):
        return None
    return value if urlsplit(value).hostname else None
