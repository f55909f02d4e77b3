"""Arrows at a frame around shapes, led to the shapes in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from counting.intake.caps import PARTS, Caps, refuse


def through_frames(
    links: Sequence[tuple[str, str, str]], members: Mapping[str, Sequence[str]], caps: Caps
) -> list[tuple[str, str, str]]:
    """(before, after, label) between shapes: an arrow at a frame goes to where its flow begins, or ends.

    `members` are the shapes inside a frame, those of frames in it included.
    """
    entered = {after for _, after, _ in links}
    left = {before for before, _, _ in links}
    found: list[tuple[str, str, str]] = []
    for before, after, label in links:
        befores = _ends(members[before], left) if before in members else [before]
        afters = _ends(members[after], entered) if after in members else [after]
        if len(found) + len(befores) * len(afters) > caps.edges:
            words = f"The drawing has more than {caps.edges:,} arrows"
            raise refuse("edges", caps.edges, words, PARTS)
        found.extend((one, other, label) for one in befores for other in afters)
    return found


def _ends(members: Sequence[str], joined: set[str]) -> list[str]:
    return [shape for shape in members if shape not in joined] or list(members[:1])
