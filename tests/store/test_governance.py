"""The serving predicate and what it stands on."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from store.envelope import TrustTier
from store.errors import InvalidRequest
from store.governance import TIERS, Admission, Standing, derive_tier, higher_tier, parse_tier
from store.index.passages import Act

NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)
TICK = timedelta(microseconds=1)


@pytest.mark.parametrize(
    ("actors", "tier"),
    [
        ([], "unverified"),
        (["process:linter"], "machine-confirmed"),
        (["checker/2.1", "process:linter"], "machine-confirmed"),
        (["human:ana"], "human-reviewed"),
        (["process:linter", "human:ana"], "human-reviewed"),
        (["process:human:ana", "humane/1"], "machine-confirmed"),
    ],
)
def test_the_tier_is_earned_by_who_verified(actors: list[str], tier: TrustTier) -> None:
    assert derive_tier([Act(actor, NOW) for actor in actors]) == tier


def test_tiers_are_ordered_and_only_raised() -> None:
    assert [higher_tier(one, "machine-confirmed") for one in TIERS] == [
        "machine-confirmed",
        "machine-confirmed",
        "human-reviewed",
    ]
    assert [parse_tier(tier) for tier in TIERS] == list(TIERS)
    with pytest.raises(InvalidRequest, match=r"^min_trust_tier is 'Unverified': use one of unverified, "):
        parse_tier("Unverified")


def served(standing: Standing, at: datetime = NOW, floor: TrustTier = "unverified", *gone: str) -> bool:
    return bool(Admission([standing]).served(at, floor, gone)[0])


def test_each_condition_alone_withholds() -> None:
    stands = Standing("documents/a", "stable", "machine-confirmed")
    assert served(stands)
    assert not served(Standing("documents/a", "draft", "machine-confirmed"))
    assert not served(Standing("documents/a", "deprecated", "machine-confirmed"))
    assert not served(stands, NOW, "human-reviewed")
    assert not served(stands, NOW, "unverified", "documents/a")
    assert served(stands, NOW, "unverified", "documents/b")


def test_it_is_effective_from_its_instant_on_and_stale_right_after_its_last() -> None:
    standing = Standing("documents/a", "stable", "unverified", NOW, NOW + TICK)
    seen = [served(standing, NOW + n * TICK) for n in (-1, 0, 1, 2)]
    assert seen == [False, True, True, False]


def test_instants_are_compared_across_offsets() -> None:
    tokyo = timezone(timedelta(hours=9))
    standing = Standing("documents/a", "stable", "unverified", NOW.astimezone(tokyo))
    assert served(standing, NOW)
    assert not served(standing, (NOW - TICK).astimezone(tokyo))


instants = st.none() | st.datetimes(datetime(1900, 1, 1), datetime(2200, 1, 1)).map(
    lambda d: d.replace(tzinfo=UTC)
)
standings = st.builds(
    Standing,
    stable_id=st.sampled_from(["documents/a", "documents/b", "documents/c"]),
    status=st.sampled_from(["stable", "draft", "deprecated"]),
    trust_tier=st.sampled_from(TIERS),
    effective_from=instants,
    stale_after=instants,
)


@given(
    st.lists(standings, max_size=3, unique_by=lambda standing: standing.stable_id),
    instants.filter(bool),
    st.sampled_from(TIERS),
    st.frozensets(st.sampled_from(["documents/a", "documents/c", "documents/elsewhere"])),
)
def test_the_columns_say_what_the_sentence_says(
    several: list[Standing], at: datetime, floor: TrustTier, gone: frozenset[str]
) -> None:
    by_hand = [
        one.status == "stable"
        and (one.effective_from is None or one.effective_from <= at)
        and (one.stale_after is None or at <= one.stale_after)
        and TIERS.index(one.trust_tier) >= TIERS.index(floor)
        and one.stable_id not in gone
        for one in several
    ]
    assert Admission(several).served(at, floor, gone).tolist() == by_hand
