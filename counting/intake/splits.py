"""Names that hold two acts, proposed as splits (R1)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from counting.intake.acts import parts_of_all
from counting.intake.draft import Item, Proposal

SPLIT_WHY = "Two acts in one name can need different tags."
# Only a name with one of these can hold two acts; looking into all of them costs milliseconds each.
_JOINED = re.compile(
    r"[,;&+/]|\b(?:and|then|or|und|dann|oder|sowie|et|puis|ou|y|luego|o|e|depois|en|vervolgens|of)\b",
    re.IGNORECASE,
)
MAX_LOOKED_INTO = 1_000  # names; keeps the largest model under the time a person waits


def with_splits(items: Sequence[Item]) -> tuple[tuple[Item, ...], tuple[str, ...]]:
    """The items, those with two acts proposed as splits, and what has to be said about it."""
    joined = [
        place
        for place, item in enumerate(items)
        if item.proposed is Proposal.STEP and not item.decision and _JOINED.search(item.text)
    ]
    found = list(items)
    looked_into = joined[:MAX_LOOKED_INTO]
    for place, parts in zip(looked_into, parts_of_all([items[at].text for at in looked_into]), strict=True):
        if parts:
            item = items[place]
            found[place] = replace(item, proposed=Proposal.SPLIT, parts=parts, why=SPLIT_WHY, rule="R1")
    if len(joined) > len(looked_into):
        return tuple(found), (
            f"Only the first {MAX_LOOKED_INTO:,} names were looked into for two acts in one.",
        )
    return tuple(found), ()
