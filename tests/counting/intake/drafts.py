"""A draft written down short, so that a test compares whole values."""

from __future__ import annotations

from counting.intake.draft import Draft, Proposal


def kept(draft: Draft) -> list[tuple[str | None, str, str]]:
    """Actor, text and place of every proposed step; parts of a split are joined with " / "."""
    return [
        (item.actor, " / ".join(item.parts) or item.text, item.position.words)
        for item in draft.items
        if item.proposed is not Proposal.SKIPPED
    ]


def skipped(draft: Draft) -> dict[str, str]:
    """The reason of every skipped item by its text."""
    return {item.text: item.why for item in draft.items if item.proposed is Proposal.SKIPPED}
