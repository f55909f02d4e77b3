"""English prose to acts: sentence by sentence, none to many acts each, with who does them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING

from counting.intake import act_words
from counting.intake.acting import is_act, is_expletive, is_mistaken, is_negated, is_other_verdict
from counting.intake.actors import Cast, actor_of
from counting.intake.clauses import Clause, clauses, meta
from counting.intake.english import is_order, offset, parse, word
from counting.intake.wording import Act, act_of, end_of

if TYPE_CHECKING:
    from spacy.tokens import Span

NO_VERB = "No verb says what somebody does."
_PIECE_CHARS = 4_000  # of one parse, whose memory grows with its length
_SENTENCE_TOKENS = 150  # a longer one is no sentence anybody wrote: it is kept whole
_ORDER_WORDS = 5  # with its full stop; fewer may be a title
_SENTENCE_END = re.compile(r"[.!?][\"”’)]*\s+(?=[A-Z\"“(])|\n\s*\n")


@dataclass(frozen=True)
class Sentence:
    """A sentence with its acts; `why` says why there is none."""

    start: int
    end: int
    acts: tuple[Act, ...]
    why: str = ""


def sentences(texts: Iterable[str], *, listed: bool = False) -> Iterator[tuple[Sentence, ...]]:
    """The sentences of each text. The cast carries on from text to text.

    `listed`: the texts are lines of a list, so they may open with an order ("Mail offer"), and "when" and
    "after" only say when.
    """
    cast = Cast()
    seen: set[str] | None = None if listed else set()
    pieces = [(number, first, piece) for number, text in enumerate(texts) for first, piece in _pieces(text)]
    docs = zip(pieces, parse((piece for _, _, piece in pieces), listed=listed), strict=True)
    for _, group in groupby(docs, key=lambda pair: pair[0][0]):
        cast.near = None
        yield tuple(
            _moved(_sentence(span, cast, seen), first)
            for (_, first, _), doc in group
            for span in doc.sents
            if not all(token.is_space for token in span)
        )


def _pieces(text: str) -> Iterator[tuple[int, str]]:
    """The text in pieces that end with a sentence, or with a word where none ends; and where each starts."""
    start = 0
    while len(text) - start > _PIECE_CHARS:
        window = text[start : start + _PIECE_CHARS]
        ends = [mark.end() for mark in _SENTENCE_END.finditer(window)]
        cut = ends[-1] if ends else window.rfind(" ") + 1 or len(window)
        yield start, window[:cut]
        start += cut
    yield start, text[start:]


def _moved(sentence: Sentence, first: int) -> Sentence:
    if not first:
        return sentence
    acts = tuple(replace(act, start=act.start + first, end=act.end + first) for act in sentence.acts)
    return Sentence(sentence.start + first, sentence.end + first, acts, sentence.why)


def _sentence(span: Span, cast: Cast, seen: set[str] | None) -> Sentence:
    start, end = offset(span[0]), end_of(span[-1])
    if word(span[-1]) == "?":
        return Sentence(start, end, (), "A question; the act that answers it is the step.")
    if len(span) > _SENTENCE_TOKENS:
        return Sentence(start, end, (Act(_said(span), start, end, None),))
    aside = _bracketed(span)
    found = tuple(
        clause
        for clause in clauses(span)
        if clause.verb.i not in aside and not (seen is None and is_mistaken(clause))
    )
    kept = tuple(clause for clause in found if _acts(clause, seen, cast) and not is_other_verdict(clause))
    if meta(span):
        return Sentence(start, end, (), "It describes the text or the process as a whole; nobody acts.")
    acts = []
    told = 0
    for clause in found:
        cast.note_subjects(
            span[told : max(clause.verb.i - span.start, told)], {other.verb for other in found}
        )
        told = max(clause.verb.i - span.start, told)
        actor = actor_of(clause, cast)
        if clause in kept:
            acts.append(act_of(clause, kept, found, actor))
            _remember(clause, seen)
    why = "" if acts else _why(found)
    if why == NO_VERB and seen is not None and _is_order(span):
        return Sentence(start, end, (Act(_said(span), start, end, None, ordered=True),))
    return Sentence(start, end, tuple(acts), why)


def _is_order(span: Span) -> bool:
    """ "Report missing items to the vendor.": an order that was parsed as a noun."""
    words = [word(token) for token in span]
    return len(words) >= _ORDER_WORDS and words[-1] == "." and is_order(words) and act_words.acts(_said(span))


def _said(span: Span) -> str:
    return " ".join("".join(word(token) + token.whitespace_ for token in span).split())


def _acts(clause: Clause, seen: set[str] | None, cast: Cast) -> bool:
    return is_act(clause, seen, it_acts=cast.near is not None)


def _remember(clause: Clause, seen: set[str] | None) -> None:
    if seen is not None:
        seen.add(clause.act)


def _bracketed(span: Span) -> set[int]:
    """The places of the words in brackets: they remark on an act and are none."""
    inside: set[int] = set()
    depth = 0
    for token in span:
        depth += (token.text in "([") - (token.text in ")]" and depth > 0)
        if depth > 0:
            inside.add(token.i)
    return inside if depth == 0 and len(inside) < len(span) - 2 else set()


def _why(found: tuple[Clause, ...]) -> str:
    if not any(
        clause.finite and (clause.own_subject is not None or is_expletive(clause)) for clause in found
    ):
        return "It says what is not done." if any(is_negated(clause) for clause in found) else NO_VERB
    if any(is_negated(clause) for clause in found):
        return "It says what is not done."
    return "A statement, a status or an event; nobody acts."
