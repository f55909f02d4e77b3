"""English prose to acts: sentence by sentence, none to many acts each, with who does them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from counting.intake import lexicon
from counting.intake.actors import Cast, actor_of, surely_acts
from counting.intake.clauses import Clause, clauses, is_condition, meta, opener
from counting.intake.english import forms, is_sure, lemma, offset, parse, word

if TYPE_CHECKING:
    from spacy.tokens import Span, Token

_CONNECTIVE = re.compile(r"^" + lexicon.CONNECTIVE, re.IGNORECASE)
NO_VERB = "No verb says what somebody does."
_DOUBLED = re.compile(r",(?:\s*,)+")
_POINTING = ("it", "this", "that", "these", "those")
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
    for doc in parse(texts, listed=listed):
        yield tuple(
            _sentence(span, cast, seen) for span in doc.sents if not all(token.is_space for token in span)
        )


def _sentence(span: Span, cast: Cast, seen: set[str] | None) -> Sentence:
    start, end = offset(span[0]), _end(span[-1])
    if word(span[-1]) == "?":
        return Sentence(start, end, (), "A question; the act that answers it is the step.")
    aside = _bracketed(span)
    found = tuple(
        clause
        for clause in clauses(span)
        if clause.verb.i not in aside and not (seen is None and _mistaken(clause))
    )
    kept = tuple(clause for clause in found if _is_act(clause, seen) and not _other_verdict(clause))
    if meta(span):
        return Sentence(start, end, (), "It describes the text or the process as a whole; nobody acts.")
    acts = []
    for clause in found:
        actor = actor_of(clause, cast)
        if clause in kept:
            acts.append(_act(clause, kept, found, actor))
            _remember(clause, seen)
    return Sentence(start, end, tuple(acts), "" if acts else _why(found))


def _remember(clause: Clause, seen: set[str] | None) -> None:
    if seen is not None:
        seen.add(clause.act)


def _end(token: Token) -> int:
    return offset(token) + len(word(token))


def _bracketed(span: Span) -> set[int]:
    """The places of the words in brackets: they remark on an act and are none."""
    inside: set[int] = set()
    depth = 0
    for token in span:
        depth += (token.text in "([") - (token.text in ")]" and depth > 0)
        if depth > 0:
            inside.add(token.i)
    return inside if depth == 0 and len(inside) < len(span) - 2 else set()


def _mistaken(clause: Clause) -> bool:
    """A noun of a row taken for one more order: "Enter the number, date and *amount* in the ledger"."""
    verb = clause.verb
    if clause.lead is None or clause.finite and verb.tag_ != "VBP" or is_sure(verb):
        return False
    bare = not any(
        child.dep_ in ("dobj", "prt", "ccomp", "xcomp", "dative", "aux", "nsubj") for child in verb.children
    )
    alike = all(child.dep_ in ("cc", "conj", "punct") for child in clause.lead.verb.rights)
    return bare and not alike and verb.tag_ in ("VB", "VBP", "NN") and lemma(verb) in forms("noun")


def _why(found: tuple[Clause, ...]) -> str:
    if not found:
        return NO_VERB
    if any(_negated(clause) for clause in found):
        return "It says what is not done."
    return "A statement, a status or an event; nobody acts."


def _is_act(clause: Clause, seen: set[str] | None) -> bool:
    act, subject = clause.act, clause.subject
    if clause.verb.pos_ == "AUX" or _negated(clause) or _expletive(clause):
        return False
    if seen is None and not clause.passive and subject is not None and subject.lower_ in _POINTING:
        return False
    if clause.role == "relative" and _looks_back(clause):
        return False
    if clause.role == "time" and not _new_in_time_clause(clause, seen):
        return False
    if _about_the_process(clause):
        return False
    if clause.passive:
        return act not in lexicon.STATIVE_PASSIVE or _by_somebody(clause)
    if act in lexicon.STATIVE:
        return act == "have" and any(child.dep_ == "ccomp" for child in clause.verb.children)
    if act in lexicon.ALWAYS_EVENT or (clause.role == "main" and _perfect(clause)):
        return False
    if act in lexicon.EVENT and subject is not None:
        return surely_acts(_speaks_of(clause, subject)) and act not in ("arrive", "wait", "serve")
    return True


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
    if seen is None or subject is None or clause.passive or not surely_acts(subject):
        return False
    return clause.act not in seen and clause.act not in (
        "arrive",
        "come",
        "reach",
        "leave",
        "be",
        "have",
        "finish",
        "end",
        "return",
    )


def _about_the_process(clause: Clause) -> bool:
    subject = clause.subject
    return (
        subject is not None
        and lemma(subject) in lexicon.PROCESS_NOUNS
        and clause.act in lexicon.PROCESS_VERBS
    )


def _by_somebody(clause: Clause) -> bool:
    return any(child.dep_ == "agent" for child in clause.verb.children)


def _negated(clause: Clause) -> bool:
    return any(child.dep_ == "neg" for token in (clause.top, clause.verb) for child in token.children)


def _expletive(clause: Clause) -> bool:
    return any(child.dep_ == "expl" for child in clause.top.children)


def _perfect(clause: Clause) -> bool:
    return any(
        child.dep_ == "aux" and lemma(child) == "have" and child.i < clause.verb.i
        for child in clause.verb.children
    )


def _act(clause: Clause, kept: tuple[Clause, ...], found: tuple[Clause, ...], actor: str | None) -> Act:
    own = _own_tokens(clause, kept, found)
    start, end = offset(own[0]), _end(own[-1])
    borrowed = _borrowed(clause)
    leading = _leading_condition(clause, own) if borrowed else []
    rest = own[len(leading) :] or own
    conditions = [_words(part).strip(_TRIM) for part in (_condition(clause), _handed_down(clause), leading)]
    spoken = f"{_words(borrowed)} {_words(rest).strip(_TRIM)} {_words(_shared_object(clause, kept))}"
    body = _CONNECTIVE.sub("", spoken.strip(_TRIM))
    if any(conditions) and body.split(" ")[0].lower() in lexicon.BEFORE_NOUNS:
        body = body[:1].lower() + body[1:]
    body = _DOUBLED.sub(",", _balanced(body))
    text = ", ".join(part for part in (*conditions, body) if part)
    ordered = clause.subject is None and clause.top.tag_ in ("VB", "VBP") and not clause.passive
    return Act(text[:1].upper() + text[1:], start, end, actor, _is_verdict(clause), ordered)


def _balanced(text: str) -> str:
    """The text without a bracket that lost its other half to a neighbouring act."""
    if text.count("(") < text.count(")"):
        return text.replace(")", "", 1)
    return text.replace("(", "", 1) if text.count("(") > text.count(")") else text


def _leading_condition(clause: Clause, own: list[Token]) -> list[Token]:
    """The condition that stands in front of a clause without a subject of its own."""
    for condition in _conditions(clause):
        inner = set(condition.subtree)
        if own[0] in inner:
            return own[: sum(token in inner for token in own)]
    return []


def _own_tokens(clause: Clause, kept: tuple[Clause, ...], found: tuple[Clause, ...]) -> list[Token]:
    """The tokens of the clause without those of other acts below it and without joining words at its ends."""
    apart = [
        other for other in found if other in kept or (other.role == "main" and not _other_verdict(other))
    ]
    below = [other for other in apart if clause.top in other.top.ancestors]
    taken = {token for other in below for token in other.top.subtree}
    drop = taken | _joins(clause, below) | _marker(clause) | _given_away(clause, found)
    own = [token for token in clause.top.subtree if token not in drop] or [clause.top]
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
                if child.dep_ in ("cc", "preconj") and child.i < other.top.i:
                    found |= {child} | _between(clause, child, other)
    return found


def _between(clause: Clause, join: Token, other: Clause) -> set[Token]:
    first = other.top.left_edge.i
    return {token for token in clause.top.subtree if join.i < token.i < first}


def _handed_down(clause: Clause) -> list[Token]:
    """ "... and, *if necessary*, asks the owner": parsed with the first act, said of the second."""
    if clause.lead is None:
        return []
    joins = [child for child in clause.lead.top.children if child.dep_ == "cc" and child.i < clause.top.i]
    if not joins or clause.lead.top not in clause.top.ancestors:
        return []
    return sorted(_between(clause.lead, joins[-1], clause), key=_place)


def _marker(clause: Clause) -> set[Token]:
    """The word that hangs a time or relative clause on its head; the act stands without it."""
    if clause.role == "time":
        return {child for child in clause.top.children if child.dep_ == "mark" or child.tag_ == "WRB"}
    if opener(clause.top) == "whereas":
        return {child for child in clause.top.children if child.dep_ == "mark"}
    if clause.role == "relative" and clause.verb.dep_ == "pcomp":
        return {child for child in clause.top.children if child.tag_ == "WRB"}
    if clause.role == "relative" and clause.lead is None:
        return {
            token
            for token in clause.top.subtree
            if token.tag_ in ("WP", "WDT") and token.dep_ in ("nsubj", "nsubjpass")
        }
    return set()


def _shared_object(clause: Clause, kept: tuple[Clause, ...]) -> list[Token]:
    """ "checks and signs *the form*": the object that stands only after the last of several verbs."""
    idle = all(child.dep_ in ("cc", "conj", "punct", "advmod", "prt") for child in clause.verb.rights)
    joined = next((other for other in kept if other.lead is clause), None)
    if not idle or joined is None or clause.passive or clause.act in lexicon.INTRANSITIVE:
        return []
    found = next((child for child in joined.verb.children if child.dep_ == "dobj"), None)
    if found is None:
        return _shared_object(joined, kept)
    return sorted(_noun(found), key=_place)


def _leader(clause: Clause) -> Clause | None:
    """The clause at the head of a row of joined ones: it holds the subject and the condition."""
    lead = clause.lead
    while lead is not None and lead.lead is not None and lead.own_subject is None:
        lead = lead.lead
    return lead


def _condition(clause: Clause) -> list[Token]:
    """The condition in front of the row that the clause belongs to."""
    lead = _leader(clause)
    if lead is None:
        return sorted(_taken_over(clause), key=_place)
    found = {
        token for condition in _conditions(lead) if condition.i < lead.verb.i for token in condition.subtree
    }
    return sorted(found, key=_place)


def _conditions(clause: Clause) -> list[Token]:
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


def _given_away(clause: Clause, found: tuple[Clause, ...]) -> set[Token]:
    """The condition of the clause that stands right in front of another one."""
    return {
        token
        for condition in _conditions(clause)
        for other in found
        if other is not clause and other.role == "main" and other.lead is None
        if condition.right_edge.i < other.top.left_edge.i <= condition.right_edge.i + 2
        and other.verb.i < clause.verb.i
        for token in condition.subtree
    }


def _borrowed(clause: Clause) -> list[Token]:
    """What the clause takes from the one it hangs on: subject and auxiliaries."""
    tokens: set[Token] = set()
    subject = clause.own_subject
    lead = _leader(clause)
    if subject is not None:
        if clause.role == "relative" and _is_relative(subject):
            tokens |= _noun(clause.antecedent)
    elif lead is not None:
        if lead.own_subject is not None:
            tokens |= _noun(lead.antecedent if _is_relative(lead.own_subject) else lead.own_subject)
        if not clause.finite:
            tokens |= _auxiliaries(lead, passive=clause.passive)
    return sorted(tokens, key=_place)


def _is_relative(token: Token) -> bool:
    return token.tag_ in ("WP", "WDT")


def _place(token: Token) -> int:
    return int(token.i)


def _auxiliaries(lead: Clause, *, passive: bool) -> set[Token]:
    wanted = ("aux", "auxpass") if passive else ("aux",)
    found = {
        child
        for token in (lead.top, lead.verb)
        for child in token.children
        if child.dep_ in wanted and child.i < lead.verb.i and (passive or child.tag_ in ("MD", "TO"))
    }
    return found | ({lead.top} if lead.top is not lead.verb else set())


def _noun(token: Token | None) -> set[Token]:
    if token is None:
        return set()
    drop = {inner for child in token.children if child.dep_ in ("relcl", "appos") for inner in child.subtree}
    return {part for part in token.subtree if part not in drop and not (part.is_punct and part.head == token)}


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


def _is_verdict(clause: Clause) -> bool:
    """ "approves or rejects": a choice between two verdicts."""
    return any(_two_verdicts(clause.verb, child) for child in clause.verb.children)


def _other_verdict(clause: Clause) -> bool:
    """Whether the clause is the second half of such a choice: one decision, one act."""
    return clause.lead is not None and _two_verdicts(clause.lead.verb, clause.verb)


def _two_verdicts(first: Token, second: Token) -> bool:
    joined = second.dep_ == "conj" and any(child.lower_ in ("or", "/") for child in first.children)
    return joined and lemma(first) in lexicon.VERDICTS and lemma(second) in lexicon.VERDICTS
