"""Which language a text is in, offline; English is settled by its own small words."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from counting.intake.wordlist import words

# Read with their own words; every other language is read by sentences only.
NAMES = {
    "en": "English",
    "de": "German",
    "fr": "French",
    "es": "Spanish",
    "pt": "Portuguese",
    "nl": "Dutch",
    "it": "Italian",
    "pl": "Polish",
    "cs": "Czech",
    "sv": "Swedish",
    "da": "Danish",
    "no": "Norwegian",
    "fi": "Finnish",
    "hu": "Hungarian",
    "ro": "Romanian",
    "tr": "Turkish",
    "el": "Greek",
    "ru": "Russian",
    "uk": "Ukrainian",
    "ar": "Arabic",
    "he": "Hebrew",
    "fa": "Persian",
    "hi": "Hindi",
    "zh": "Chinese",
    "ja": "Japanese",
    "ko": "Korean",
    "vi": "Vietnamese",
    "id": "Indonesian",
}
# Small words that the other languages here do not have.
_SMALL = {
    "en": words(
        """the to of and for with are by from if this that be not then when your you it has have will must"""
    ),
    "de": words(
        "der die das den dem und ist wird werden mit von für auf nicht ein eine zu zum zur bei wenn im"
    ),
    "fr": words(
        """le la les des du et est avec pour dans une au aux par sur si ou ce cette il sont ne pas votre"""
    ),
    "es": words("""el los las del y es con para una por si que se al su este esta como cuando usted lo"""),
    "pt": words("""os as do da dos das e é com para uma por se que ao à em no na não um quando você o"""),
    "nl": words(
        """de het een van en is met voor op niet te zijn wordt worden bij als naar door aan dat dit uw"""
    ),
}
_SAMPLE_CHARS = 20_000
_SHORT_WORDS = 4
_FEW_WORDS = 9  # without a small word of any language, fewer words tell nothing
_SCRIPTS = re.compile(r"[\u0370-\u1cff\u2c00-\ud7ff\uf900-\ufdff\ufe70-\ufefc]")


def language(text: str) -> str:
    """The ISO 639-1 code of the language, "en" when the text is too short to tell."""
    sample = text[:_SAMPLE_CHARS]
    found = re.findall(r"[^\W\d_]+", sample.lower())
    if len(_SCRIPTS.findall(sample)) > len(sample) / 4:
        return _guessed(sample)
    counts = {code: sum(word in small for word in found) for code, small in _SMALL.items()}
    best = max(counts, key=lambda code: counts[code])
    others = max(count for code, count in counts.items() if code != best)
    if counts[best] > 1.5 * others and counts[best] * 20 >= len(found):
        return best
    if sample.isascii() and (
        len(found) < _SHORT_WORDS or (len(found) < _FEW_WORDS and not any(counts.values()))
    ):
        return "en"
    guess = _guessed(sample)
    return guess if guess == best or counts[best] <= others or counts["en"] == 0 else best


def _guessed(sample: str) -> str:
    code, _ = _identifier().classify(sample)
    return str(code)


@cache
def _identifier() -> Any:
    """A model of letter sequences that ships with its package; half a second, once per process."""
    from py3langid.langid import (  # type: ignore[import-untyped]  # ships no types
        MODEL_FILE,
        LanguageIdentifier,
    )

    identifier = LanguageIdentifier.from_model_file(MODEL_FILE)
    identifier.set_languages(list(NAMES))
    return identifier
