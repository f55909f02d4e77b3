"""Who acts: from the subject, from "by ...", from the last one who acted."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from counting.intake import lexicon
from counting.intake.clauses import Clause
from counting.intake.english import lemma, word
from counting.intake.links import opener

if TYPE_CHECKING:
    from spacy.tokens import Span, Token

_ARTICLE = re.compile(
    r"^(?:the|an?|each|every|his|her|their|its|our|your|my|this|that|these|those|all|both|any|another|some|"
    r"such)\s+(?:of\s+(?:the\s+)?)?",
    re.IGNORECASE,
)
_ACTOR_WORDS = 14
_ANYONE = ("someone", "somebody", "anyone", "one")


class Cast:
    """Who was named so far in a text, for pronouns to refer to."""

    def __init__(self) -> None:
        self.person: str | None = None
        self.group: str | None = None
        self.last: str | None = None
        self.near: str | None = None  # the group named last in the text that is being read

    def note(self, name: str, *, person: bool) -> None:
        """Remember an actor as the last one named."""
        self.last = name
        if person:
            self.person = name
        else:
            self.group = self.near = name

    def note_subjects(self, words: Span, apart: set[Token]) -> None:
        """Remember who a condition names ("If the *guest* accepts, she ..."); `apart` verbs are read "
        "later."""
        for token in words:
            if (
                token.dep_ == "nsubj"
                and token.head not in apart
                and token.pos_ != "PRON"
                and surely_acts(token)
            ):
                self.note(name_of(token), person=is_person(token))

    def meant_by(self, pronoun: str) -> str | None:
        """The actor a pronoun refers to; None when nobody fits."""
        if pronoun in ("he", "she"):
            return self.person or self.last
        if pronoun == "it":
            return self.group
        return self.last if pronoun in ("they", "both", "who") else None


def actor_of(clause: Clause, cast: Cast) -> str | None:
    """The name of who acts in the clause, None where the text does not say. Notes it in the cast."""
    token = _shared_agent(clause) if clause.passive else clause.subject
    if token is None:
        return _place_of(clause)
    if token.tag_ in ("WP", "WDT") and clause.antecedent is not None:
        token = clause.antecedent
    if token.lower_ in _ANYONE:
        token = _whose(token) or token
    if token.pos_ == "PRON" and word(token) != "IT":
        return cast.meant_by(token.lower_)
    if not can_act(token) or (_is_done_to(clause) and not _is_known(token)):
        return None
    name = name_of(token)
    if name:
        cast.note(name, person=is_person(token))
    return name or None


def _whose(anyone: Token) -> Token | None:
    """ "someone from *sales*": those who are meant."""
    for child in anyone.children:
        if child.dep_ == "prep" and child.lower_ in ("from", "in", "of"):
            return next((noun for noun in child.children if noun.dep_ == "pobj"), None)
    return None


def _is_known(token: Token) -> bool:
    return lemma(token) in lexicon.PEOPLE | lexicon.GROUPS


def _is_done_to(clause: Clause) -> bool:
    """ "Changelog updated": a participle without "is" and without an object."""
    bare = not any(child.dep_ in ("dobj", "aux", "auxpass") for child in clause.verb.children)
    return bare and not clause.passive and clause.verb.tag_ in ("VBD", "VBN")


def _place_of(clause: Clause) -> str | None:
    """ "... to accounting, *where it is checked*": those who work there do it."""
    token = clause.antecedent
    if clause.role != "relative" or token is None or opener(clause.top) != "where" or not surely_acts(token):
        return None
    return name_of(token) or None


def name_of(token: Token) -> str:
    """The noun phrase of an actor: no article, no relative clause, at most a few words."""
    drop = {
        inner
        for child in token.children
        if child.dep_ in ("relcl", "acl", "appos", "punct", "advcl")
        or (child.dep_ == "prep" and not _keeps(child, token))
        for inner in child.subtree
    }
    words = [part for part in token.subtree if part not in drop]
    text = "".join(word(part) + part.whitespace_ for part in words[:_ACTOR_WORDS]).strip(" ,;:()")
    text = _ARTICLE.sub("", " ".join(text.split()))
    return text[:1].upper() + text[1:]


def _keeps(prep: Token, noun: Token) -> bool:
    return (
        prep.lower_ in ("of", "in", "on", "for", "from")
        and prep.i == noun.i + 1
        and len(list(prep.subtree)) <= 5
    )


def can_act(token: Token) -> bool:
    """Whether a noun can be somebody who acts; an unknown noun may."""
    base = lemma(token)
    if base in lexicon.PEOPLE or base in lexicon.GROUPS or token.pos_ == "PROPN" or word(token) == "IT":
        return True
    return base not in lexicon.THINGS and token.pos_ in ("NOUN", "ADJ", "PRON", "NUM", "X")


def is_person(token: Token) -> bool:
    """Whether "she" may mean this noun."""
    base = lemma(token)
    if base in lexicon.GROUPS or base in lexicon.THINGS:
        return False
    return base in lexicon.PEOPLE or base.endswith(lexicon.PEOPLE_ENDINGS)


def surely_acts(token: Token) -> bool:
    """Whether a noun is known to name a person or a group."""
    base = lemma(token)
    if base in lexicon.PEOPLE or base in lexicon.GROUPS or token.pos_ == "PROPN" or word(token) == "IT":
        return True
    return base not in lexicon.THINGS and (
        base.endswith(lexicon.PEOPLE_ENDINGS)
        or token.lower_ in ("he", "she", "they", "we", "you", "i", "who")
    )


def _shared_agent(clause: Clause) -> Token | None:
    """The agent of a passive: its own, that of the passive it is joined to, or of one joined to it."""
    found = _agent(clause)
    lead = clause.lead
    while found is None and lead is not None and clause.own_subject is None and lead.passive:
        found, lead = _agent(lead), lead.lead
    joined = [child for child in clause.top.children if _shares_subject(child)]
    while found is None and joined:
        last = joined.pop()
        found = _by(last)
        joined += [child for child in last.children if _shares_subject(child)]
    return found


def _shares_subject(child: Token) -> bool:
    own = any(part.dep_ in ("nsubj", "nsubjpass") for part in child.children)
    return child.dep_ == "conj" and child.tag_ in ("VBN", "VBD") and not own


def _agent(clause: Clause) -> Token | None:
    """The noun after "by" of a passive."""
    return _by(clause.verb) or _by(clause.top)


def _by(verb: Token) -> Token | None:
    for child in verb.children:
        if child.dep_ == "agent" or (child.dep_ == "prep" and child.lower_ == "by"):
            for noun in child.children:
                if noun.dep_ == "pobj" and can_act(noun) and not _is_means(noun):
                    return noun
    return _far_by(verb)


def _is_means(noun: Token) -> bool:
    """ "by phone", "by hand": a bare noun that names nobody."""
    bare = not any(child.dep_ in ("det", "poss", "amod", "compound", "nummod") for child in noun.children)
    return bare and noun.tag_ == "NN" and not _is_known(noun)


def _far_by(verb: Token) -> Token | None:
    """ "reset for the next party *by the busser*": parsed below another noun of the same clause."""
    for token in verb.rights:
        if token.dep_ != "prep":
            continue
        for inner in token.subtree:
            if inner.lower_ == "by" and not any(
                up.dep_ in ("relcl", "acl", "pcomp") for up in inner.ancestors if up.i > verb.i
            ):
                noun = next((child for child in inner.children if child.dep_ == "pobj"), None)
                if noun is not None and surely_acts(noun):
                    return noun
    return None
