"""The text of a journey document: everything in it is counted from a listing, and read back from the text."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime

from store.ingest.listing import Listing, Repository

MAX_DESCRIPTION_CHARS = 160
_DATA_FENCE = "```json timeline"
_LEFT_OUT_ORDER = ("private", "listed twice", "without a name")


@dataclass(frozen=True)
class Year:
    """One year of the timeline. Forks are counted apart and in nothing else.

    `stars` are those the listing states for the year's repositories, None where it states none.
    """

    year: int
    repositories: int
    archived: int
    stars: int | None
    forks: int
    languages: dict[str, int]


def timeline_of(body: str) -> tuple[Year, ...]:
    """The timeline in a journey document's body, oldest year first; () where there is none."""
    found = re.search(rf"^{re.escape(_DATA_FENCE)}\r?\n(.*?)^```", body, re.DOTALL | re.MULTILINE)
    if found is None:
        return ()
    try:
        return tuple(Year(**year) for year in json.loads(found[1]))
    except (ValueError, TypeError):
        return ()


def years_of(repositories: Sequence[Repository]) -> tuple[Year, ...]:
    """Every year from the first to the last, also those in which nothing was made."""
    dated = [one.year for one in repositories if one.year is not None]
    if not dated:
        return ()
    return tuple(
        _year(year, [one for one in repositories if one.year == year])
        for year in range(min(dated), max(dated) + 1)
    )


def _year(year: int, repositories: Sequence[Repository]) -> Year:
    own = [one for one in repositories if not one.fork]
    return Year(
        year=year,
        repositories=len(own),
        archived=sum(one.archived for one in own),
        stars=sum(stated) if (stated := [one.stars for one in own if one.stars is not None]) else None,
        forks=len(repositories) - len(own),
        languages=dict(_languages(own)),
    )


def _languages(repositories: Sequence[Repository]) -> list[tuple[str, int]]:
    """Main languages by how many repositories have them, then by name."""
    counts = Counter(one.language for one in repositories if one.language is not None)
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))


def title_of(listing: Listing) -> str:
    owners = sorted({one.owner for one in listing.repositories if one.owner is not None})
    return f"The GitHub journey of {owners[0]}" if len(owners) == 1 else "The GitHub journey"


def journey_body(listing: Listing, now: datetime) -> str:
    """The document's text. Everything is counted from the listing; what that does not say is not said."""
    own = [one for one in listing.repositories if not one.fork]
    forks = [one for one in listing.repositories if one.fork]
    years = years_of(listing.repositories)
    parts = [
        f"# {_cell(title_of(listing))}",
        _opening(listing, own, forks, now),
        "## Year by year",
        "Repositories by the year they were created in. Stars are those of the listing, not of that year. "
        "Forks are copies of other people's work and are counted apart.",
        _table(("Year", "Repositories", "Archived", "Stars", "Languages", "Forks"), map(_year_row, years)),
        f"{_DATA_FENCE}\n{json.dumps([asdict(year) for year in years], ensure_ascii=False)}\n```",
        "## Languages",
        "The main language GitHub names for each repository, forks left out.",
        _table(("Language", "Repositories"), ((_cell(name), str(n)) for name, n in _languages(own))),
        "## Repositories",
        *_by_year(own),
        "## Forks",
        _repository_table(forks) if forks else "The listing has no forks.",
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _opening(listing: Listing, own: Sequence[Repository], forks: Sequence[Repository], now: datetime) -> str:
    unsaid = Counter(
        {
            "a creation date": sum(one.created is None for one in listing.repositories),
            "stars": sum(one.stars is None for one in own),
            "a language": sum(one.language is None for one in own),
        }
    )
    sentences = [
        f"Made on {now.date().isoformat()} from a repository listing in GitHub's REST form, which the "
        "record's owner supplied. It counts what that listing says and nothing else.",
        f"**{_counted(len(own), 'own repository', 'own repositories')}**, "
        f"{sum(one.archived for one in own)} of them archived, and {_counted(len(forks), 'fork', 'forks')}.",
        *(
            f"The listing does not state {what} for {_counted(count, 'repository', 'repositories')}."
            for what, count in unsaid.items()
            if count
        ),
        *(
            f"Left out: {_counted(listing.left_out[reason], 'entry', 'entries')} {reason}."
            for reason in _LEFT_OUT_ORDER
            if listing.left_out[reason]
        ),
        "Nobody has reviewed this page: it is `unverified`.",
    ]
    return " ".join(sentences)


def _counted(count: int, one: str, many: str) -> str:
    return f"{count} {one if count == 1 else many}"


def _year_row(year: Year) -> tuple[str, ...]:
    languages = ", ".join(f"{_cell(name)} {count}" for name, count in year.languages.items())
    stars = "" if year.stars is None else str(year.stars)
    return (str(year.year), str(year.repositories), str(year.archived), stars, languages, str(year.forks))


def _by_year(own: Sequence[Repository]) -> Iterator[str]:
    if not own:
        yield "The listing has no repository that is not a fork."
    for year in sorted({one.year for one in own if one.year is not None}):
        yield f"### Created in {year}"
        yield _repository_table([one for one in own if one.year == year])
    if undated := [one for one in own if one.year is None]:
        yield "### Without a creation date"
        yield _repository_table(undated)


def _repository_table(repositories: Sequence[Repository]) -> str:
    columns = ("Repository", "Created", "Last push", "Language", "Stars", "Archived", "In its own words")
    return _table(columns, map(_repository_row, repositories))


def _repository_row(one: Repository) -> tuple[str, ...]:
    name = _cell(one.name)
    return (
        name if one.url is None else f"[{name}]({one.url})",
        "" if one.created is None else one.created.date().isoformat(),
        "" if one.pushed is None else one.pushed.date().isoformat(),
        _cell(one.language or ""),
        "" if one.stars is None else str(one.stars),
        "archived" if one.archived else "",
        _cell(_shortened(one.description or "")),
    )


def _shortened(text: str) -> str:
    return text if len(text) <= MAX_DESCRIPTION_CHARS else text[: MAX_DESCRIPTION_CHARS - 1] + "…"


def _cell(text: str) -> str:
    """Text that stays text: no markup, no link, no cell border comes out of somebody's description."""
    return re.sub(r"([\\`*\[\]<>|~&#!])", r"\\\1", text)


def _table(columns: Sequence[str], rows: Iterable[tuple[str, ...]]) -> str:
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    if not lines:
        return ""
    return "\n".join(["| " + " | ".join(columns) + " |", "|" + "---|" * len(columns), *lines])
