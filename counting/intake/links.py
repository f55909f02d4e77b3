"""How the parser hung one clause on another, and whether it really hangs there."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from counting.intake.english import lemma
from counting.intake.wordlist import words

if TYPE_CHECKING:
    from spacy.tokens import Token

_CONDITIONS = words("""if unless whether provided providing because since although though as so lest""")
_GOES_ON = re.compile(
    r"(?:who|which|where|whom|whereupon|from (?:where|which)|in which case|(?:at|up)on? which|"
    r"(?:after|during) which)\b"
)
BINDING = _CONDITIONS | words("before until that while when whether")
TIMES = words("when whenever once after")
_SUBJECTS = frozenset(("nsubj", "nsubjpass", "csubj", "csubjpass"))


def opener(top: Token) -> str:
    """The word that makes the clause depend on another: "if", "when", "which"; "" for none."""
    for child in top.children:
        if child.dep_ == "mark" or (child.dep_ == "advmod" and child.tag_ == "WRB"):
            return str(child.lower_)
    return ""


def is_condition(top: Token) -> bool:
    """Whether an adverbial clause says under which condition its head is done."""
    return opener(top) in _CONDITIONS or is_inverted(top) or opener(top) in ("until", "before", "while")


def is_verbal(token: Token) -> bool:
    """A verb, or a participle that was tagged as an adjective behind its "is"."""
    return token.pos_ in ("VERB", "AUX") or has(token, "auxpass")


def is_inverted(top: Token) -> bool:
    """ "Should the candidate decline, ..." """
    first = next((child for child in top.children if child.dep_ == "aux"), None)
    return first is not None and first.lower_ in ("should", "had", "were") and first.i == top.left_edge.i


def is_as_soon_as(top: Token) -> bool:
    first = top.left_edge.i
    return "as soon as" in top.doc[max(first - 2, 0) : top.i].text.lower()


def stands_alone(child: Token, head: Token) -> bool:
    """Whether a complement is really a sentence of its own, put beside another with a comma or semicolon."""
    if opener(child) in BINDING | TIMES or is_inverted(child):
        return False
    first, last = sorted((child, head), key=lambda token: token.i)
    between = [token.text for token in child.doc[first.i + 1 : last.i]]
    if any(mark in between for mark in (";", ":", "--", "–", "—")):
        return True
    if child.i < head.i:
        return "," in between and subject_of(child) is not None
    return lemma(head) in ("happen", "occur", "start", "begin", "be") or (
        child.dep_ == "parataxis" and "," in between
    )


def adds(top: Token) -> bool:
    """Whether a relative clause tells what happens next (", who then signs it"), not which one is meant."""
    left = top.left_edge
    head = top.head
    if head.dep_ in _SUBJECTS and head.head.i > top.i:
        return False  # "The committee, which meets weekly, selects ..."
    if left.i == 0 or left.i <= top.sent.start:
        return False
    if top.doc[left.i - 1].text not in (",", ";", "-", "–", "—"):
        return False
    return bool(_GOES_ON.match(top.doc[left.i : top.i].text.lower()))


def opens_relative(top: Token) -> bool:
    """Whether a clause behind a comma begins as one that tells what happens next (", who then signs it")."""
    left = top.left_edge
    subject = subject_of(top)
    if left.i <= top.sent.start or top.doc[left.i - 1].text not in (",", ";"):
        return False
    return subject is not None and subject.tag_ in ("WP", "WDT") and subject.i == left.i


def is_joined_by_and(child: Token, head: Token) -> bool:
    """ "... and, if necessary, *asks the owner*": a joined verb that was parsed as a complement."""
    if child.i < head.i or child.tag_ not in ("VBZ", "VBP") or subject_of(child) is not None:
        return False
    return any(token.dep_ == "cc" and head.i < token.i < child.i for token in head.children)


def is_listed(child: Token) -> bool:
    """ "taken by a technician, *labelled*, and sent": a participle in a list, not a property of the noun."""
    before, after = child.i - 1, child.i + 1
    doc = child.doc
    participle = child.tag_ == "VBN" or (child.tag_ == "VBD" and subject_of(child) is None)
    if not participle or before < 0 or doc[before].text != "," or after >= len(doc):
        return False
    return (
        doc[after].text == ","
        or doc[after].dep_ == "cc"
        or any(part.dep_ == "conj" for part in child.children)
    )


def begins(top: Token, words: str) -> bool:
    return " ".join(token.lower_ for token in top.doc[top.left_edge.i : top.i]).startswith(words)


def is_progressive(top: Token) -> bool:
    return top.tag_ == "VBG" or has(top, "auxpass") or top.pos_ == "AUX"


def subject_of(verb: Token) -> Token | None:
    """The subject of the verb, or the noun right before a finite verb that the parser took for part of it."""
    subjects = [child for child in verb.children if child.dep_ in _SUBJECTS]
    if subjects:  # of two the nearer one: the other belongs to a clause whose verb was not seen
        return ([child for child in subjects if child.i < verb.i] or subjects[:1])[-1]
    spoken = [verb, *(child for child in verb.lefts if child.dep_ in ("aux", "auxpass"))]
    first = min(spoken, key=lambda token: token.i)
    before = first.doc[first.i - 1] if first.i else None
    if (
        before is not None
        and before.dep_ == "conj"
        and before.pos_ in ("NOUN", "PROPN")
        and first.tag_ == "VBZ"
    ):
        return before  # "orders it and a *technician* installs it": parsed as joined to "it"
    for child in verb.lefts:
        if (
            child.i == verb.i - 1
            and child.dep_ in ("compound", "nmod")
            and verb.tag_ in ("VBZ", "VBP", "VBD")
        ):
            return child
    return None


def has(verb: Token, dep: str) -> bool:
    return any(child.dep_ == dep for child in verb.children)
