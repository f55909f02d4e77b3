"""Verbs that only carry the act: "has to *sign*", "is responsible for *checking*"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from counting.intake import lexicon
from counting.intake.english import forms, lemma, word
from counting.intake.links import has, opener, subject_of
from counting.intake.wordlist import words

if TYPE_CHECKING:
    from spacy.tokens import Token

_PLANS = words("""step task activity action phase stage job thing duty responsibility""")
# Passives that hand the act on: "the porter is asked to *bring* the bags".
_TOLD = words("""ask tell instruct request invite order advise remind urge call assign""")
_CARRIERS = lexicon.LIGHT | lexicon.OBLIGED
_CHANCES = words("""option possibility choice opportunity duty task responsibility right obligation""")


def carried(top: Token) -> Token:
    """The verb that says what is done, below verbs that only carry it."""
    verb = top
    for _ in range(4):
        below = _below(verb)
        if below is None:
            return verb
        verb = below
    return verb


def _below(verb: Token) -> Token | None:
    for child in verb.children:
        if child.dep_ == "xcomp" and child.pos_ in ("VERB", "AUX") and lemma(verb) in _CARRIERS:
            return child
        if child.dep_ == "xcomp" and lemma(verb) == "be" and has(child, "auxpass"):
            return child
        if child.dep_ == "xcomp" and child.tag_ == "VBG" and _names_its_work(verb):
            return child
        if child.dep_ == "xcomp" and lemma(verb) in _TOLD and has(verb, "auxpass"):
            return child if lemma(child) not in lexicon.STATIVE | {"wait"} else None
        if child.dep_ == "acomp" and lemma(verb) == "be" and _is_done(child, verb):
            return child
        if child.dep_ in ("acomp", "attr", "xcomp") and lemma(verb) == "be":
            found = _duty(child, verb)
            if found is not None:
                return found
        if (
            child.dep_ in ("xcomp", "ccomp", "advcl")
            and lemma(verb) == "be"
            and child.pos_ == "VERB"
            and child.i > verb.i
        ):
            subject = subject_of(verb)
            if subject is not None and lemma(subject) in _PLANS:
                return child
        if child.dep_ == "dobj" and lemma(verb) == "have" and lemma(child) in _CHANCES:
            return next(
                (
                    token
                    for token in child.children
                    if token.dep_ in ("acl", "relcl") and token.pos_ == "VERB"
                ),
                None,
            )
    return None


def _names_its_work(verb: Token) -> bool:
    """ "This involves *questioning* the witness": what was named before, told act by act."""
    subject = subject_of(verb)
    return (
        lemma(verb) in ("involve", "include", "entail", "mean")
        and subject is not None
        and subject.tag_ in ("DT", "PRP", "WDT")
    )


def _is_done(participle: Token, verb: Token) -> bool:
    """ "If nobody answers, the case is *closed*": done under a condition, so an act and no property."""
    form = word(participle).lower()
    bases = {form[:-2], form[:-1], form[:-3]} & forms("verb") if form.endswith("ed") else set()
    told = any(child.dep_ == "advcl" and opener(child) == "if" for child in verb.children)
    return told and bool(bases) and not bases & lexicon.STATIVE_PASSIVE


def _duty(child: Token, verb: Token) -> Token | None:
    """ "is responsible for checking", "is able to sign": the duty below the adjective."""
    if lemma(child) not in (
        "responsible",
        "able",
        "obliged",
        "bound",
        "charge",
        "accountable",
        "task",
        "job",
        "duty",
    ):
        return None
    for grandchild in child.children:
        if grandchild.dep_ in ("xcomp", "acl") and grandchild.pos_ == "VERB":
            return grandchild
        if grandchild.dep_ == "prep":
            return next((token for token in grandchild.children if token.dep_ == "pcomp"), None)
    return None
