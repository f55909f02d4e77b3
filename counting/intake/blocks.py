"""What a text-like file is made of, before anybody asks which of it are steps."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class BlockKind(StrEnum):
    """The shape of a block, as the author laid it out."""

    HEADING = "heading"
    ITEM = "item"
    ROW = "row"
    PARAGRAPH = "paragraph"
    MORE = "more"  # a further paragraph of the item before it
    CODE = "code"
    ASIDE = "aside"


@dataclass(frozen=True)
class Block:
    """One heading, list item, table row, paragraph, command block or remark of a source.

    `text` is free of markup; `start` and `end` are the offsets of the block in the shown source (None where
    there is none) and `offsets` those of every character of `text` (empty when they simply follow `start`).
    `where` says the place in words. `level` is the depth: of a heading from 1, of a list item from 0.
    `marker` is what stood before an item ("3.", "-", "[ ]"). `why` is the reason an ASIDE is never a step.
    `actor` is known where the layout says so (a column). `link` is true when a link is all there is.
    `question` marks a row or item whose text is a choice.
    """

    kind: BlockKind
    text: str
    where: str
    start: int | None = None
    end: int | None = None
    line: int | None = None
    level: int = 0
    marker: str = ""
    why: str = ""
    actor: str | None = None
    link: bool = False
    notes: tuple[str, ...] = ()
    offsets: tuple[int, ...] = ()

    @property
    def ordered(self) -> bool:
        """True for "1." and "a)", False for bullets and boxes."""
        return any(character.isalnum() or character == "#" for character in self.marker) and not self.boxed

    @property
    def boxed(self) -> bool:
        """A box to tick: "[ ]", "☐"."""
        return self.marker.startswith(("[", "☐", "☑", "☒"))

    def place(self, first: int, last: int) -> tuple[int | None, int | None]:
        """Offsets in the source of `text[first:last]`."""
        if self.start is None:
            return None, None
        if not self.offsets:
            return self.start + first, self.start + last
        return self.offsets[first], self.offsets[last - 1] + 1
