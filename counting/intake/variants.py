"""From the events of many cases to the most frequent way through one of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from counting.intake.caps import refuse
from counting.intake.draft import Draft, IntakeError, Item, Position
from counting.intake.flow import amount, counts_in_words
from counting.intake.names import clean_name
from counting.intake.source import Source
from counting.intake.splits import with_splits


@dataclass(frozen=True, slots=True)
class Event:
    """One act in one case; events come in the order they happened within each case."""

    case: str
    activity: str
    resource: str = ""


def draft_of(
    source: Source, kind: str, events: Iterable[Event], how: str, notes: tuple[str, ...] = ()
) -> Draft:
    """The most frequent variant as a draft. `how` says which columns or keys were read."""
    ways, resources = _collect(events)
    if not ways:
        raise IntakeError(
            f"This {kind.lower()} holds no event with a case and an activity. "
            "Export it with a case id, an activity and a time per event (CSV or XES)."
        )
    variants = Counter(ways.values())
    variant, share = variants.most_common(1)[0]  # of equals, the one met first
    if len(variant) > source.caps.items:
        found = f"The most frequent case has {len(variant):,} events"
        raise refuse("items", source.caps.items, found, "Export fewer kinds of events.")
    items, remarks = with_splits(tuple(_items(variant, resources, kind)))
    return Draft(
        kind=kind,
        understood=f"{kind}, {amount(len(ways), 'case')}, {amount(len(variants), 'variant')}, "
        f"{_share(share, len(ways))}: {counts_in_words(items)}",
        items=items,
        notes=(*source.notes, f"Read as a log: {how}.", *_other_ways(variants, len(ways)), *notes, *remarks),
    )


def _collect(events: Iterable[Event]) -> tuple[dict[str, tuple[str, ...]], dict[str, Counter[str]]]:
    """Case -> its activities in order, and activity -> who did it how often."""
    ways: dict[str, list[str]] = {}
    resources: dict[str, Counter[str]] = {}
    for event in events:
        if event.case and event.activity:
            ways.setdefault(event.case, []).append(event.activity)
            if event.resource:
                resources.setdefault(event.activity, Counter())[event.resource] += 1
    return {case: tuple(way) for case, way in ways.items()}, resources


def _items(variant: tuple[str, ...], resources: dict[str, Counter[str]], kind: str) -> Iterable[Item]:
    first: dict[str, int] = {}
    for number, activity in enumerate(variant, 1):
        again = (f"the same act as step {first[activity]}",) if activity in first else ()
        first.setdefault(activity, number)
        doers = resources.get(activity)
        yield Item(
            id=f"e{number}",
            text=clean_name(activity) or activity,
            original=activity,
            position=Position(f"event {number} of the most frequent variant"),
            actor=clean_name(doers.most_common(1)[0][0]) or None if doers else None,
            notes=again,
        )


def _share(cases: int, all_cases: int) -> str:
    percent = (200 * cases + all_cases) // (2 * all_cases)  # whole percent, halves up
    return f"the most frequent taken by {cases:,} of {all_cases:,} cases ({percent} %)"


def _other_ways(variants: Counter[tuple[str, ...]], cases: int) -> tuple[str, ...]:
    if len(variants) == 1:
        return ()
    taken = max(variants.values())
    if taken == 1:
        return ("Every case took a way of its own: the first one is shown. Check that it is typical.",)
    ties = sum(count == taken for count in variants.values())
    tied = f" {ties} variants are equally frequent: the first one met is shown." if ties > 1 else ""
    others = sum(variants.values()) - taken
    return (f"{others:,} of {cases:,} cases took another way: count a rare way as a run of its own.{tied}",)
