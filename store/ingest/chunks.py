"""Cut a Markdown body into passages that put together are the body again, byte for byte."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.token import Token

from store.index.passages import Passage

TARGET_CHARS = 1_200
"""A passage grows by whole blocks up to here: about what the packaged model reads of one text."""

SMALL_CHARS = 300
"""A shorter passage takes in the next block even past TARGET_CHARS: an introduction stays with its table."""

BLOCK_CHARS = 6_000
"""A code fence or table is kept whole up to here; a longer one is cut between its lines."""

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|\Z)")
_UNSPLIT = {"fence", "code_block", "table_open", "html_block"}
_LISTS = {"bullet_list_open", "ordered_list_open"}


@dataclass(frozen=True)
class Block:
    """Lines `first` to `last` (exclusive) that stand together. `level` is a heading's, 0 for the rest.

    `whole`: a code fence or table is in it, so it is cut only when it is very long.
    """

    first: int
    last: int
    level: int = 0
    heading: str = ""
    whole: bool = False


@dataclass(frozen=True)
class Piece:
    """Text under its headings. `bare`: nothing but headings and blank lines, so it says nothing alone."""

    heading_path: tuple[str, ...]
    text: str
    bare: bool


@cache
def markdown() -> MarkdownIt:
    """CommonMark with tables, as everything in `ingest` reads it."""
    return MarkdownIt("commonmark").enable("table")


def cut(stable_id: str, body: str) -> tuple[Passage, ...]:
    """The passages of a body. An empty body has none."""
    lines = split_lines(body)
    pieces = _joined([piece for section in _sections(blocks_of(body)) for piece in _pieces(section, lines)])
    return tuple(
        Passage(stable_id, ordinal, piece.heading_path, piece.text) for ordinal, piece in enumerate(pieces)
    )


def split_lines(body: str) -> list[str]:
    """Lines with their ends, counted as the Markdown parser counts them (CRLF, CR, LF and nothing else)."""
    return [line for line in _LINE.findall(body) if line]


def blocks_of(body: str) -> list[Block]:
    """Blocks in order that cover every line once; blank lines go with the block before them."""
    line_count = len(split_lines(body))
    if not line_count:
        return []
    found = list(_outermost(markdown().parse(body)))
    if not found or found[0].first:
        found.insert(0, Block(0, 0))
    ends = [block.first for block in found[1:]] + [line_count]
    return [replace(block, last=end) for block, end in zip(found, ends, strict=True)]


def _outermost(tokens: Sequence[Token]) -> Iterator[Block]:
    """The outermost blocks; a list gives its items, so that a long one can be cut between them."""
    for position, token in enumerate(tokens):
        outer = token.level == 0 and token.nesting >= 0 and token.type not in _LISTS
        item = token.type == "list_item_open" and token.level == 1
        if token.map is None or not (outer or item):
            continue
        first, last = token.map
        if token.type == "heading_open":
            yield Block(first, last, int(token.tag[1]), plain_text(tokens[position + 1]))
        else:
            yield Block(first, last, whole=_holds_unsplit(tokens, position))


def _holds_unsplit(tokens: Sequence[Token], position: int) -> bool:
    opening = tokens[position]
    for token in tokens[position:]:
        if token.type in _UNSPLIT:
            return True
        if token.level == opening.level and token.nesting <= 0:
            return False
    return False


def plain_text(inline: Token) -> str:
    """The words of an inline token, without its markup."""
    parts = [
        child.content if child.type in ("text", "code_inline") else " "
        for child in inline.children or ()
        if child.type in ("text", "code_inline", "softbreak", "hardbreak")
    ]
    return " ".join("".join(parts).split())


def _sections(blocks: Sequence[Block]) -> Iterator[tuple[tuple[str, ...], list[Block]]]:
    """The blocks from each heading to the next, under the headings above them."""
    path: list[tuple[int, str]] = []
    gathered: list[Block] = []
    for block in blocks:
        if block.level:
            if gathered:
                yield tuple(heading for _, heading in path), gathered
            path = [(level, heading) for level, heading in path if level < block.level]
            path.append((block.level, block.heading))
            gathered = []
        gathered.append(block)
    if gathered:
        yield tuple(heading for _, heading in path), gathered


def _pieces(section: tuple[tuple[str, ...], list[Block]], lines: Sequence[str]) -> Iterator[Piece]:
    """A section in pieces of whole blocks, at most TARGET_CHARS each unless one block is longer.

    A heading stays with the block it announces, however long that is.
    """
    heading_path, blocks = section
    text, bare = "", True
    for block in blocks:
        for part in _parts(block, lines):
            limit = TARGET_CHARS if len(text) >= SMALL_CHARS else BLOCK_CHARS
            if not bare and len(text) + len(part) > limit:
                yield Piece(heading_path, text, bare)
                text, bare = "", True
            text += part
            bare = bare and (block.level > 0 or not part.strip())
    yield Piece(heading_path, text, bare)


def _parts(block: Block, lines: Sequence[str]) -> Iterator[str]:
    """A block, whole where it may be, else cut between lines, and a line that is too long within itself."""
    limit = BLOCK_CHARS if block.whole else TARGET_CHARS
    gathered = ""
    for line in lines[block.first : block.last]:
        if gathered and len(gathered) + len(line) > limit:
            yield gathered
            gathered = ""
        while len(line) > limit:
            head, line = _cut_line(line, limit)
            yield head
        gathered += line
    if gathered:
        yield gathered


def _cut_line(line: str, limit: int) -> tuple[str, str]:
    """Cut after the last sentence end, else the last space, else at the limit; never inside a line's end."""
    for mark in (". ", "! ", "? ", "。", " "):
        place = line.rfind(mark, limit // 2, limit)
        if place >= 0:
            return line[: place + len(mark)], line[place + len(mark) :]
    end = limit - 1 if line[limit - 1 : limit + 1] == "\r\n" else limit
    return line[:end], line[end:]


def _joined(pieces: Sequence[Piece]) -> list[Piece]:
    """Join bare pieces to the piece after them, at the end of a document to the piece before."""
    joined: list[Piece] = []
    pending = ""
    for piece in pieces:
        if piece.bare:
            pending += piece.text
        else:
            joined.append(replace(piece, text=pending + piece.text))
            pending = ""
    if not pending:
        return joined
    if not joined:
        return [replace(pieces[-1], text=pending)]
    return [*joined[:-1], replace(joined[-1], text=joined[-1].text + pending)]
