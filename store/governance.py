"""Who vouches for a document, and the one predicate that says whether it may be served."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Protocol, get_args

import numpy as np
from numpy.typing import NDArray

from store.envelope import TrustTier
from store.errors import InvalidRequest

TIERS: tuple[TrustTier, ...] = get_args(TrustTier)
"""Lowest first."""

PREDICATE_VERSION = "stable+effective+fresh+standing+tier/1"
"""Names the serving predicate below. A floor measured under another one is not a floor for this one."""

_ALWAYS = np.iinfo(np.int64).min
_NEVER = np.iinfo(np.int64).max


class _Attested(Protocol):
    @property
    def by(self) -> str: ...


def derive_tier(verified: Iterable[_Attested]) -> TrustTier:
    """The trust tier that `verified` earns: nobody, machines only, or at least one `human:` actor."""
    actors = [act.by for act in verified]
    if any(actor.startswith("human:") for actor in actors):
        return "human-reviewed"
    return "machine-confirmed" if actors else "unverified"


def parse_tier(text: str) -> TrustTier:
    """A caller's trust tier. Raises InvalidRequest for a word that is none."""
    for tier in TIERS:
        if text == tier:
            return tier
    raise InvalidRequest(f"min_trust_tier is {text!r}: use one of {', '.join(TIERS)}.")


def higher_tier(one: TrustTier, other: TrustTier) -> TrustTier:
    return max(one, other, key=TIERS.index)


@dataclass(frozen=True)
class Standing:
    """What the predicate needs to know of one document. Instants carry an offset; None is unbounded."""

    stable_id: str
    status: str
    trust_tier: TrustTier
    effective_from: datetime | None = None
    stale_after: datetime | None = None


class Admission:
    """The serving predicate over one generation's documents, as columns: a search applies it whole."""

    def __init__(self, standings: Sequence[Standing]) -> None:
        self._row_of = {standing.stable_id: row for row, standing in enumerate(standings)}
        self._stable = np.array([standing.status == "stable" for standing in standings], dtype=bool)
        self._tier = np.array([TIERS.index(standing.trust_tier) for standing in standings], dtype=np.int8)
        self._from = np.array([_micros(s.effective_from, _ALWAYS) for s in standings], dtype=np.int64)
        self._until = np.array([_micros(s.stale_after, _NEVER) for s in standings], dtype=np.int64)

    def served(self, at: datetime, floor: TrustTier, taken_down: Collection[str]) -> NDArray[np.bool_]:
        """One bool per document, in order: stable, effective, not stale, not taken down, tier at `floor`.

        A document is effective from its first instant on and stale from the instant after `stale_after`.
        """
        now = _micros(at, _ALWAYS)
        served = (
            self._stable & (self._from <= now) & (now <= self._until) & (self._tier >= TIERS.index(floor))
        )
        gone = [self._row_of[stable_id] for stable_id in taken_down if stable_id in self._row_of]
        served[gone] = False
        return served


def _micros(instant: datetime | None, unbounded: int) -> int:
    """Microseconds since 1970 in UTC, exact (a float timestamp is not)."""
    if instant is None:
        return int(unbounded)
    since = instant.astimezone(UTC) - datetime(1970, 1, 1, tzinfo=UTC)
    return (since.days * 86_400 + since.seconds) * 1_000_000 + since.microseconds
