"""What a caller asks, checked once at the border."""

from __future__ import annotations

from dataclasses import dataclass

from store.envelope import TrustTier
from store.errors import InvalidRequest
from store.governance import higher_tier, parse_tier

MAX_QUERY_CHARS = 2_000
"""Counted in characters after trimming. A longer text is not a question but a document."""

MIN_K, DEFAULT_K, MAX_K = 1, 10, 50


@dataclass(frozen=True)
class Request:
    """A search that can be answered. `k_note` says what was asked where `k` is not that."""

    query: str
    k: int
    tier: TrustTier
    k_note: str | None


def check_request(query: str, k: int, min_trust_tier: str, deployment_tier: TrustTier) -> Request:
    """Trim, clamp, raise the tier to the deployment's. Raises InvalidRequest."""
    used = _within(k)
    k_note = None if used == k else f"k was {k}: it goes from {MIN_K} to {MAX_K}, so {used} was used."
    tier = higher_tier(parse_tier(min_trust_tier), deployment_tier)
    return Request(_trimmed(query), used, tier, k_note)


def _trimmed(query: str) -> str:
    if not isinstance(query, str):
        raise InvalidRequest(f"the query is {type(query).__name__}, not text: ask a question in words.")
    text = query.strip()
    if not text:
        raise InvalidRequest("the query is empty: ask a question, or paste a step of your workflow.")
    if len(text) > MAX_QUERY_CHARS:
        raise InvalidRequest(
            f"the query has {len(text):,} characters; the most is {MAX_QUERY_CHARS:,}. "
            "Shorten it, or ask about one step at a time."
        )
    return text.encode("utf-8", "replace").decode("utf-8")  # half a surrogate pair is no character


def _within(k: int) -> int:
    if isinstance(k, bool) or not isinstance(k, int):
        raise InvalidRequest(f"k is {k!r}: give a whole number from {MIN_K} to {MAX_K}.")
    return max(MIN_K, min(MAX_K, k))
