"""reStructuredText: sections, lists and paragraphs; directives, targets and comments set aside, none "
"carried out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from counting.intake.blocks import Block, BlockKind
from counting.intake.draft import Draft
from counting.intake.layout import blocks_of
from counting.intake.plain import rows
from counting.intake.propose import propose
from counting.intake.row import Row
from counting.intake.rows import table_blocks
from counting.intake.rst_tables import TABLE_WHY, TABLES, table_at
from counting.intake.source import Source
from counting.intake.wordlist import words

_DIRECTIVE = re.compile(r"^\.\.\s+(?:\|[^|]+\|\s+)?(?P<name>[\w-]+(?::[\w-]+)?)::\s*(?P<argument>.*)$")
_FIELD = re.compile(r"^:[^:\n]{1,40}:(?:\s|$)")
_RULE = re.compile(r"^([=\-`:.'\"~^_*+#<>])\1{2,}$")
_CODE = words("code code-block sourcecode parsed-literal literalinclude prompt console highlight math")
_NOTES = words(
    """note warning tip hint important caution danger attention error seealso admonition versionadded
    versionchanged deprecated todo topic sidebar"""
)
# What stands in these is text like any other.
_FRAMES = words(
    """container only class rst-class compound tabs tab tab-set tab-item group-tab dropdown grid card
    grid-item grid-item-card rubric"""
)
_LITERAL_WHY = "A literal block; it belongs to the step above it."
_INLINE = re.compile(
    r"``(?P<literal>[^`]+)``"
    r"|:[\w:+.-]+:`(?P<role>[^`<]*?)(?:\s*<[^>]*>)?`"
    r"|`(?P<link>[^`<]*?)(?:\s*<[^>]*>)?`__?"
    r"|(?<![\w*])\*\*(?P<strong>[^*]+)\*\*|(?<![\w*])\*(?P<emphasis>[^*\s][^*]*)\*(?!\w)"
    r"|`(?P<plain>[^`]+)`|\|(?P<substitute>[^|\s][^|]*)\||\\(?P<escaped>\S)|(?<=\w)(?P<reference>__?)(?=\W|$)"
)


def read(source: Source) -> Draft:
    """A reStructuredText file as a draft. Raises IntakeError when it holds no step."""
    text = source.text
    return propose(blocks(text), kind="reStructuredText", source=text, notes=source.notes, caps=source.caps)


def blocks(text: str) -> tuple[Block, ...]:
    """The blocks of `text`; what a directive would insert or run is never fetched."""
    found: list[Block] = []
    marked = _marked(rows(text))
    plain: list[Row] = []
    place = 0
    while place < len(marked):
        table = table_at(marked, place)
        if table is None:
            plain.append(marked[place])
            place += 1
            continue
        found.extend(blocks_of(plain))
        found.extend(table_blocks(table.grid))
        plain, place = [], place + table.length
    found.extend(blocks_of(plain))
    return tuple(_cleaned(block) for block in _levelled(found, text))


def _marked(found: Sequence[Row]) -> list[Row]:
    """The rows with directives, comments, targets and fields set aside, each with its indented body."""
    out: list[Row] = []
    why, depth = "", -1
    literal = -1
    for place, row in enumerate(found):
        if why and row.indent <= depth:
            why = ""
        if literal >= 0 and row.indent <= literal:
            literal = -1
        if not why and row.text.startswith(".."):
            why = _set_aside(row.text)
            depth = row.indent
            if _is_frame(row.text):
                out.append(replace(row, why=why))
                why = ""
                continue
        if why:
            out.append(replace(row, why=why))
        elif literal >= 0 or row.text == "::":
            out.append(replace(row, why=_LITERAL_WHY))
            literal = row.indent if literal < 0 else literal
        elif _FIELD.match(row.text):
            out.append(replace(row, why="Data about the file, not about the work."))
        elif _is_overline(found, place):
            out.append(replace(row, why="A line drawn above a heading."))
        else:
            out.append(row)
            literal = row.indent if row.text.endswith("::") else literal
    return out


def _is_frame(text: str) -> bool:
    directive = _DIRECTIVE.match(text)
    return directive is not None and directive["name"].lower() in _FRAMES


def _is_overline(found: Sequence[Row], place: int) -> bool:
    """The line above a heading that has one above and one below."""
    row = found[place]
    if not _RULE.match(row.text):
        return False
    below = found[place + 1 : place + 3]
    return len(below) == 2 and below[1].text == row.text and not below[0].gap and not below[1].gap


def _set_aside(text: str) -> str:
    directive = _DIRECTIVE.match(text)
    if directive is None:
        return "A link target, not text." if text.startswith(".. _") else "A comment or a definition."
    name = directive["name"].lower()
    if name in _CODE:
        return "A command or an example; it belongs to the step above it."
    if name in _NOTES:
        return "A note or a warning box."
    if name in TABLES:
        return TABLE_WHY
    return "An instruction to the document program, not to people."


def _levelled(found: Sequence[Block], text: str) -> list[Block]:
    """Heading levels by the order in which the lines below the headings first appear."""
    seen: list[str] = []
    out = []
    for block in found:
        if block.kind is BlockKind.HEADING and block.end is not None:
            sign = text[block.end - 1]
            if sign not in seen:
                seen.append(sign)
            block = replace(block, level=seen.index(sign) + 1)
        out.append(block)
    return out


def _cleaned(block: Block) -> Block:
    """The block without the marks of inline markup; offsets follow."""
    if block.kind in (BlockKind.ASIDE, BlockKind.CODE) or block.start is None:
        return block
    offsets = block.offsets or tuple(range(block.start, block.start + len(block.text)))
    text: list[str] = []
    kept: list[int] = []
    position = 0
    linked = 0
    for mark in _INLINE.finditer(block.text):
        text.append(block.text[position : mark.start()])
        kept.extend(offsets[position : mark.start()])
        position = mark.end()
        name = next((name for name, value in mark.groupdict().items() if value is not None), "")
        if name and name != "reference":
            text.append(mark[name])
            kept.extend(offsets[mark.start(name) : mark.end(name)])
            linked += len(mark[name]) if name == "link" else 0
    text.append(block.text[position:])
    kept.extend(offsets[position:])
    joined = "".join(text)
    return replace(
        block, text=joined, offsets=tuple(kept), link=linked > 0 and linked >= len(joined.strip(" ."))
    )
