"""The journey drawn: forks stand beside the own repositories, counted apart, or not at all."""

from __future__ import annotations

from pages.parts.journey import timeline
from store.ingest.timeline import Year


def year(number: int, own: int, forks: int) -> Year:
    return Year(number, repositories=own, archived=0, stars=None, forks=forks, languages={})


def bars(*years: Year) -> dict[str, tuple[list[str], list[int], list[str]]]:
    return {bar.name: (list(bar.x), list(bar.y), list(bar.text)) for bar in timeline(years).data}


def test_own_repositories_and_forks_are_two_labelled_bars_a_year() -> None:
    years = ["2020", "2021", "2022"]
    assert bars(year(2020, 3, 0), year(2021, 0, 2), year(2022, 5, 1)) == {
        "own repositories": (years, [3, 0, 5], ["3", "0", "5"]),
        "forks, counted apart": (years, [0, 2, 1], ["0", "2", "1"]),
    }


def test_without_forks_there_is_no_bar_for_them() -> None:
    assert bars(year(2020, 3, 0)) == {"own repositories": (["2020"], [3], ["3"])}


def test_forks_are_never_stacked_on_what_is_own() -> None:
    figure = timeline((year(2020, 3, 1),))
    assert (figure.layout.barmode, figure.layout.showlegend) == ("group", True)
