"""Running text: prose of acts, or words around a list of steps."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from counting.intake import foreign, reasons
from counting.intake.blocks import Block, BlockKind
from counting.intake.headings import is_intro
from counting.intake.sections import Section
from counting.intake.sentences import Sentence, sentences
from counting.intake.wordlist import words

AROUND_WHY = "Words around the steps; the steps stand in the list."
_LIST_STEPS = 3  # from that many listed steps on, the list is the procedure and prose goes round it
# A sentence after a list that goes on with the work ("After that, the courier takes the box").
_GOES_ON = re.compile(
    r"(?:(?:and )?then|next|finally|afterwards?|lastly|subsequently|at the end|in the end)\b,?\s|"
    r"(?:after|once|when) (?:that|this|all|everything)\b[^,]{0,40},\s",
    re.IGNORECASE,
)
# An order to the reader, not an act of the work.
_GUIDES = words(
    """note see refer follow remember keep consider be read visit check-out use find click-here know
    understand assume contact imagine take let ensure make ask feel include"""
)


@dataclass(frozen=True)
class Spoken:
    """One sentence or act of a paragraph; `start` and `end` are places in the text of its block.

    `why` is the reason why it is skipped, "" for a step.
    """

    text: str
    start: int
    end: int
    why: str = ""
    actor: str | None = None
    parts: tuple[str, ...] = ()
    decision: bool = False


def read_paragraphs(
    texts: Sequence[tuple[Block, Section, bool]], listed: int, spoken: str
) -> list[list[Spoken]]:
    """The sentences of every paragraph. `listed` steps stand in lists; the bool says whether some are "
    "near."""
    if spoken != "en":
        return [list(_foreign(block, section, listed)) for block, section, _ in texts]
    found = list(sentences([block.text for block, _, _ in texts]))
    told = sum(
        len(sentence.acts)
        for row, (block, section, _) in zip(found, texts, strict=True)
        for sentence in row
        if not section.reference
    )
    around = listed >= _LIST_STEPS or (listed > 0 and listed >= told)
    out = []
    for (block, section, near), row in zip(texts, found, strict=True):
        why = reasons.of_a_paragraph(block.text)
        if why:
            out.append([Spoken(" ".join(block.text.split()), 0, len(block.text), why)])
        elif around:
            out.append([_around(block, section, sentence, near) for sentence in row])
        else:
            out.append([one for sentence in row for one in _told(block, section, sentence)])
    return out


def _told(block: Block, section: Section, sentence: Sentence) -> Iterator[Spoken]:
    """A sentence of prose: a step for each of its acts."""
    text = " ".join(block.text[sentence.start : sentence.end].split())
    why = _no_step(text, section) or sentence.why
    if why or not sentence.acts:
        yield Spoken(text, sentence.start, sentence.end, why or "Nobody acts.")
        return
    last = len(sentence.acts) - 1
    for place, act in enumerate(sentence.acts):
        start = sentence.start if place == 0 else act.start
        end = sentence.end if place == last else act.end
        yield Spoken(act.text, min(start, act.start), max(end, act.end), "", act.actor, (), act.decision)


def _around(block: Block, section: Section, sentence: Sentence, near: bool) -> Spoken:
    """A sentence beside a list: kept only where it gives an order that the list does not hold."""
    text = " ".join(block.text[sentence.start : sentence.end].split())
    why = _no_step(text, section) or sentence.why
    if not why and not _orders(block, section, sentence, near, text):
        why = AROUND_WHY
    if why:
        return Spoken(text, sentence.start, sentence.end, why)
    parts = tuple(act.text for act in sentence.acts) if len(sentence.acts) > 1 else ()
    first = sentence.acts[0]
    return Spoken(text, sentence.start, sentence.end, "", first.actor, parts, first.decision and not parts)


def _orders(block: Block, section: Section, sentence: Sentence, near: bool, text: str) -> bool:
    if not sentence.acts or text.endswith(",") or section.heading < 0:
        return False
    if text.endswith(":") and "code" not in block.notes:
        return False
    if block.kind is BlockKind.PARAGRAPH and section.path and is_intro(section.path[-1]):
        return False
    first = re.match(r"(?:please\s+|then\s+|next,?\s+|finally,?\s+)*([a-z-]+)", text, re.IGNORECASE)
    ordered = any(act.ordered for act in sentence.acts) and not (first and first[1].lower() in _GUIDES)
    goes_on = near and bool(_GOES_ON.match(text)) and any(act.actor for act in sentence.acts)
    return (
        ordered
        or goes_on
        or (not near and block.kind is BlockKind.PARAGRAPH and any(act.actor for act in sentence.acts))
    )


def _no_step(text: str, section: Section) -> str:
    if section.reference:
        return f"It stands under “{section.reference}”, a section that holds no steps."
    return reasons.reason(text)


def _foreign(block: Block, section: Section, listed: int) -> Iterator[Spoken]:
    """Sentences as they stand; beside a list they go round it."""
    for start, end in foreign.sentences(block.text):
        text = " ".join(block.text[start:end].split())
        why = _no_step(text, section)
        if not why and (listed >= _LIST_STEPS or reasons.is_lead_in(text)):
            why = AROUND_WHY
        yield Spoken(text, start, end, why)
