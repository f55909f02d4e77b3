"""Which line a place in a text is on."""

from __future__ import annotations

import re
from bisect import bisect_left


class Lines:
    """The line ends of a text, found once."""

    def __init__(self, text: str) -> None:
        self._ends = [found.start() for found in re.finditer("\n", text)]

    def number(self, offset: int) -> int:
        """The line of a character, counted from 1."""
        return bisect_left(self._ends, offset) + 1
