"""A readable text of a file that is none itself (a table, a document, pages), with the place of each part."""

from __future__ import annotations


class Rendering:
    """Grows line by line; what is added stands at the offsets that come back."""

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._length = 0

    def add(self, text: str) -> tuple[int, int]:
        """Put text at the end of the current line."""
        start = self._length
        self._pieces.append(text)
        self._length += len(text)
        return start, self._length

    def end_line(self) -> None:
        self.add("\n")

    @property
    def text(self) -> str:
        return "".join(self._pieces)
