"""Text of a person made fit for every format: nothing illegal, nothing dropped in silence."""

from __future__ import annotations

import re
import unicodedata

# What XML forbids or no font draws: control characters, lone surrogates, noncharacters.
_UNFIT = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")
MARK = "�"


def readable(text: str) -> str:
    """`text` with every unfit character shown as a sign: ␀ for a control character, � for the others."""
    return _UNFIT.sub(lambda found: _sign(found[0]), text.replace("\r\n", "\n").replace("\r", "\n"))


def one_line(text: str) -> str:
    """Readable text without line ends or runs of white space."""
    return " ".join(readable(text).split())


def is_right_to_left(text: str) -> bool:
    """Whether the first letter with a direction reads from right to left (Arabic, Hebrew and the like)."""
    for letter in text:
        match unicodedata.bidirectional(letter):
            case "R" | "AL":
                return True
            case "L":
                return False
    return False


def _sign(letter: str) -> str:
    code = ord(letter)
    if code < 0x20:
        return chr(0x2400 + code)
    return "␡" if code == 0x7F else MARK
