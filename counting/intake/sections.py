"""The headings above each block: what they rule out, who they name, and which procedure they make."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from counting.intake.blocks import Block, BlockKind
from counting.intake.headings import PHASE_HEADING, actor_in, actor_line, is_reference

_GENERIC = re.compile(
    r"^(?:the )?(?:steps?|procedures?|process|instructions?|tasks?|checklist|workflow|how to|schritte|ablauf|"
    r"vorgehen|"
    r"étapes|procédure|pasos|procedimiento|passos|procedimento|stappen|werkwijze)$",
    re.IGNORECASE,
)
_PROCEDURE_STEPS = 2  # a procedure of its own has at least that many steps


@dataclass(frozen=True)
class Section:
    """Where a block stands. `heading` is the place of the nearest heading among the blocks, -1 for none."""

    heading: int = -1
    path: tuple[str, ...] = ()
    reference: str = ""
    actor: str | None = None


def sections(blocks: Sequence[Block]) -> list[Section]:
    """The section of every block, in order; a heading belongs to the section it opens."""
    found: list[Section] = []
    stack: list[tuple[int, str]] = []
    here = Section()
    for place, block in enumerate(blocks):
        if block.kind is BlockKind.HEADING and block.marker == "|":
            here = Section(here.heading, here.path, here.reference, actor_in(block.text) or here.actor)
        elif block.kind is BlockKind.HEADING:
            stack = [(level, text) for level, text in stack if level < block.level] + [
                (block.level, block.text)
            ]
            here = _opened(place, stack)
        elif block.kind is BlockKind.PARAGRAPH and (named := actor_line(block.text)):
            here = Section(here.heading, here.path, here.reference, named)
        found.append(here)
    return found


def _opened(place: int, stack: list[tuple[int, str]]) -> Section:
    path = tuple(text for _, text in stack)
    below_title = path[1:] if stack[0][0] == 1 else path
    reference = next((text for text in below_title or path[-1:] if is_reference(text)), "")
    actor = next((who for text in reversed(path) if (who := actor_in(text))), None)
    return Section(place, path, reference, actor)


def procedures(
    blocks: Sequence[Block], where: Sequence[Section], kept: Sequence[bool]
) -> tuple[tuple[str, ...], list[int]]:
    """The names of the procedures and, for every block, which of them it belongs to.

    Two sections or more that each number their own steps from 1 are procedures; days, phases and numbered
    parts are parts of one.
    """
    steps: dict[int, int] = {}
    first: dict[int, Block] = {}
    for block, section, keep in zip(blocks, where, kept, strict=True):
        numbered = block.kind is BlockKind.ROW or (
            block.kind is BlockKind.ITEM and (block.ordered or block.boxed)
        )
        if numbered and block.level == 0:
            first.setdefault(section.heading, block)  # bullets before the numbers are examples or notes
        if keep:
            steps[section.heading] = steps.get(section.heading, 0) + 1
    own = [
        place
        for place, count in steps.items()
        if place >= 0 and count >= _PROCEDURE_STEPS and place in first and _numbers_anew(first[place])
    ]
    titled = [blocks[place].text for place in own]
    if (
        len(own) < 2
        or any(PHASE_HEADING.match(name) for name in titled)
        or _are_phases(where, own)
        or _goes_on(steps, first)
    ):
        return ("",), [0] * len(blocks)
    names = [_name(blocks, where, place) for place in steps]
    numbers = {place: number for number, place in enumerate(steps)}
    return tuple(_apart(names)), _spread(where, numbers)


def _name(blocks: Sequence[Block], where: Sequence[Section], place: int) -> str:
    """The heading of a procedure; one that only says "Steps" is named after the heading above it."""
    if place < 0:
        return ""
    path = next(section.path for section in where if section.heading == place)
    return path[-2] if len(path) > 1 and _GENERIC.match(path[-1]) else blocks[place].text


def _numbers_anew(block: Block) -> bool:
    return (
        block.kind is BlockKind.ROW
        or block.boxed
        or block.marker.strip("(.): ").lower() in ("1", "a", "i", "#", "0")
    )


def _goes_on(steps: dict[int, int], first: dict[int, Block]) -> bool:
    """Whether a section goes on counting where the one before it stopped."""
    numbers = (first[place].marker.strip("(.): ") for place in steps if place in first)
    return any(number.isdigit() and int(number) > 1 for number in numbers)


def _are_phases(where: Sequence[Section], own: list[int]) -> bool:
    above = {section.path[:-1] for section in where if section.heading in own}
    return any(PHASE_HEADING.match(text) for path in above for text in path)


def _spread(where: Sequence[Section], numbers: dict[int, int]) -> list[int]:
    """A block without steps in its section goes with the procedure that follows it."""
    out = [0] * len(where)
    current = max(numbers.values(), default=0)
    for place in range(len(where) - 1, -1, -1):
        current = numbers.get(where[place].heading, current)
        out[place] = current
    return out


def _apart(names: list[str]) -> list[str]:
    """The names, told apart by a number where two are the same."""
    seen: dict[str, int] = {}
    out = []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        out.append(f"{name or 'Before the first heading'}" + (f" ({seen[name]})" if seen[name] > 1 else ""))
    return out
