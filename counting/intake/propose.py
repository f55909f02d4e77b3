"""From the blocks of a text to a draft: what is a step, what is skipped and why, what is split."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace

from counting.intake.blocks import Block, BlockKind
from counting.intake.caps import DEFAULTS, Caps, refuse
from counting.intake.draft import Draft, IntakeError, Item, Position, Proposal
from counting.intake.flow import amount, counts_in_words
from counting.intake.headed import Proposed, with_headings
from counting.intake.judge import HEADING_WHY, SPLIT_WHY
from counting.intake.language import NAMES, language
from counting.intake.listing import Listed, judge_lists, not_looked_into
from counting.intake.paragraphs import Spoken, read_paragraphs
from counting.intake.sections import Section, procedures, sections

_RUNNING = (BlockKind.PARAGRAPH, BlockKind.MORE)
_READ_LANGUAGES = ("en", "de", "fr", "es", "pt", "nl")
CODE_WHY = "A command or an example; it belongs to the step above it."


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
    found, running = _judged(blocks, where, spoken)
    if not _any_step(found) and any(section.reference for section in where):
        where = [replace(section, reference="") for section in where]  # the steps stand under "Background"
        found, running = _judged(blocks, where, spoken)
    found, named = with_headings(found, blocks, spoken)
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
        _understood(kind, blocks, items, names),
        items,
        procedures=names,
        title=title or _first_title(blocks),
        source=source,
        notes=(*notes, *named, *_language_note(spoken, running), *_limit_note(blocks, spoken)),
    )


def _judged(
    blocks: Sequence[Block], where: Sequence[Section], spoken: str
) -> tuple[list[Proposed], dict[int, list[Spoken]]]:
    """What every block comes to, and the sentences of the paragraphs among them."""
    listed = judge_lists(blocks, where, spoken)
    running = _read_running(blocks, where, listed, spoken)
    return list(_proposed(blocks, where, listed, running)), running


def _any_step(found: Sequence[Proposed]) -> bool:
    return any(one.item.proposed is not Proposal.SKIPPED for one in found)


def _understood(kind: str, blocks: Sequence[Block], items: Sequence[Item], names: tuple[str, ...]) -> str:
    """The one sentence about what was found."""
    headings = sum(block.kind is BlockKind.HEADING for block in blocks)
    about = [amount(len(names), "procedure")] if len(names) > 1 else []
    about += [amount(headings, "heading")] if headings else []
    return f"{', '.join((kind[:1].upper() + kind[1:], *about))}: {counts_in_words(items)}"


def _read_running(
    blocks: Sequence[Block],
    where: Sequence[Section],
    listed: dict[int, Listed],
    spoken: str,
) -> dict[int, list[Spoken]]:
    """For the place of every paragraph: its sentences, each kept or skipped with the reason."""
    places = [place for place, block in enumerate(blocks) if block.kind in _RUNNING]
    steps = {where[place].heading for place, one in listed.items() if one.verdict.kept}
    kept = sum(one.verdict.kept for one in listed.values())
    texts = [(_before_code(blocks, place), where[place], where[place].heading in steps) for place in places]
    return dict(zip(places, read_paragraphs(texts, kept, spoken), strict=True))


def _before_code(blocks: Sequence[Block], place: int) -> Block:
    """The paragraph, marked where a command follows it: then its colon announces how, not steps."""
    after = blocks[place + 1] if place + 1 < len(blocks) else None
    code = after is not None and after.kind is BlockKind.CODE
    return replace(blocks[place], notes=(*blocks[place].notes, "code")) if code else blocks[place]


def _proposed(
    blocks: Sequence[Block],
    where: Sequence[Section],
    listed: dict[int, Listed],
    running: dict[int, list[Spoken]],
) -> Iterator[Proposed]:
    for place, block in enumerate(blocks):
        section = where[place]
        if place in listed:
            yield Proposed(_listed_item(block, listed[place], section), place)
        elif place in running:
            for one in running[place]:
                yield Proposed(_running_item(block, one, section), place)
        else:
            why = {BlockKind.HEADING: HEADING_WHY, BlockKind.CODE: CODE_WHY}.get(block.kind, block.why)
            yield Proposed(_skipped(block, why), place)


def _listed_item(block: Block, one: Listed, section: Section) -> Item:
    position = Position(block.where, block.start, block.end, block.line)
    if not one.verdict.kept:
        return Item(
            "", block.text, block.text, position, Proposal.SKIPPED, one.block.actor, one.verdict.why, "R12"
        )
    split = one.verdict.proposed is Proposal.SPLIT
    return Item(
        "",
        one.text,
        block.text,
        position,
        one.verdict.proposed,
        one.block.actor or one.line.actor or section.actor,
        one.verdict.why,
        "R1" if split else None,
        one.parts if split else (),
        one.line.decision,
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


def _limit_note(blocks: Sequence[Block], spoken: str) -> tuple[str, ...]:
    left_out = not_looked_into(blocks) if spoken == "en" else 0
    return (f"The last {amount(left_out, 'line')} were not looked into for two acts.",) if left_out else ()


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
    if _any_step(found):
        return
    if not found:
        raise IntakeError(
            f"The {kind} is empty: it holds no words. Paste the steps, one a line, and try again."
        )
    reasons = " ".join(sorted({one.item.why for one in found if one.item.why})[:3])
    raise IntakeError(
        f"No step was found in this {kind}. Its {_say(len(found))} no act: {reasons} "
        "Write one act a line, for example: Nurse copies the insurance number into the form."
    )


def _say(lines: int) -> str:
    return f"{amount(lines, 'line')} {'says' if lines == 1 else 'say'}"


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
    return next(
        (block.text for block in blocks if block.kind is BlockKind.HEADING and block.marker != "|"), ""
    )


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
