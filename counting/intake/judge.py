"""Which lines of a list are steps, which are split and which are skipped, each with its reason."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from counting.intake import reasons
from counting.intake.acts import Line
from counting.intake.blocks import Block, BlockKind
from counting.intake.draft import Proposal
from counting.intake.headings import names_duties
from counting.intake.sentences import NO_VERB

SPLIT_WHY = "The line holds more than one act."
HEADING_WHY = "A heading names what follows; nobody acts."
DETAIL_WHY = "A detail of the step above it."
THING_WHY = "It names a thing; nobody acts."
_MOSTLY = 0.5


@dataclass(frozen=True)
class Verdict:
    """What is proposed for a block, with the reason of a skip or a split."""

    proposed: Proposal
    why: str = ""

    @property
    def kept(self) -> bool:
        return self.proposed is not Proposal.SKIPPED


@dataclass(frozen=True)
class Entry:
    """A list item or a row among its neighbours. `parent` and `children` are places in the list of "
    "entries."""

    block: Block
    line: Line
    parent: int | None
    children: tuple[int, ...]
    siblings: tuple[int, ...]
    intro: str = ""  # the line right above the list that announces it
    reference: str = ""  # the heading that says that nothing is done here


def judge(entries: Sequence[Entry]) -> list[Verdict]:
    """A verdict for every entry; parents are judged before their children."""
    verdicts: list[Verdict] = []
    for place, _ in enumerate(entries):
        verdicts.append(_verdict(entries, verdicts, place))
    return verdicts


def _verdict(entries: Sequence[Entry], verdicts: list[Verdict], place: int) -> Verdict:
    entry = entries[place]
    if entry.reference and not (entry.block.kind is BlockKind.ROW and names_duties(entry.reference)):
        return _skip(f"It stands under “{entry.reference}”, a section that holds no steps.")
    why = reasons.reason(entry.block.text) or _link(entry)
    if why:
        return _skip(why)
    if entry.intro and reasons.introduces_details(entry.intro):
        return _skip("It is one of the details that the line above the list announces.")
    why = _announces(entries, entry) if entry.children else _is_detail(entries, verdicts, entry)
    if why:
        return _skip(why)
    if len(entry.line.acts) > 1:
        return Verdict(Proposal.SPLIT, SPLIT_WHY)
    if entry.line.acts:
        return Verdict(Proposal.STEP)
    return _without_act(entries, entry)


def _link(entry: Entry) -> str:
    if not entry.block.link:
        return ""
    ordered = entry.block.ordered or entry.block.boxed
    if "anchor" not in entry.block.notes and entry.line.acts and ordered:
        return ""
    return "A link; nothing is done."


def _announces(entries: Sequence[Entry], entry: Entry) -> str:
    """Why an item with items below it is no step of its own."""
    acting = sum(bool(entries[child].line.acts) for child in entry.children)
    mostly = acting > _MOSTLY * len(entry.children)
    lead_in = reasons.is_lead_in(entry.block.text) and reasons.one_sentence(entry.block.text)
    details = reasons.introduces_details(entry.block.text) and entry.line.acts
    if mostly and not details and (lead_in or not entry.line.acts):
        return "It announces the steps below it."
    if not entry.line.acts and not _numbered(entry):
        return "It names what stands below it."
    return ""


def _is_detail(entries: Sequence[Entry], verdicts: list[Verdict], entry: Entry) -> str:
    """Why an item below another one only tells more about it."""
    if entry.parent is None:
        return ""
    above = entries[entry.parent]
    if entry.line.acts:
        lists_things = reasons.is_lead_in(above.block.text) and verdicts[entry.parent].kept
        return DETAIL_WHY if lists_things or verdicts[entry.parent].why == DETAIL_WHY else ""
    if verdicts[entry.parent].kept:
        return DETAIL_WHY
    if verdicts[entry.parent].why == DETAIL_WHY:
        return DETAIL_WHY
    return ""


def _without_act(entries: Sequence[Entry], entry: Entry) -> Verdict:
    """A line in which nobody acts: the name of an act in a list of steps, or no step at all."""
    block, says = entry.block, entry.line.says
    if block.kind is BlockKind.ROW:
        return Verdict(Proposal.STEP)
    if reasons.defines(block.text):
        return _skip("It says what something is; nobody acts.")
    if says and says != NO_VERB:
        return _skip(says)
    if block.ordered or block.boxed or entry.line == UNREAD:
        return Verdict(Proposal.STEP)
    acting = sum(bool(entries[other].line.acts) for other in entry.siblings)
    if acting > _MOSTLY * len(entry.siblings):
        return Verdict(Proposal.STEP)
    return _skip(THING_WHY)


def _numbered(entry: Entry) -> bool:
    return entry.block.ordered or entry.block.boxed


def _skip(why: str) -> Verdict:
    return Verdict(Proposal.SKIPPED, why)


UNREAD = Line()
