"""Whether a clause says what somebody does, or only what is, was or must not be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from counting.intake import lexicon
from counting.intake.actors import can_act, surely_acts
from counting.intake.clauses import Clause
from counting.intake.english import forms, is_sure, lemma

if TYPE_CHECKING:
    from spacy.tokens import Token

_POINTING = ("it", "this", "that", "these", "those")


def is_act(clause: Clause, seen: set[str] | None, *, it_acts: bool = False) -> bool:
    """Whether somebody does something. `seen` are the acts told before in prose, None for a line of a list.

    `it_acts`: a group was named before in the same line, so that "it" can be who acts.
    """
    act, subject = clause.act, clause.subject
    if (clause.verb.pos_ == "AUX" and not _has_done(clause)) or is_negated(clause) or is_expletive(clause):
        return False
    if seen is None and _points(clause, it_acts=it_acts):
        return False
    if seen is not None and _names_the_work(clause):
        return False
    if clause.role == "relative" and (_looks_back(clause) or act in ("do", "perform")):
        return False
    if clause.verb.tag_ == "VBN" and clause.own_subject is not None and not clause.finite:
        return False  # "... and the parts used"
    if _only_points(clause):
        return False
    if clause.role == "time" and not _new_in_time_clause(clause, seen):
        return False
    if _about_the_process(clause):
        return False
    if clause.passive:
        named = any(child.dep_ in ("oprd", "attr") for child in clause.verb.children)
        if act in ("call", "name"):
            return not named
        return act not in lexicon.STATIVE_PASSIVE or _by_somebody(clause)
    if act in lexicon.STATIVE:
        return _has_done(clause) or (act == "apply" and subject is not None and surely_acts(subject))
    if act in lexicon.ALWAYS_EVENT or (
        clause.role == "main" and _perfect(clause) and not _by_somebody(clause)
    ):
        return False
    if act in lexicon.EVENT and subject is not None and not _is_moved(clause):
        who = _speaks_of(clause, subject)
        return (surely_acts(who) or _is_done_with(clause, who)) and act not in ("arrive", "wait", "serve")
    return True


def _points(clause: Clause, *, it_acts: bool) -> bool:
    """ "It shows the total": a thing the line named before, not somebody who acts."""
    subject = clause.subject
    if clause.passive or subject is None or subject.lower_ not in _POINTING:
        return False
    return not (it_acts and subject.lower_ == "it" and clause.act not in lexicon.EVENT)


def _names_the_work(clause: Clause) -> bool:
    """ "Handling of invoices.": a title among the sentences."""
    return (
        clause.top.tag_ == "VBG"
        and clause.role == "main"
        and clause.subject is None
        and not any(child.dep_ in ("aux", "dobj", "nsubj") for child in clause.top.children)
    )


def _only_points(clause: Clause) -> bool:
    """ "That closes the order", "the same is done": what was told before, spoken of again."""
    subject = clause.own_subject
    if subject is None or clause.top is not clause.verb:
        return False
    again = subject.lower_ == "same" and clause.act in ("do", "apply", "happen", "repeat")
    return again or (
        subject.lower_ in ("this", "that") and subject.tag_ in ("DT", "IN") and not clause.passive
    )


def _has_done(clause: Clause) -> bool:
    """ "has it approved": somebody makes another do it; "has a talk": somebody talks."""
    return clause.act == "have" and any(
        child.dep_ == "ccomp" or (child.dep_ == "dobj" and lemma(child) in lexicon.TALKS)
        for child in clause.verb.children
    )


def _is_moved(clause: Clause) -> bool:
    """ "The file goes back to the clerk": somebody brings it there."""
    where = any(child.lower_ in ("to", "into", "onto", "back") for child in clause.verb.children)
    return clause.act in ("go", "move", "pass") and where and clause.role == "main"


def _is_done_with(clause: Clause, who: Token) -> bool:
    """ "The pipeline runs the tests": of an unknown noun, an act where it is done to something."""
    objects = [lemma(child) for child in clause.verb.children if child.dep_ == "dobj"]
    return (
        clause.act in lexicon.DONE_TO
        and can_act(who)
        and bool(objects)
        and not lexicon.SPANS.intersection(objects)
    )


def _looks_back(clause: Clause) -> bool:
    """ "..., which was printed in the morning": it tells what happened before."""
    words = {clause.top, *clause.top.children} if clause.lead is None else set()
    return any(
        word.lower_ in ("was", "were", "had", "has", "have") and word.dep_.startswith("aux") for word in words
    )


def _speaks_of(clause: Clause, subject: Token) -> Token:
    return clause.antecedent if subject.tag_ in ("WP", "WDT") and clause.antecedent is not None else subject


def _new_in_time_clause(clause: Clause, seen: set[str] | None) -> bool:
    subject = clause.own_subject
    if seen is None or subject is None or clause.act in seen or clause.act in lexicon.NO_NEWS:
        return False
    if clause.passive:
        return _by_somebody(clause) or (_perfect(clause) and clause.act not in lexicon.VERDICTS)
    return surely_acts(subject)


def _about_the_process(clause: Clause) -> bool:
    subject = clause.subject
    return (
        subject is not None
        and lemma(subject) in lexicon.PROCESS_NOUNS
        and clause.act in lexicon.PROCESS_VERBS
    )


def _by_somebody(clause: Clause) -> bool:
    return any(child.dep_ == "agent" for child in clause.verb.children)


def is_negated(clause: Clause) -> bool:
    """ "is not sent", "never pays", "no vacation is granted"."""
    subject = clause.own_subject
    if subject is not None and any(child.lower_ == "no" for child in subject.children):
        return True
    return any(child.dep_ == "neg" for token in (clause.top, clause.verb) for child in token.children)


def is_expletive(clause: Clause) -> bool:
    children = list(clause.top.children)
    gets = any(
        child.dep_ == "auxpass" and lemma(child) == "get" for child in children
    )  # "what is there gets ..."
    return not gets and any(child.dep_ == "expl" for child in children)


def _perfect(clause: Clause) -> bool:
    return any(
        child.dep_ == "aux" and lemma(child) == "have" and child.i < clause.verb.i
        for child in clause.verb.children
    )


def is_mistaken(clause: Clause) -> bool:
    """A noun of a row taken for one more order: "Enter the number, date and *amount* in the ledger"."""
    verb = clause.verb
    if any(child.dep_ in ("nummod", "det", "amod", "poss") for child in verb.lefts):
        return True
    if clause.lead is None and clause.subject is not None:
        last = (
            not any(True for _ in verb.rights) and verb.tag_ in ("VB", "VBP") and lemma(verb) in forms("noun")
        )
        return last and not surely_acts(clause.subject)  # "180 ul *buffer*"
    if clause.lead is None or (clause.finite and verb.tag_ != "VBP") or is_sure(verb):
        return False
    bare = not any(
        child.dep_ in ("dobj", "prt", "ccomp", "xcomp", "dative", "aux", "nsubj") for child in verb.children
    )
    alike = all(child.dep_ in ("cc", "conj", "punct") for child in clause.lead.verb.rights)
    return bare and not alike and verb.tag_ in ("VB", "VBP", "NN") and lemma(verb) in forms("noun")


def is_verdict(clause: Clause) -> bool:
    """ "approves or rejects": a choice between verdicts."""
    later = (token for token in clause.verb.sent if token.i > clause.verb.i)
    return clause.act in lexicon.VERDICTS and any(
        token.dep_ == "conj" and lemma(token) in lexicon.VERDICTS and _by_or(clause.verb, token)
        for token in later
    )


def is_other_verdict(clause: Clause) -> bool:
    """Whether the clause is a further option of such a choice: one decision, one act."""
    lead = clause.lead if clause.own_subject is None else None
    while lead is not None:
        if is_verdict(lead) and _by_or(lead.verb, clause.verb):
            return True
        lead = lead.lead
    return False


def _by_or(first: Token, second: Token) -> bool:
    between = [token.lower_ for token in first.doc[first.i : second.i]]
    row = between + [token.lower_ for token in second.children if token.dep_ == "cc"]
    if "and" in row or "or" in row or "/" in row:
        return "and" not in row
    further = next((token for token in second.children if token.dep_ == "conj"), None)
    return further is not None and _by_or(second, further)  # "accepts, asks again, or declines"
