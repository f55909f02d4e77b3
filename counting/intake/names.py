"""Names of drawn elements made readable; the words as they stood are kept beside them."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable

from counting.intake.wordlist import words

# Only real HTML elements are markup: "<customer>" in a name is a placeholder somebody wrote.
_TAGS = re.compile(
    r"</?(?:a|abbr|b|back|big|blockquote|br|center|code|color|dd|del|div|dl|dt|em|font|h[1-6]|hr|html|body|head|i|"
    r"iframe|img|ins|li|link|meta|ol|p|pre|s|script|size|small|span|strike|strong|style|sub|sup|table|tbody|td|th|"
    r"thead|tr|tt|u|ul|w)(?:[\s:/=#][^<>]*)?/?>",
    re.IGNORECASE,
)
_INVISIBLE = re.compile("\u00ad *\n?|[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\ufeff]")
_BROKEN_WORD = re.compile(r"(\w+)[-\u2010] *\n\s*([^\W\d_]\w*)|(\w{2,})[-\u2010] +([^\W\d_]\w+)")
# "pre- and post-check": the hyphen stands for the word that follows later.
_JOINERS = words("and or to und oder bis et ou y o e en of")
# Words that keep their hyphen when a line breaks after it; any other half word is joined.
_KEEP_BEFORE = words(
    """e x t self non follow check sign log back after multi high low long short cross face full half first
    second third one two three four real well end front make start kick hand on off all right left double"""
)
_KEEP_AFTER = words("up in off on out to by back down over through based related specific like free")
_NUMBERING = re.compile(
    r"^(?:(?:step|schritt|paso|étape|etape|passo|stap)\s+\d{1,3}\s*[:.)–—-]\s*"
    r"|\(?\d{1,3}(?:\.\d{1,3})*[.)]\s*(?=[^\d\s])"
    r"|\d{1,3}(?:\.\d{1,3})+\s+(?!(?:hours?|days?|weeks?|months?|years?|min\w*|h|kg|g|mm|cm|m|ml|l|%|€|\$)\b)"
    r"|\d{1,3}\s*[:–—-]\s+(?=\D)"
    r"|\(?[a-zA-Z]\)\s*(?=\w)"
    r"|[-*•●▪◦‣·]\s+)",
    re.IGNORECASE,
)


def clean_name(raw: str, known: frozenset[str] = frozenset()) -> str:
    """One line without markup, entities, broken words or numbering; "" when nothing readable is there.

    `known` are the words of the other names of the file: they tell "docu-/ment" from "claim-/handling".
    """
    text = _TAGS.sub("\n", html.unescape(html.unescape(_TAGS.sub("\n", raw))))
    text = _INVISIBLE.sub("", text).replace("\u00a0", " ").replace("\\n", "\n").replace("\r", "\n")
    text = _BROKEN_WORD.sub(lambda found: _mend(found, known), text)
    text = " ".join(text.split())
    return _NUMBERING.sub("", text, count=1).strip() or text


def spoken_identifier(raw: str) -> str:
    """An identifier as words: "Send_offer_mail", "sendOfferMail" and "ActionSendEmail" read alike."""
    text = re.sub(r"[_\s]+", " ", raw)
    text = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", " ", text)
    words = text.split()
    lowered = [word if word.isupper() and len(word) > 1 else word.lower() for word in words]
    sentence = " ".join(lowered)
    return sentence[:1].upper() + sentence[1:]


def words_of(names: Iterable[str]) -> frozenset[str]:
    """The whole words of many names, for `clean_name`; halves of broken words are left out."""
    whole = (_BROKEN_WORD.sub(" ", name) for name in names)
    return frozenset(
        word.lower() for name in whole for word in re.findall(r"(?<![\w-])[^\W\d_]{3,}(?![\w-])", name)
    )


def _mend(found: re.Match[str], known: frozenset[str]) -> str:
    before, after = found[1] or found[3], found[2] or found[4]
    if after.lower() in _JOINERS:
        return f"{before}- {after}"
    if after[0].isupper() or before.isdigit() or _keeps_hyphen(before.lower(), after.lower(), known):
        return f"{before}-{after}"
    return before + after


def _keeps_hyphen(before: str, after: str, known: frozenset[str]) -> bool:
    if before + after in known:
        return False
    return before in _KEEP_BEFORE or after in _KEEP_AFTER or after in known
