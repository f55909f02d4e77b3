"""The clauses of an English sentence that somebody acts in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from counting.intake import lexicon
from counting.intake.carriers import carried
from counting.intake.english import forms, lemma, word
from counting.intake.links import (
    BINDING,
    TIMES,
    adds,
    begins,
    has,
    is_as_soon_as,
    is_inverted,
    is_joined_by_and,
    is_listed,
    is_progressive,
    is_verbal,
    opener,
    opens_relative,
    stands_alone,
    subject_of,
)
from counting.intake.wordlist import words

if TYPE_CHECKING:
    from spacy.tokens import Span, Token

_META = re.compile(lexicon.META, re.IGNORECASE)
_AFTER_WHICH = re.compile(r"(?:after|during|(?:up)?on|following) which\b")
_NOMINAL = words("relcl acl pobj dobj prep conj appos attr pcomp npadvmod nmod agent")


@dataclass(frozen=True)
class Clause:
    """One clause: `top` is its head in the parse, `verb` the verb that says what is done.

    `lead` is the clause it is joined to ("checks the form *and signs it*"), from which it may borrow the
    subject. `role` is main, time or relative. `antecedent` is what a relative clause speaks of.
    """

    top: Token
    verb: Token
    role: str
    subject: Token | None
    lead: Clause | None = None
    antecedent: Token | None = None

    @property
    def passive(self) -> bool:
        return has(self.verb, "auxpass") or self.verb.dep_ == "acomp" or self._joins_passive

    @property
    def _joins_passive(self) -> bool:
        """ "... is printed and *mailed*" """
        joined = self.lead is not None and self.lead.passive and self.own_subject is None
        return (
            joined
            and self.top.tag_ in ("VBN", "VBD")
            and not has(self.top, "dobj")
            and not has(self.top, "aux")
        )

    @property
    def finite(self) -> bool:
        """Whether the clause says its own tense, so that it borrows no auxiliary."""
        if self._joins_passive:
            return False
        return self.top.tag_ in ("VBZ", "VBP", "VBD") or has(self.top, "aux") or has(self.top, "auxpass")

    @property
    def own_subject(self) -> Token | None:
        return subject_of(self.top) or (subject_of(self.verb) if self.verb != self.top else None)

    @property
    def act(self) -> str:
        return lemma(self.verb)


def clauses(sentence: Span) -> tuple[Clause, ...]:
    """The clauses of the sentence that could be acts or statements, in the order of their verbs."""
    found = sorted(_walk(sentence.root, "main"), key=lambda clause: clause.verb.i)
    for place, clause in enumerate(found):
        if place and clause.subject is None and clause.role == "main" and clause.top.tag_ in ("VBZ", "VBD"):
            lead = found[place - 1]
            found[place] = replace(clause, subject=lead.subject, lead=lead)
    return tuple(found)


def meta(sentence: Span) -> bool:
    """Whether the sentence speaks of the description and not of the work."""
    return bool(_META.search(" ".join(word(token) for token in sentence)))


def _walk(
    top: Token, role: str, lead: Clause | None = None, antecedent: Token | None = None
) -> Iterator[Clause]:
    if not is_verbal(top) and lead is None:
        yield from _below_a_noun(top, role)
        return
    verb = carried(top)
    subject = (
        subject_of(top) or (subject_of(verb) if verb != top else None) or (lead.subject if lead else None)
    )
    clause = Clause(top, verb, role, subject, lead, antecedent or (lead.antecedent if lead else None))
    yield clause
    heads = {top, verb}
    for head in sorted(heads, key=lambda token: token.i):
        for child in head.children:
            if child not in heads:
                yield from _inside(child, head, clause)


def _below_a_noun(top: Token, role: str) -> Iterator[Clause]:
    """A sentence parsed with a noun or a preposition at its head: its first finite verb says what is done."""
    verbs = (
        token for token in top.subtree if is_verbal(token) and token.tag_ in ("VBZ", "VBP", "VBD", "VBN")
    )
    verb = next((token for token in verbs if subject_of(token) is not None and not adds(token)), None)
    if verb is None or opener(verb):
        for child in top.children:
            if is_verbal(child) and child.dep_ in ("conj", "advcl", "parataxis", "ccomp"):
                yield from _inside(child, top, None)
        return
    clause = Clause(top, verb, role, subject_of(verb))
    yield clause
    for child in verb.children:
        yield from _inside(child, verb, clause)


def _inside(child: Token, head: Token, clause: Clause | None) -> Iterator[Clause]:
    """The clauses that hang below `head` by way of `child`."""
    verbal = is_verbal(child) or _listed_participle(child, clause)
    if verbal and child.dep_ == "conj" and clause is not None and opener(child) not in BINDING:
        yield from _walk(child, clause.role, clause, clause.antecedent)
    elif verbal and child.dep_ in ("ccomp", "parataxis", "dep"):
        if child.i > head.i and opens_relative(child):
            yield from _walk(child, "relative", antecedent=subject_of(head))
        elif stands_alone(child, head):
            yield from _walk(child, "main")
        elif is_joined_by_and(child, head) and clause is not None:
            yield from _walk(child, clause.role, clause, clause.antecedent)
        else:
            if opener(child) in TIMES:
                yield from _walk(child, "time")
            yield from _escaped(child, clause)
            for grandchild in child.children:
                if grandchild.dep_ == "relcl" or begins(grandchild, "in which case"):
                    yield from _inside(grandchild, child, None)
    elif verbal and child.dep_ == "advcl":
        yield from _adverbial(child, head, clause)
    elif verbal and child.dep_ in ("relcl", "acl"):
        if child.dep_ == "acl" and is_listed(child):
            yield from _walk(child, "main", clause)
        elif adds(child):
            yield from _walk(child, "relative", antecedent=subject_of(head) if is_verbal(head) else head)
    elif verbal and child.dep_ == "pcomp" and any(part.lower_ == "where" for part in child.children):
        yield from _walk(child, "relative")
    elif not verbal or child.dep_ in ("pcomp", "xcomp"):
        for grandchild in child.children:
            if grandchild.dep_ == "advcl" and child.lower_ == "soon":
                yield from _walk(grandchild, "time")  # "as soon as he pays"
            elif grandchild.dep_ in _NOMINAL:
                yield from _inside(
                    grandchild, child, clause if grandchild.dep_ in ("acl", "prep", "pobj") else None
                )


def _escaped(child: Token, clause: Clause | None) -> Iterator[Clause]:
    """ "... says that it is solved *and closes the case*": joined to the head although parsed below it."""
    for joined in child.children:
        if (
            joined.dep_ == "conj"
            and joined.tag_ == "VBZ"
            and subject_of(joined) is None
            and clause is not None
        ):
            below = subject_of(child)
            if below is not None and not any(
                part.dep_ == "nsubj" and part.pos_ == "PRON" for part in child.children
            ):
                yield from _walk(joined, clause.role, clause, clause.antecedent)


def _adverbial(child: Token, head: Token, clause: Clause | None) -> Iterator[Clause]:
    mark = opener(child)
    if mark in ("whereas", "whereupon", "but") or begins(child, "in which case"):
        yield from _walk(child, "main")
    elif mark == "while":
        if child.i > head.i and not is_progressive(child):
            yield from _walk(child, "main")
        elif child.tag_ == "VBG" and has(child, "aux"):
            yield from _walk(child, "time")
    elif mark in TIMES or is_as_soon_as(child):
        yield from _walk(child, "time")
    elif not mark and clause is not None and clause.passive and is_listed(child):
        yield from _walk(child, "main", clause)
    elif _AFTER_WHICH.match(child.doc[child.left_edge.i : child.i].text.lower()):
        yield from _walk(child, "main")
    elif not mark and _says_its_tense(child) and not is_inverted(child):
        yield from _walk(child, "main", None if subject_of(child) is not None else clause)


def _says_its_tense(top: Token) -> bool:
    return top.tag_ in ("VBZ", "VBP") or (has(top, "auxpass") and subject_of(top) is not None)


def _listed_participle(child: Token, clause: Clause | None) -> bool:
    """ "... are copyedited, *typeset* and sent": tagged as a noun inside a row of participles."""
    if child.dep_ != "conj" or clause is None or not clause.passive:
        return False
    return word(child).lower().endswith("ed") or lemma(child) in forms("verb")
