"""The acts in one line: whether it is one step or should be split (R1)."""

from __future__ import annotations

import re

_JOIN = re.compile(
    r"(?:,\s*|;\s*)?\b(?:and then|then|and)\b\s+(?=[a-z]+\s+(?:the|a|an|it|them|all|any|each)\b)|;\s+"
)


def parts_of(text: str) -> tuple[str, ...]:
    """The acts of one line, each with its condition; () for a line with one act or none."""
    parts = tuple(part.strip(" ,;") for part in _JOIN.split(text) if part.strip(" ,;"))
    return parts if len(parts) > 1 else ()
