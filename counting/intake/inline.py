"""Markdown's marks inside a line: taken out, with the place of every character that stays."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass

# Every repeat is bounded: a hostile line of brackets or ticks must not be scanned to its end again and again.
_MARK = re.compile(
    r"(?P<comment><!--.{0,5000}?-->)"
    r"|(?<!`)(?P<code>`{1,3})(?!`)(?P<coded>[^`].{0,1000}?)(?<!`)(?P=code)(?!`)"
    r"|!\[(?P<alt>[^\]]{0,300})\]\([^)]{0,1000}\)"
    r"|\[(?P<text>(?:[^\[\]]|\[[^\[\]]{0,200}\]){0,1000})\]"
    r"(?P<target>\((?:[^()]|\([^()]{0,200}\)){0,1000}\)|\[[^\]]{0,200}\])"
    r"|<(?P<auto>(?:https?://|mailto:)[^>\s]{1,1000})>"
    r"|(?P<tag></?[a-zA-Z][^<>]{0,300}/?>)"
    r"|(?P<attribute>\{:[^}]{0,200}\}|\{%.{0,200}?%\})"
    r"|(?P<entity>&(?:#\d{1,7}|#x[0-9a-fA-F]{1,6}|[a-zA-Z]{1,30});)"
    r"|\\(?P<escaped>[!-/:-@\[-`{-~])"
    r"|(?P<strong>\*\*\*|\*\*|___|__|~~)"
    r"|(?P<em>(?<![\w*])\*(?=\S)|(?<=\S)\*(?![\w*])|(?<![\w_])_(?=\S)|(?<=\S)_(?![\w_]))",
    re.DOTALL,
)


@dataclass(frozen=True)
class Clean:
    """Text without marks, the source offset of each character, and whether a link is all there is."""

    text: str
    offsets: tuple[int, ...]
    link: bool
    anchor: bool


class _Writer:
    def __init__(self) -> None:
        self.text: list[str] = []
        self.offsets: list[int] = []
        self.linked = 0
        self.anchor = False

    def put(self, text: str, offsets: list[int]) -> None:
        for character, offset in zip(text, offsets, strict=True):
            if character.isspace():
                if self.text and self.text[-1] != " ":
                    self.text.append(" ")
                    self.offsets.append(offset)
            else:
                self.text.append(character)
                self.offsets.append(offset)


def clean(raw: str, offsets: list[int]) -> Clean:
    """`raw` without Markdown marks; `offsets` says where each of its characters stands in the source."""
    writer = _Writer()
    _write(raw, offsets, writer)
    text = "".join(writer.text)
    kept = len(text.rstrip())
    letters = sum(character.isalnum() for character in text)
    link = writer.linked > 0 and writer.linked >= letters
    return Clean(text[:kept], tuple(writer.offsets[:kept]), link, writer.anchor)


def _write(raw: str, offsets: list[int], writer: _Writer) -> None:
    position = 0
    for mark in _MARK.finditer(raw):
        writer.put(raw[position : mark.start()], offsets[position : mark.start()])
        position = mark.end()
        _write_mark(mark, offsets, writer)
    writer.put(raw[position:], offsets[position:])


def _write_mark(mark: re.Match[str], offsets: list[int], writer: _Writer) -> None:
    for name in ("coded", "escaped", "alt", "auto"):
        if mark[name] is not None:
            first, last = mark.span(name)
            writer.put(mark[name], offsets[first:last])
            if name == "auto":
                writer.linked += sum(character.isalnum() for character in mark[name])
            return
    if mark["text"] is not None:
        first, last = mark.span("text")
        before = len(writer.text)
        _write(mark["text"], offsets[first:last], writer)
        writer.linked += sum(character.isalnum() for character in writer.text[before:])
        writer.anchor = writer.anchor or (mark["target"] or "").startswith("(#")
    elif mark["entity"] is not None:
        plain = html.unescape(mark["entity"])
        writer.put(plain, [offsets[mark.start()]] * len(plain))
    elif mark["tag"] is not None:
        if not re.match(
            r"</?(?:a|abbr|b|br|code|div|em|i|img|kbd|li|p|span|strong|sub|sup|u|h[1-6])\b",
            mark["tag"],
            re.IGNORECASE,
        ):
            writer.put(mark["tag"], offsets[mark.start() : mark.end()])
        elif mark["tag"].lower().startswith("<br"):
            writer.put(" ", [offsets[mark.start()]])
