"""What a clause takes from the clauses beside it: condition, subject, auxiliaries, object."""

from __future__ import annotations

from typing import TYPE_CHECKING

from counting.intake import lexicon
from counting.intake.clauses import Clause
from counting.intake.links import is_condition

if TYPE_CHECKING:
    from spacy.tokens import Token


def leader(clause: Clause) -> Clause | None:
    """The clause at the head of a row of joined ones: it holds the subject and the condition."""
    lead = clause.lead
    while lead is not None and lead.lead is not None and lead.own_subject is None:
        lead = lead.lead
    return lead


def condition(clause: Clause) -> list[Token]:
    """The condition in front of the row that the clause belongs to."""
    lead = leader(clause)
    if lead is None:
        return sorted(_taken_over(clause), key=_place)
    found = {
        token for condition in conditions(lead) if condition.i < lead.verb.i for token in condition.subtree
    }
    return sorted(found, key=_place)


def conditions(clause: Clause) -> list[Token]:
    heads = {clause.top, clause.verb}
    return [
        child for head in heads for child in head.children if child.dep_ == "advcl" and is_condition(child)
    ]


def _taken_over(clause: Clause) -> set[Token]:
    """A condition right in front of the clause that was parsed with a later one."""
    first = clause.top.left_edge.i
    for other in clause.top.ancestors:
        for child in other.children:
            if child.dep_ == "advcl" and is_condition(child) and 0 < first - child.right_edge.i <= 2:
                return set(child.subtree)
    return set()


def given_away(clause: Clause, found: tuple[Clause, ...]) -> set[Token]:
    """The condition of the clause that stands right in front of another one."""
    return {
        token
        for condition in conditions(clause)
        for other in found
        if other is not clause and other.role == "main" and other.lead is None
        if condition.right_edge.i < other.top.left_edge.i <= condition.right_edge.i + 2
        and other.verb.i < clause.verb.i
        for token in condition.subtree
    }


def handed_down(clause: Clause) -> list[Token]:
    """ "... and, *if necessary*, asks the owner": parsed with the first act, said of the second."""
    if clause.lead is None:
        return []
    joins = [child for child in clause.lead.top.children if child.dep_ == "cc" and child.i < clause.top.i]
    if not joins or clause.lead.top not in clause.top.ancestors:
        return []
    return sorted(between(clause.lead, joins[-1], clause), key=_place)


def between(clause: Clause, join: Token, other: Clause) -> set[Token]:
    first = other.top.left_edge.i
    return {token for token in clause.top.subtree if join.i < token.i < first}


def borrowed(clause: Clause) -> list[Token]:
    """What the clause takes from the one it hangs on: subject and auxiliaries."""
    tokens: set[Token] = set()
    subject = clause.own_subject
    lead = leader(clause)
    if subject is not None:
        if clause.role == "relative" and _is_relative(subject):
            tokens |= _noun(clause.antecedent)
    elif lead is not None:
        if lead.own_subject is not None:
            tokens |= _noun(lead.antecedent if _is_relative(lead.own_subject) else lead.own_subject)
        if not clause.finite:
            tokens |= _auxiliaries(lead, passive=clause.passive)
    return sorted(tokens, key=_place)


def _auxiliaries(lead: Clause, *, passive: bool) -> set[Token]:
    wanted = ("aux", "auxpass") if passive else ("aux",)
    found = {
        child
        for token in (lead.top, lead.verb)
        for child in token.children
        if child.dep_ in wanted and child.i < lead.verb.i and (passive or child.tag_ in ("MD", "TO"))
    }
    return found | ({lead.top} if lead.top is not lead.verb else set())


def shared_object(clause: Clause, kept: tuple[Clause, ...]) -> list[Token]:
    """ "checks and signs *the form*": the object that stands only after the last of several verbs."""
    idle = all(child.dep_ in ("cc", "conj", "punct", "advmod", "prt") for child in clause.verb.rights)
    joined = next((other for other in kept if other.lead is clause), None)
    if not idle or joined is None or clause.passive or clause.act in lexicon.INTRANSITIVE:
        return []
    found = next((child for child in joined.verb.children if child.dep_ == "dobj"), None)
    if found is None:
        return shared_object(joined, kept)
    return sorted(_noun(found), key=_place)


def relative_object(clause: Clause) -> list[Token]:
    """ "... an outline, *which* the supervisor reads": what the relative word stands for."""
    if clause.role != "relative" or clause.lead is not None:
        return []
    meant = any(child.dep_ == "dobj" and _is_relative(child) for child in clause.verb.children)
    return sorted(_noun(clause.antecedent), key=_place) if meant else []


def _noun(token: Token | None) -> set[Token]:
    if token is None:
        return set()
    drop = {inner for child in token.children if child.dep_ in ("relcl", "appos") for inner in child.subtree}
    return {part for part in token.subtree if part not in drop and not (part.is_punct and part.head == token)}


def _is_relative(token: Token) -> bool:
    return token.tag_ in ("WP", "WDT")


def stray_subject(clause: Clause) -> set[Token]:
    """The subject of the clause where the parser hung it on another word."""
    subject = clause.own_subject
    if subject is None or clause.top in subject.ancestors or clause.verb in subject.ancestors:
        return set()
    return _noun(subject) | {child for child in subject.head.children if child.dep_ == "cc"}


def _place(token: Token) -> int:
    return int(token.i)
