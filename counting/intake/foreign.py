"""Lines and sentences of other languages than English: cut only where it is safe."""

from __future__ import annotations

import re
from collections.abc import Iterator

# Nouns are written with a capital in German, so a small word in -en or -ern is a verb there.
_VERB_LAST = {
    "de": (
        re.compile(r"\s*(?:,|;)?\s+(?:und|sowie|und dann|, dann)\s+|\s*;\s+"),
        re.compile(r"\b[a-zäöüß]{3,}(?:en|ern|eln)\s*[.!]?$"),
    ),
    "nl": (re.compile(r"\s+(?:en|en dan)\s+|\s*;\s+"), re.compile(r"\b[a-z]{4,}(?:en)\s*[.!]?$")),
}
_VERB_FIRST = {
    "fr": (
        re.compile(r"\s*,?\s+(?:et|puis|et puis|ensuite)\s+|\s*;\s+"),
        re.compile(
            r"^(?:l['’]|la |le |les |se |s['’])?[a-zàâçéèêëîïôûù'’-]{2,}(?:er|ir|re)\b", re.IGNORECASE
        ),
    ),
    "es": (
        re.compile(r"\s*,?\s+(?:y|e|luego|y luego|después)\s+|\s*;\s+"),
        re.compile(r"^[a-záéíóúñ]{2,}(?:ar|er|ir)(?:l[oa]s?|se|les?)?\b", re.IGNORECASE),
    ),
    "pt": (
        re.compile(r"\s*,?\s+(?:e|depois|e depois)\s+|\s*;\s+"),
        re.compile(r"^[a-záâãçéêíóôõú]{2,}(?:ar|er|ir|ôr|or)(?:-[a-z]+)?\b", re.IGNORECASE),
    ),
}
_SENTENCE_END = re.compile(r"(?<=[.!?。！？؟])(?:[\"”»’)]*)\s+(?=[^\s])|(?<=[。！？])(?=[^\s」』”）])")
_ABBREVIATION = re.compile(
    r"(?:\b(?:z\.\s?B|d\.\s?h|u\.\s?a|bzw|ca|evtl|ggf|inkl|Nr|Abs|Art|Dr|Prof|Hr|Fr|usw|etc|vgl|p\.\s?ex|M|"
    r"Mme|art|n|réf|"
    r"p\.\s?ej|Sr|Sra|núm|ej|nº|ex|Exmo|bijv|d\.w\.z|o\.a|nr|dhr|mevr|e\.g|i\.e|No|St|Mr|Mrs|Ms|vs|approx)|"
    r"\b\d{1,3}|\b[^\W\d_])\.$"
)


def parts(text: str, language: str) -> tuple[str, ...]:
    """The acts of one line when every part shows its own verb in the form of an instruction, () otherwise."""
    if language not in _VERB_LAST and language not in _VERB_FIRST:
        return ()
    joins, verb = (_VERB_LAST | _VERB_FIRST)[language]
    cut = _verb_last if language in _VERB_LAST else _verb_first
    with_commas = re.compile(rf"{joins.pattern}|,\s+")  # "prüfen, stempeln und ablegen"
    return cut(text, with_commas, verb) or cut(text, joins, verb)


def sentences(text: str) -> Iterator[tuple[int, int]]:
    """Start and end of each sentence of `text`, by its punctuation."""
    start = 0
    for mark in _SENTENCE_END.finditer(text):
        if _ABBREVIATION.search(text[start : mark.start()].rstrip('"”»’)')):
            continue
        yield from _trimmed(text, start, mark.start())
        start = mark.end()
    yield from _trimmed(text, start, len(text))


def _trimmed(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    piece = text[start:end]
    if piece.strip():
        yield start + len(piece) - len(piece.lstrip()), start + len(piece.rstrip())


def _verb_last(text: str, joins: re.Pattern[str], verb: re.Pattern[str]) -> tuple[str, ...]:
    found = [piece.strip() for piece in joins.split(text.strip()) if piece.strip()]
    if len(found) < 2 or not all(verb.search(piece) for piece in found):
        return ()
    whole = []
    before = ""
    for piece in found:
        if len(piece.split()) == 1:
            if not before:
                return ()
            piece = f"{before} {piece}"
        else:
            before = piece.rsplit(" ", 1)[0]
        whole.append(piece)
    return tuple(whole)


def _verb_first(text: str, joins: re.Pattern[str], verb: re.Pattern[str]) -> tuple[str, ...]:
    found = [piece.strip() for piece in joins.split(text.strip()) if piece.strip()]
    if len(found) < 2 or not all(verb.match(piece) for piece in found):
        return ()
    whole: list[str] = []
    object_ = ""
    for piece in reversed(found):  # "preparar y enviar el pedido": the object stands behind the last verb
        first, _, rest = piece.partition(" ")
        object_ = rest or object_
        whole.append(f"{first[:1].upper()}{first[1:]} {object_}".strip())
    return tuple(reversed(whole))
