"""From the blocks of a text to a draft: what is a step, what is skipped and why, what is split."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from counting.intake.acts import Line, english_lines
from counting.intake.blocks import Block, BlockKind
from counting.intake.caps import DEFAULTS, Caps, refuse
from counting.intake.draft import Draft, IntakeError, Item, Position, Proposal
from counting.intake.flow import amount
from counting.intake.foreign import parts
from counting.intake.headings import STEP_HEADING, is_reference
from counting.intake.judge import HEADING_WHY, SPLIT_WHY, THING_WHY, Entry, Verdict, judge
from counting.intake.language import NAMES, language
from counting.intake.leads import without_actor
from counting.intake.named import NOTE as NAMED_NOTE
from counting.intake.named import with_named_work
from counting.intake.paragraphs import Spoken, read_paragraphs
from counting.intake.reasons import is_lead_in
from counting.intake.sections import Section, procedures, sections
from counting.intake.sentences import NO_VERB

_LISTED = (BlockKind.ITEM, BlockKind.ROW)
_RUNNING = (BlockKind.PARAGRAPH, BlockKind.MORE)
# Parsing list lines takes seconds: those beyond the first ones are kept whole.
_LOOKED_INTO_CHARS, _LOOKED_INTO_LINES = 120_000, 2_000
_READ_LANGUAGES = ("en", "de", "fr", "es", "pt", "nl")
_NAMES = frozenset((NO_VERB, THING_WHY))
CODE_WHY = "A command or an example; it belongs to the step above it."


@dataclass(frozen=True)
class Proposed:
    """An item before it has its number, and the block it came from."""

    item: Item
    block: int


def propose(
    blocks: Sequence[Block],
    *,
    kind: str,
    source: str | None = None,
    notes: tuple[str, ...] = (),
    title: str = "",
    caps: Caps = DEFAULTS,
) -> Draft:
    """The draft of `blocks`. Raises IntakeError when none of them is a step."""
    _check_size(blocks, kind, caps)
    spoken = language("\n".join(block.text for block in blocks))
    where = sections(blocks)
    listed = _judge_lists(blocks, where, spoken)
    running = _read_running(blocks, where, listed, spoken)
    found = _with_headed_steps(list(_proposed(blocks, where, listed, running)), blocks)
    found, named = _with_named_work(_with_acting_headings(found, blocks, spoken))
    _check(found, kind, caps)
    kept = [False] * len(blocks)
    for one in found:
        kept[one.block] = kept[one.block] or one.item.proposed is not Proposal.SKIPPED
    names, numbers = procedures(blocks, where, kept)
    starts = _line_starts(source)
    items = tuple(
        replace(
            one.item,
            id=f"i{number}",
            procedure=numbers[one.block],
            position=_lined(one.item.position, starts),
            original=_original(one.item, source),
        )
        for number, one in enumerate(found, start=1)
    )
    return Draft(
        kind,
        understood(kind, items, names),
        items,
        procedures=names,
        title=title or _first_title(blocks),
        source=source,
        notes=(*notes, *named, *_language_note(spoken, running), *_limit_note(blocks, spoken)),
    )


def understood(kind: str, items: Sequence[Item], names: tuple[str, ...] = ("",)) -> str:
    """The one sentence about what was found."""
    counts = {proposal: sum(item.proposed is proposal for item in items) for proposal in Proposal}
    several = f"{len(names)} procedures, " if len(names) > 1 else ""
    total = counts[Proposal.STEP] + counts[Proposal.SPLIT]
    said = [amount(total, "step"), f"{amount(counts[Proposal.SKIPPED], 'line')} skipped"]
    if counts[Proposal.SPLIT]:
        said.append(f"{counts[Proposal.SPLIT]:,} to split")
    return f"{kind[:1].upper()}{kind[1:]}, {several}{', '.join(said)}.".replace(", ", ": ", 1)


def _judge_lists(
    blocks: Sequence[Block], where: Sequence[Section], spoken: str
) -> dict[int, tuple[Block, Line, Verdict]]:
    """For the place of every list item and row: the block as read, its line and the verdict."""
    places = [place for place, block in enumerate(blocks) if block.kind in _LISTED]
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
        place: (block, line, verdict)
        for place, block, line, verdict in zip(places, read, lines, verdicts, strict=True)
    }


def _intros(blocks: Sequence[Block], places: list[int]) -> list[str]:
    """For every entry: the paragraph that stands right above its list and announces it, "" for none."""
    out: list[str] = []
    for at, place in enumerate(places):
        above = blocks[place - 1] if place else None
        if at and places[at - 1] == place - 1:
            out.append(out[-1])
        elif above is not None and above.kind is BlockKind.PARAGRAPH and is_lead_in(above.text):
            out.append(above.text)
        else:
            out.append("")
    return out


def _within(texts: Sequence[str]) -> list[str]:
    """The texts that are looked into for their acts: the first ones, "" for those beyond the limit."""
    chars = list(accumulate(len(text) for text in texts))
    return [
        text if chars[at] <= _LOOKED_INTO_CHARS and at < _LOOKED_INTO_LINES else ""
        for at, text in enumerate(texts)
    ]


def _limit_note(blocks: Sequence[Block], spoken: str) -> tuple[str, ...]:
    texts = [block.text for block in blocks if block.kind in _LISTED]
    left_out = sum(not read for read in _within(texts)) if spoken == "en" else 0
    return (f"The last {amount(left_out, 'line')} were not looked into for two acts.",) if left_out else ()


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


def _read_running(
    blocks: Sequence[Block],
    where: Sequence[Section],
    listed: dict[int, tuple[Block, Line, Verdict]],
    spoken: str,
) -> dict[int, list[Spoken]]:
    """For the place of every paragraph: its sentences, each kept or skipped with the reason."""
    places = [place for place, block in enumerate(blocks) if block.kind in _RUNNING]
    steps = {where[place].heading for place, (_, _, verdict) in listed.items() if verdict.kept}
    kept = sum(verdict.kept for _, _, verdict in listed.values())
    texts = [(blocks[place], where[place], where[place].heading in steps) for place in places]
    return dict(zip(places, read_paragraphs(texts, kept, spoken), strict=True))


def _proposed(
    blocks: Sequence[Block],
    where: Sequence[Section],
    listed: dict[int, tuple[Block, Line, Verdict]],
    running: dict[int, list[Spoken]],
) -> Iterator[Proposed]:
    for place, block in enumerate(blocks):
        section = where[place]
        if place in listed:
            read, line, verdict = listed[place]
            yield Proposed(_listed_item(block, read, line, verdict, section), place)
        elif place in running:
            for one in running[place]:
                yield Proposed(_running_item(block, one, section), place)
        else:
            why = {BlockKind.HEADING: HEADING_WHY, BlockKind.CODE: CODE_WHY}.get(block.kind, block.why)
            yield Proposed(_skipped(block, why), place)


def _listed_item(block: Block, read: Block, line: Line, verdict: Verdict, section: Section) -> Item:
    position = Position(block.where, block.start, block.end, block.line)
    if not verdict.kept:
        return Item("", block.text, block.text, position, Proposal.SKIPPED, read.actor, verdict.why, "R12")
    split = verdict.proposed is Proposal.SPLIT
    return Item(
        "",
        read.text,
        block.text,
        position,
        verdict.proposed,
        read.actor or line.actor or section.actor,
        verdict.why,
        "R1" if split else None,
        line.acts if split else (),
        line.decision,
        notes=tuple(note for note in block.notes if note != "anchor"),
    )


def _running_item(block: Block, one: Spoken, section: Section) -> Item:
    start, end = block.place(one.start, one.end)
    position = Position(block.where, start, end, block.line)
    if one.why and not one.parts:
        return Item("", one.text, one.text, position, Proposal.SKIPPED, why=one.why, rule="R12")
    split = bool(one.parts)
    return Item(
        "",
        one.text,
        one.text,
        position,
        Proposal.SPLIT if split else Proposal.STEP,
        one.actor or section.actor,
        SPLIT_WHY if split else "",
        "R1" if split else None,
        one.parts,
        one.decision,
    )


def _skipped(block: Block, why: str) -> Item:
    position = Position(block.where, block.start, block.end, block.line)
    return Item("", block.text, block.text, position, Proposal.SKIPPED, why=why, rule="R12")


def _with_headed_steps(found: list[Proposed], blocks: Sequence[Block]) -> list[Proposed]:
    """ "Step 3: Sign the form" is a step when no line below it is one."""
    out = list(found)
    for at, one in enumerate(found):
        block = blocks[one.block]
        match = STEP_HEADING.match(block.text) if block.kind is BlockKind.HEADING else None
        if match is None or not match["text"].strip():
            continue
        below = []
        for other in found[at + 1 :]:
            if blocks[other.block].kind is BlockKind.HEADING and blocks[other.block].level <= block.level:
                break
            below.append(other)
        if not any(other.item.proposed is not Proposal.SKIPPED for other in below):
            item = replace(one.item, text=match["text"].strip(), proposed=Proposal.STEP, why="", rule=None)
            out[at] = replace(one, item=item)
    return out


def _with_acting_headings(found: list[Proposed], blocks: Sequence[Block], spoken: str) -> list[Proposed]:
    """Where no line is a step, the headings that give an order: "3. Receive the goods"."""
    if spoken != "en" or any(one.item.proposed is not Proposal.SKIPPED for one in found):
        return found
    heads = [at for at, one in enumerate(found) if blocks[one.block].kind is BlockKind.HEADING]
    lines = english_lines([found[at].item.text for at in heads])
    out = list(found)
    for at, line in zip(heads, lines, strict=True):
        item = found[at].item
        if line.acts and not is_reference(item.text):
            out[at] = replace(found[at], item=replace(item, proposed=Proposal.STEP, why="", rule=None))
    return out


def _with_named_work(found: list[Proposed]) -> tuple[list[Proposed], tuple[str, ...]]:
    """Where no line says an act, the lines that name work; and the note that says so."""
    if any(one.item.proposed is not Proposal.SKIPPED for one in found):
        return found, ()
    for reasons in (_NAMES, _NAMES | {HEADING_WHY}):
        items = with_named_work([one.item for one in found], reasons)
        if items is not None:
            return [replace(one, item=item) for one, item in zip(found, items, strict=True)], (NAMED_NOTE,)
    return found, ()


def _check_size(blocks: Sequence[Block], kind: str, caps: Caps) -> None:
    advice = "A run is one pass from trigger to outcome: keep the lines of one procedure."
    if len(blocks) > caps.items:
        raise refuse("items", caps.items, f"The {kind} holds {len(blocks):,} lines", advice)
    running = sum(len(block.text) for block in blocks if block.kind in _RUNNING)
    if running > caps.prose_chars:
        raise refuse(
            "prose_chars", caps.prose_chars, f"The {kind} holds {running:,} characters of prose", advice
        )


def _check(found: list[Proposed], kind: str, caps: Caps) -> None:
    if len(found) > caps.items:
        advice = "A run is one pass from trigger to outcome: keep the text of one procedure."
        raise refuse("items", caps.items, f"The {kind} holds {len(found):,} acts and sentences", advice)
    if any(one.item.proposed is not Proposal.SKIPPED for one in found):
        return
    if not found:
        raise IntakeError(
            f"The {kind} is empty: it holds no words. Paste the steps, one a line, and try again."
        )
    reasons = sorted({one.item.why for one in found if one.item.why})
    raise IntakeError(
        f"No step was found in this {kind}. Its {amount(len(found), 'line')} say no act: {' '.join(reasons[:3])} "
        "Write one act a line, for example: Nurse copies the insurance number into the form."
    )


def _line_starts(source: str | None) -> list[int]:
    starts = [0]
    for at, character in enumerate(source or ""):
        if character == "\n":
            starts.append(at + 1)
    return starts


def _lined(position: Position, starts: list[int]) -> Position:
    """The position with the line its characters are on."""
    if position.start is None or not position.words.startswith("line "):
        return position
    line = bisect_right(starts, position.start)
    if line == position.line:
        return position
    return replace(position, words=f"line {line}", line=line)


def _original(item: Item, source: str | None) -> str:
    start, end = item.position.start, item.position.end
    return item.original if source is None or start is None else source[start:end]


def _first_title(blocks: Sequence[Block]) -> str:
    return next((block.text for block in blocks if block.kind is BlockKind.HEADING), "")


def _language_note(spoken: str, running: dict[int, list[Spoken]]) -> tuple[str, ...]:
    if spoken == "en":
        return ()
    name = NAMES.get(spoken, spoken)
    if running and any(not one.why for sentences in running.values() for one in sentences):
        return (
            f"The text seems to be {name}: its sentences are shown as they stand, acts are not told apart.",
        )
    if spoken not in _READ_LANGUAGES:
        return (f"The text seems to be {name}: its lines are shown as they stand.",)
    return ()
