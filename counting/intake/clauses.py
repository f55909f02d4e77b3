"""The clauses of an English sentence that somebody acts in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from counting.intake import lexicon
from counting.intake.english import forms, lemma, word
from counting.intake.wordlist import words

if TYPE_CHECKING:
    from spacy.tokens import Span, Token

_META = re.compile(lexicon.META, re.IGNORECASE)
_CONDITIONS = words("""if unless whether provided providing because since although though as so lest""")
_GOES_ON = re.compile(
    r"(?:who|which|where|whom|whereupon|from (?:where|which)|in which case|(?:at|up)on? which|"
    r"(?:after|during) which)\b"
)
_BINDING = _CONDITIONS | words("before until that while when whether")
_TIMES = words("when whenever once after")
_SUBJECTS = frozenset(("nsubj", "nsubjpass", "csubj", "csubjpass"))
_NOMINAL = words("relcl acl pobj dobj prep conj appos attr pcomp npadvmod nmod agent")
_PLANS = words("""step task activity action phase stage job thing duty responsibility""")
_CARRIERS = lexicon.LIGHT | lexicon.OBLIGED
_CHANCES = words("""option possibility choice opportunity duty task responsibility right obligation""")


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
        return _has(self.verb, "auxpass") or self._joins_passive

    @property
    def _joins_passive(self) -> bool:
        """ "... is printed and *mailed*" """
        joined = self.lead is not None and self.lead.passive and self.own_subject is None
        return (
            joined
            and self.top.tag_ in ("VBN", "VBD")
            and not _has(self.top, "dobj")
            and not _has(self.top, "aux")
        )

    @property
    def finite(self) -> bool:
        """Whether the clause says its own tense, so that it borrows no auxiliary."""
        if self._joins_passive:
            return False
        return self.top.tag_ in ("VBZ", "VBP", "VBD") or _has(self.top, "aux") or _has(self.top, "auxpass")

    @property
    def own_subject(self) -> Token | None:
        return _subject(self.top) or (_subject(self.verb) if self.verb != self.top else None)

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
    verb = _carried(top)
    subject = _subject(top) or (_subject(verb) if verb != top else None) or (lead.subject if lead else None)
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
    verb = next((token for token in verbs if _subject(token) is not None and not _adds(token)), None)
    if verb is None or opener(verb):
        for child in top.children:
            if is_verbal(child) and child.dep_ in ("conj", "advcl", "parataxis", "ccomp"):
                yield from _inside(child, top, None)
        return
    clause = Clause(top, verb, role, _subject(verb))
    yield clause
    for child in verb.children:
        yield from _inside(child, verb, clause)


def _inside(child: Token, head: Token, clause: Clause | None) -> Iterator[Clause]:
    """The clauses that hang below `head` by way of `child`."""
    verbal = is_verbal(child) or _listed_participle(child, clause)
    if verbal and child.dep_ == "conj" and clause is not None and opener(child) not in _BINDING:
        yield from _walk(child, clause.role, clause, clause.antecedent)
    elif verbal and child.dep_ in ("ccomp", "parataxis", "dep"):
        if _stands_alone(child, head):
            yield from _walk(child, "main")
        elif _joined_by_and(child, head) and clause is not None:
            yield from _walk(child, clause.role, clause, clause.antecedent)
        else:
            if opener(child) in _TIMES:
                yield from _walk(child, "time")
            yield from _escaped(child, clause)
            for grandchild in child.children:
                if grandchild.dep_ == "relcl" or _begins(grandchild, "in which case"):
                    yield from _inside(grandchild, child, None)
    elif verbal and child.dep_ == "advcl":
        yield from _adverbial(child, head, clause)
    elif verbal and child.dep_ in ("relcl", "acl"):
        if child.dep_ == "acl" and _is_listed(child):
            yield from _walk(child, "main", clause)
        elif _adds(child):
            yield from _walk(child, "relative", antecedent=_subject(head) if is_verbal(head) else head)
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
        if joined.dep_ == "conj" and joined.tag_ == "VBZ" and _subject(joined) is None and clause is not None:
            below = _subject(child)
            if below is not None and not any(
                part.dep_ == "nsubj" and part.pos_ == "PRON" for part in child.children
            ):
                yield from _walk(joined, clause.role, clause, clause.antecedent)


def _joined_by_and(child: Token, head: Token) -> bool:
    """ "... and, if necessary, *asks the owner*": a joined verb that was parsed as a complement."""
    if child.i < head.i or child.tag_ not in ("VBZ", "VBP") or _subject(child) is not None:
        return False
    return any(token.dep_ == "cc" and head.i < token.i < child.i for token in head.children)


def _is_listed(child: Token) -> bool:
    """ "taken by a technician, *labelled*, and sent": a participle in a list, not a property of the noun."""
    before, after = child.i - 1, child.i + 1
    doc = child.doc
    if child.tag_ != "VBN" or before < 0 or doc[before].text != "," or after >= len(doc):
        return False
    return (
        doc[after].text == ","
        or doc[after].dep_ == "cc"
        or any(part.dep_ == "conj" for part in child.children)
    )


def _adverbial(child: Token, head: Token, clause: Clause | None) -> Iterator[Clause]:
    mark = opener(child)
    if mark in ("whereas", "whereupon", "but") or _begins(child, "in which case"):
        yield from _walk(child, "main")
    elif mark == "while":
        if child.i > head.i and not _progressive(child):
            yield from _walk(child, "main")
    elif mark in _TIMES or _as_soon_as(child):
        yield from _walk(child, "time")
    elif not mark and child.tag_ == "VBN" and clause is not None and clause.passive and _is_listed(child):
        yield from _walk(child, "main", clause)
    elif not mark and child.tag_ in ("VBZ", "VBP") and not _inverted(child):
        yield from _walk(child, "main", None if _subject(child) is not None else clause)


def _begins(top: Token, words: str) -> bool:
    return " ".join(token.lower_ for token in top.doc[top.left_edge.i : top.i]).startswith(words)


def is_verbal(token: Token) -> bool:
    """A verb, or a participle that was tagged as an adjective behind its "is"."""
    return token.pos_ in ("VERB", "AUX") or _has(token, "auxpass")


def _listed_participle(child: Token, clause: Clause | None) -> bool:
    """ "... are copyedited, *typeset* and sent": tagged as a noun inside a row of participles."""
    if child.dep_ != "conj" or clause is None or not clause.passive:
        return False
    return word(child).lower().endswith("ed") or lemma(child) in forms("verb")


def opener(top: Token) -> str:
    """The word that makes the clause depend on another: "if", "when", "which"; "" for none."""
    for child in top.children:
        if child.dep_ == "mark" or (child.dep_ == "advmod" and child.tag_ == "WRB"):
            return str(child.lower_)
    return ""


def is_condition(top: Token) -> bool:
    """Whether an adverbial clause says under which condition its head is done."""
    return opener(top) in _CONDITIONS or _inverted(top) or opener(top) in ("until", "before", "while")


def _inverted(top: Token) -> bool:
    """ "Should the candidate decline, ..." """
    first = next((child for child in top.children if child.dep_ == "aux"), None)
    return first is not None and first.lower_ in ("should", "had", "were") and first.i == top.left_edge.i


def _as_soon_as(top: Token) -> bool:
    first = top.left_edge.i
    return "as soon as" in top.doc[max(first - 2, 0) : top.i].text.lower()


def _stands_alone(child: Token, head: Token) -> bool:
    """Whether a complement is really a sentence of its own, put beside another with a comma or semicolon."""
    if opener(child) in _BINDING | _TIMES or _inverted(child):
        return False
    first, last = sorted((child, head), key=lambda token: token.i)
    between = [token.text for token in child.doc[first.i + 1 : last.i]]
    if any(mark in between for mark in (";", ":", "--", "–", "—")):
        return True
    if child.i < head.i:
        return "," in between and _subject(child) is not None
    return lemma(head) in ("happen", "occur", "start", "begin", "be") or (
        child.dep_ == "parataxis" and "," in between
    )


def _adds(top: Token) -> bool:
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


def _carried(top: Token) -> Token:
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
        if child.dep_ == "xcomp" and lemma(verb) == "be" and _has(child, "auxpass"):
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
            subject = _subject(verb)
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


def _progressive(top: Token) -> bool:
    return top.tag_ == "VBG" or _has(top, "auxpass") or top.pos_ == "AUX"


def _subject(verb: Token) -> Token | None:
    """The subject of the verb, or the noun right before a finite verb that the parser took for part of it."""
    for child in verb.children:
        if child.dep_ in _SUBJECTS:
            return child
    before = verb.doc[verb.i - 1] if verb.i else None
    if (
        before is not None
        and before.dep_ == "conj"
        and before.pos_ in ("NOUN", "PROPN")
        and verb.tag_ == "VBZ"
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


def _has(verb: Token, dep: str) -> bool:
    return any(child.dep_ == dep for child in verb.children)
