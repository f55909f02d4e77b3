"""What a text-like file is made of, before anybody asks which of it are steps."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class BlockKind(StrEnum):
    """The shape of a block, as the author laid it out."""

    HEADING = "heading"
    ITEM = "item"
    PARAGRAPH = "paragraph"
    CODE = "code"
    ASIDE = "aside"


@dataclass(frozen=True)
class Block:
    """One heading, list item, paragraph, command block or remark of a source.

    `text` is free of markup, `start` and `end` are offsets into the shown source (None where there is none).
    `where` says the place in words. `level` is the depth: of a heading from 1, of a list item from 0.
    `marker` is what stood before an item ("3.", "-", "[ ]"). `why` is the reason an ASIDE is never a step.
    `actor` is known where the layout says so (a column, a lane).
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
    link_only: bool = False

    @property
    def ordered(self) -> bool:
        """True for "1." and "a)", False for bullets and boxes."""
        return any(character.isalnum() or character == "#" for character in self.marker)
