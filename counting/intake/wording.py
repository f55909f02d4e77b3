"""An act in the words of its sentence, made to stand alone."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from counting.intake import lexicon
from counting.intake.acting import is_other_verdict, is_verdict
from counting.intake.borrowing import (
    between,
    borrowed,
    condition,
    conditions,
    given_away,
    handed_down,
    relative_object,
    shared_object,
    stray_subject,
)
from counting.intake.clauses import Clause
from counting.intake.english import offset, word
from counting.intake.links import opener

if TYPE_CHECKING:
    from spacy.tokens import Token

_CONNECTIVE = re.compile(r"^" + lexicon.CONNECTIVE, re.IGNORECASE)
_WHICH_CASE = re.compile(r"^in which case,?\s+", re.IGNORECASE)
_DURING = re.compile(r"^(?:during|after) which,?\s+", re.IGNORECASE)
_DOUBLED = re.compile(r",(?:\s*,)+")
_TRIM = " \t\n,;:–—-"


@dataclass(frozen=True)
class Act:
    """What somebody does. `start` and `end` are offsets into the text that was read."""

    text: str
    start: int
    end: int
    actor: str | None
    decision: bool = False
    ordered: bool = False  # an order to the reader ("Sign the form"): nobody is named


def act_of(clause: Clause, kept: tuple[Clause, ...], found: tuple[Clause, ...], actor: str | None) -> Act:
    own = _own_tokens(clause, kept, found)
    start, end = offset(own[0]), end_of(own[-1])
    taken = borrowed(clause)
    leading = _leading_condition(clause, own) if taken else []
    rest = own[len(leading) :] or own
    above = [_words(part).strip(_TRIM) for part in (condition(clause), handed_down(clause), leading)]
    object_ = relative_object(clause) or shared_object(clause, kept)
    spoken = f"{_words(taken)} {_words(rest).strip(_TRIM)} {_words(object_)}"
    spoken = _DURING.sub("", _WHICH_CASE.sub("In that case, ", spoken.strip(_TRIM)))
    body = _CONNECTIVE.sub("", spoken.strip(_TRIM))
    if any(above) and body.split(" ")[0].lower() in lexicon.BEFORE_NOUNS:
        body = body[:1].lower() + body[1:]
    body = _DOUBLED.sub(",", _balanced(body))
    text = ", ".join(part for part in (*above, body) if part)
    ordered = clause.subject is None and clause.top.tag_ in ("VB", "VBP") and not clause.passive
    return Act(text[:1].upper() + text[1:], start, end, actor, is_verdict(clause), ordered)


def _leading_condition(clause: Clause, own: list[Token]) -> list[Token]:
    """The condition that stands in front of a clause without a subject of its own."""
    for one in conditions(clause):
        inner = set(one.subtree)
        if own[0] in inner:
            return own[: sum(token in inner for token in own)]
    return []


def _balanced(text: str) -> str:
    """The text without a bracket that lost its other half to a neighbouring act."""
    if text.count("(") < text.count(")"):
        return text.replace(")", "", 1)
    return text.replace("(", "", 1) if text.count("(") > text.count(")") else text


def _own_tokens(clause: Clause, kept: tuple[Clause, ...], found: tuple[Clause, ...]) -> list[Token]:
    """The tokens of the clause without those of other acts below it and without joining words at its ends."""
    apart = [
        other for other in found if other in kept or (other.role == "main" and not is_other_verdict(other))
    ]
    below = [other for other in apart if clause.top in other.top.ancestors]
    taken = {token for other in below for token in other.top.subtree}
    drop = taken | _joins(clause, below) | _marker(clause) | given_away(clause, found)
    drop |= {token for other in found if other is not clause for token in stray_subject(other)}
    here = {*clause.top.subtree, *stray_subject(clause)}
    own = sorted(here - drop, key=lambda token: token.i) or [clause.top]
    while len(own) > 1 and (own[0].is_punct or own[0].dep_ == "cc" or own[0].is_space):
        own.pop(0)
    while len(own) > 1 and _trails(own[-1]):
        own.pop()
    return own


def _trails(token: Token) -> bool:
    return (token.is_punct and token.text not in (")", "”", '"', "%")) or token.is_space or token.dep_ == "cc"


def _joins(clause: Clause, below: list[Clause]) -> set[Token]:
    """The "and" before an act that stands apart, and what is said of that act between the two."""
    found: set[Token] = set()
    for other in below:
        for token in (clause.top, clause.verb):
            for child in token.children:
                if child.dep_ == "cc" and child.i < other.top.i:
                    found |= {child} | between(clause, child, other)
                elif child.dep_ == "preconj":
                    found.add(child)
    return found


def _marker(clause: Clause) -> set[Token]:
    """The word that hangs a time or relative clause on its head; the act stands without it."""
    if clause.role == "time":
        return {child for child in clause.top.children if child.dep_ == "mark" or child.tag_ == "WRB"}
    if opener(clause.top) in ("whereas", "while") and clause.role == "main":
        return {child for child in clause.top.children if child.dep_ == "mark"}
    if clause.role == "relative" and clause.verb.dep_ == "pcomp":
        return {child for child in clause.top.children if child.tag_ == "WRB"}
    if clause.role == "relative" and clause.lead is None:
        return {
            token
            for token in clause.top.subtree
            if (token.tag_ in ("WP", "WDT") and token.dep_ in ("nsubj", "nsubjpass", "dobj"))
            or (token.lower_ == "where" and token.head == clause.top)
        }
    return set()


def _words(tokens: list[Token]) -> str:
    """The tokens as text, with a space where the source had a gap."""
    out = ""
    previous: Token | None = None
    for token in tokens:
        if previous is not None and (previous.whitespace_ or token.i != previous.i + 1) and not _hugs(token):
            out += " "
        out += word(token)
        previous = token
    return " ".join(out.split())


def _hugs(token: Token) -> bool:
    return token.text in (",", ".", ";", ":", ")", "!", "?", "%")


def end_of(token: Token) -> int:
    return offset(token) + len(word(token))
