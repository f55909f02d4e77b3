"""The list items and rows of a text, judged: what each of them proposes, and under which condition."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from counting.intake.acts import Line, english_lines
from counting.intake.blocks import Block, BlockKind
from counting.intake.foreign import parts
from counting.intake.judge import Entry, Verdict, judge
from counting.intake.leads import without_actor
from counting.intake.reasons import condition_of, is_lead_in
from counting.intake.sections import Section

_INTRODUCE = (BlockKind.PARAGRAPH, BlockKind.HEADING)
LISTED = (BlockKind.ITEM, BlockKind.ROW)
# Parsing list lines takes seconds: those beyond the first ones are kept whole.
_LOOKED_INTO_CHARS, _LOOKED_INTO_LINES = 120_000, 2_000


@dataclass(frozen=True)
class Listed:
    """One item or row: the block as read (its actor taken out), its acts, the verdict.

    `condition` is what the line above sets for it ("If the goods are damaged"), "" for none.
    """

    block: Block
    line: Line
    verdict: Verdict
    condition: str = ""

    @property
    def text(self) -> str:
        return self.under_condition(self.block.text)

    @property
    def parts(self) -> tuple[str, ...]:
        return tuple(self.under_condition(part) for part in self.line.acts)

    def under_condition(self, act: str) -> str:
        """The act with the condition it stands under."""
        if not self.condition:
            return act
        first = act.split(" ")[0]
        lowered = act if first.isupper() and len(first) > 1 else act[:1].lower() + act[1:]
        return f"{self.condition}, {lowered}"


def judge_lists(blocks: Sequence[Block], where: Sequence[Section], spoken: str) -> dict[int, Listed]:
    """What every list item and row comes to, by its place among the blocks."""
    places = [place for place, block in enumerate(blocks) if block.kind in LISTED]
    read = [without_actor(blocks[place]) for place in places]
    if spoken == "en":
        lines = english_lines(_within([block.text for block in read]))
    else:
        lines = [Line(acts=parts(block.text, spoken) or (block.text,)) for block in read]
    parents, children, siblings = _family(blocks, places)
    intros = _intros(blocks, places)
    entries = [
        Entry(
            block,
            line,
            parents[at],
            tuple(children[at]),
            tuple(siblings[at]),
            intros[at],
            where[places[at]].reference,
        )
        for at, (block, line) in enumerate(zip(read, lines, strict=True))
    ]
    verdicts = judge(entries)
    return {
        place: Listed(entry.block, entry.line, verdict, _condition(entry, entries, verdicts))
        for place, entry, verdict in zip(places, entries, verdicts, strict=True)
    }


def not_looked_into(blocks: Sequence[Block]) -> int:
    """How many list lines were kept whole without being looked into."""
    texts = [block.text for block in blocks if block.kind in LISTED]
    return sum(not read for read in _within(texts))


def _condition(entry: Entry, entries: Sequence[Entry], verdicts: Sequence[Verdict]) -> str:
    if entry.parent is None:
        return condition_of(entry.intro)
    if verdicts[entry.parent].kept:
        return ""
    return condition_of(entries[entry.parent].block.text) or _condition(
        entries[entry.parent], entries, verdicts
    )


def _within(texts: Sequence[str]) -> list[str]:
    """The texts that are looked into for their acts: the first ones, "" for those beyond the limit."""
    chars = list(accumulate(len(text) for text in texts))
    return [
        text if chars[at] <= _LOOKED_INTO_CHARS and at < _LOOKED_INTO_LINES else ""
        for at, text in enumerate(texts)
    ]


def _intros(blocks: Sequence[Block], places: list[int]) -> list[str]:
    """For every entry: the paragraph that stands right above its list and announces it, "" for none."""
    out: list[str] = []
    for at, place in enumerate(places):
        above = blocks[place - 1] if place else None
        if at and places[at - 1] == place - 1 and not _other_list(blocks[place - 1], blocks[place]):
            out.append(out[-1])
        elif above is not None and above.kind in _INTRODUCE and is_lead_in(above.text):
            out.append(above.text)
        else:
            out.append("")
    return out


def _other_list(one: Block, other: Block) -> bool:
    """Whether numbers begin where bullets end, or the other way round, on the same level."""
    return one.level == other.level and one.ordered != other.ordered


def _family(
    blocks: Sequence[Block], places: list[int]
) -> tuple[list[int | None], list[list[int]], list[list[int]]]:
    """For every entry: the one it hangs under, those under it, and all of its own list."""
    parents: list[int | None] = []
    children: list[list[int]] = [[] for _ in places]
    lists: dict[tuple[int | None, int], list[int]] = {}
    open_items: list[tuple[int, int]] = []
    broken = -1
    run = 0
    for at, place in enumerate(places):
        if place - broken > 1 and any(
            blocks[between].kind in (BlockKind.HEADING, BlockKind.PARAGRAPH)
            for between in range(max(broken, 0), place)
        ):
            open_items, run = [], run + 1
        elif at and _other_list(blocks[places[at - 1]], blocks[place]):
            run += 1
        broken = place
        level = blocks[place].level
        open_items = [(other, depth) for other, depth in open_items if depth < level]
        parent = open_items[-1][0] if open_items else None
        parents.append(parent)
        if parent is not None:
            children[parent].append(at)
        lists.setdefault((parent, run), []).append(at)
        open_items.append((at, level))
    siblings: list[list[int]] = [[] for _ in places]
    for members in lists.values():
        for at in members:
            siblings[at] = members
    return parents, children, siblings
