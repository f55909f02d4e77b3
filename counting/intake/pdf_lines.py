"""The lines of a PDF page with their boxes, from the characters PDFium finds on it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

_BAND = 0.1  # of the height of a page, at its top and bottom: headers and footers stand there
_ANOTHER_LINE = 0.5  # of the height of the text: words further up or down are on another line
_COLUMN_GAP = 0.8  # of the height of the text: a wider gap stands between two cells


@dataclass(frozen=True)
class Piece:
    """Words of a line without a wide gap between them; `left` and `right` in points."""

    text: str
    left: float
    right: float


@dataclass(frozen=True)
class Line:
    """One line of a page with its box in points; `top` is higher further up."""

    text: str
    page: int
    left: float
    right: float
    top: float
    height: float
    margin: bool  # in the band at the top or the bottom where headers and footers stand
    pieces: tuple[Piece, ...]
    low: float  # `top` of its last word: a word broken between two lines makes one of them


def page_lines(page: Any, number: int) -> list[Line]:
    """The lines of a page of PDFium, which is closed; `number` counts from 1."""
    tall = page.get_height()
    text_page = page.get_textpage()
    rows: list[list[_Word]] = []
    position = 0
    for raw in text_page.get_text_range().split("\n"):
        for row in _level(list(_words(raw.rstrip("\r"), position, text_page))):
            if rows and _is_margin(row[0], tall) and _on_one_line(rows[-1][-1], row[0]):
                rows[-1].extend(row)  # headers in small letters come in pieces
            else:
                rows.append(row)
        position += len(raw) + 1
    text_page.close()
    page.close()
    return [_line(row, number, tall) for row in rows]


@dataclass(frozen=True)
class _Word:
    """One word with its box in points; `low` is the top of its last letter."""

    text: str
    left: float
    right: float
    top: float
    low: float
    height: float


def _words(line: str, position: int, text_page: Any) -> Iterator[_Word]:
    for mark in re.finditer(r"\S+", line):
        first, last = _ends(mark[0], position + mark.start())
        if first is not None and last is not None:
            left, bottom, _, top = text_page.get_charbox(first, loose=True)
            right, low = text_page.get_charbox(last, loose=True)[2:]
            yield _Word(_readable(mark[0]), left, right, top, low, max(top - bottom, 1.0))


def _level(words: Sequence[_Word]) -> Iterator[list[_Word]]:
    """The words of one line of PDFium, cut where it took two lines of the page for one."""
    row: list[_Word] = []
    for word in words:
        if row and not _on_one_line(row[-1], word):
            yield row
            row = []
        row.append(word)
    if row:
        yield row


def _on_one_line(word: _Word, other: _Word) -> bool:
    return abs(word.low - other.top) <= _ANOTHER_LINE * other.height


def _is_margin(word: _Word, tall: float) -> bool:
    return not _BAND * tall < word.top < (1 - _BAND) * tall


def _line(words: Sequence[_Word], number: int, tall: float) -> Line:
    first, last = words[0], words[-1]
    pieces: list[Piece] = []
    for at, word in enumerate(words):
        if at and word.left - words[at - 1].right < _COLUMN_GAP * word.height:
            before = pieces.pop()
            pieces.append(Piece(f"{before.text} {word.text}", before.left, word.right))
        else:
            pieces.append(Piece(word.text, word.left, word.right))
    text = " ".join(word.text for word in words)
    margin = _is_margin(first, tall)
    return Line(
        text, number, first.left, last.right, first.top, first.height, margin, tuple(pieces), last.low
    )


def _ends(line: str, position: int) -> tuple[int | None, int | None]:
    """The places of the first and last visible character of the line on its page."""
    seen = [at for at, character in enumerate(line) if not character.isspace() and character.isprintable()]
    return (position + seen[0], position + seen[-1]) if seen else (None, None)


def _readable(line: str) -> str:
    """PDFium marks a word broken at the end of a line; other marks say nothing."""
    line = re.sub(r"[\x02\ufffe\u00ad]$", "-", line)
    return "".join(character for character in line if character.isprintable() or character.isspace())
