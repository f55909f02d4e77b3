"""Word documents: headings, numbered and bulleted lists, tables and paragraphs, in the order of the page."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from counting.intake.blocks import Block, BlockKind
from counting.intake.draft import Draft, IntakeError
from counting.intake.grid import to_grid
from counting.intake.marks import marked
from counting.intake.numbering import Numbering
from counting.intake.propose import propose
from counting.intake.rendering import Rendering
from counting.intake.rows import NO_STEPS, table_blocks
from counting.intake.source import Source

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_BROKEN = (
    "This Word document cannot be read ({error}). Open it in Word, save it again as .docx and try again."
)
_HEADING_CHARS = 90


def read(source: Source) -> Draft:
    """A Word document as a draft. Raises IntakeError when it holds no step."""
    from docx import Document

    try:
        document = Document(io.BytesIO(source.data))
        walker = _Walker(document)
        walker.walk(document.element.body)
    except IntakeError:
        raise
    except Exception as error:  # python-docx raises whatever lxml and its own parts meet in a damaged file
        raise IntakeError(_BROKEN.format(error=str(error)[:120] or type(error).__name__)) from None
    return propose(
        walker.blocks,
        kind="Word document",
        source=walker.rendering.text,
        notes=tuple(walker.notes()),
        title=_title(document),
        caps=source.caps,
    )


def _title(document: Any) -> str:
    return str(document.core_properties.title or "").strip()


@dataclass
class _Walker:
    """Goes through the body once; remembers what has to be said about it."""

    document: Any
    blocks: list[Block] = field(default_factory=list)
    rendering: Rendering = field(default_factory=Rendering)
    paragraphs: int = 0
    tables: int = 0
    tracked: bool = False
    boxes: bool = False

    def __post_init__(self) -> None:
        self.numbering = Numbering(self.document)
        self.styles = {style.style_id: style for style in self.document.styles}

    def walk(self, parent: Any) -> None:
        for child in parent.iterchildren():
            if child.tag == f"{_W}p":
                self._paragraph(child)
            elif child.tag == f"{_W}tbl":
                self._table(child)
            elif child.tag in (f"{_W}sdt", f"{_W}sdtContent", f"{_W}ins", f"{_W}customXml", f"{_W}smartTag"):
                self.walk(child)

    def notes(self) -> Iterator[str]:
        if self.tracked:
            yield "The document has tracked changes: it is read as if they were all accepted."
        if self.boxes:
            yield "Text boxes are read at their anchors, which may not be where they stand on the page."
        if any("vba" in str(part.partname).lower() for part in self.document.part.package.iter_parts()):
            yield "The document holds macros; they are not run."

    def _paragraph(self, element: Any) -> None:
        self.paragraphs += 1
        if element.find(f".//{_W}ins") is not None or element.find(f".//{_W}del") is not None:
            self.tracked = True
        text = " ".join(_text(element).split())
        struck = "" if text else " ".join(_text(element, struck=True).split())
        if text or struck:
            self._add(element, text or struck, "Struck out in the text." if struck else "")
        for box in element.iter(f"{_W}txbxContent"):
            if not any(parent.tag == _FALLBACK for parent in box.iterancestors()):
                self.boxes = True
                self.walk(box)

    def _add(self, element: Any, text: str, why: str) -> None:
        style = self._style(element)
        where = f"paragraph {self.paragraphs}"
        number = self.numbering.of(element, style)
        kind, level, marker = BlockKind.PARAGRAPH, 0, ""
        typed = marked(text)
        depth = _outline(element, style)
        if depth is None and number is None and _is_bold_heading(element, text):
            depth = 4
        if depth is not None and not (number is not None and len(text) > _HEADING_CHARS):
            kind, level = BlockKind.HEADING, depth
        elif number is not None:
            kind, level, marker = BlockKind.ITEM, number.level, number.marker
        elif typed is not None:
            kind, marker, level = BlockKind.ITEM, typed.marker, typed.level
        shown = f"{'  ' * level}{marker} " if kind is BlockKind.ITEM and typed is None else ""
        self.rendering.add(shown)
        start, end = self.rendering.add(text)
        self.rendering.end_line()
        if kind is BlockKind.ITEM and typed is not None:
            start += typed.length
            text = text[typed.length :]
        why = "A line of the table of contents." if _is_contents(style) else why
        kind = BlockKind.ASIDE if why else kind
        self.blocks.append(Block(kind, text, where, start, end, level=level, marker=marker, why=why))

    def _style(self, element: Any) -> Any:
        properties = element.find(f"{_W}pPr/{_W}pStyle")
        return self.styles.get(properties.get(f"{_W}val")) if properties is not None else None

    def _table(self, element: Any) -> None:
        self.tables += 1
        table = self.tables
        rows, filled = _cells(element)

        def where(row: int, column: int) -> str:
            return f"table {table}, row {row + 1}, column {column + 1}"

        grid = to_grid(rows, self.rendering, where, filled=filled)
        found = table_blocks(grid)
        if (
            len(rows) <= 2
            and all(block.why == NO_STEPS for block in found)
            and len(rows[0] if rows else ()) == 1
        ):
            self._framed(element)
        else:
            self.blocks.extend(found)
        self.rendering.end_line()

    def _framed(self, element: Any) -> None:
        """A table of one cell is a frame around text."""
        for cell in element.iter(f"{_W}tc"):
            self.walk(cell)


def _text(element: Any, *, struck: bool = False) -> str:
    """The words of a paragraph that hold: insertions in, deletions, text boxes and field codes out.

    What is struck through is left out as well, unless it is asked for.
    """
    pieces = []
    for node in element.iter():
        if node.tag not in (f"{_W}t", f"{_W}tab", f"{_W}br", f"{_W}cr", f"{_W}noBreakHyphen"):
            continue
        if any(
            parent.tag in (f"{_W}txbxContent", f"{_W}del", f"{_W}moveFrom", _FALLBACK)
            for parent in _up_to(node, element)
        ):
            continue
        if not struck and _is_marked(node.getparent(), "strike", "dstrike"):
            continue
        pieces.append({f"{_W}t": node.text or "", f"{_W}noBreakHyphen": "-"}.get(node.tag, " "))
    return "".join(pieces)


def _up_to(node: Any, top: Any) -> Iterator[Any]:
    parent = node.getparent()
    while parent is not None and parent is not top:
        yield parent
        parent = parent.getparent()


def _cells(table: Any) -> tuple[list[list[str]], frozenset[tuple[int, int]]]:
    """The texts of a table with merged cells filled in; the places that were filled."""
    rows: list[list[str]] = []
    filled = set()
    for number, row in enumerate(table.iterchildren(f"{_W}tr")):
        out: list[str] = []
        for cell in _row_cells(row):
            span = cell.find(f"{_W}tcPr/{_W}gridSpan")
            width = int(span.get(f"{_W}val") or 1) if span is not None else 1
            merge = cell.find(f"{_W}tcPr/{_W}vMerge")
            text = "\n".join(filter(None, (" ".join(_text(p).split()) for p in cell.iter(f"{_W}p"))))
            if merge is not None and merge.get(f"{_W}val") != "restart" and rows and len(out) < len(rows[-1]):
                text = rows[-1][len(out)]
                filled.add((number, len(out)))
            out.append(text)
            out.extend([""] * (min(width, 64) - 1))
        rows.append(out)
    return rows, frozenset(filled)


def _row_cells(row: Any) -> Iterator[Any]:
    for child in row.iterchildren():
        if child.tag == f"{_W}tc":
            yield child
        elif child.tag == f"{_W}sdt":
            yield from child.iter(f"{_W}tc")


def _outline(element: Any, style: Any) -> int | None:
    """The heading level of a paragraph, by its own outline level or its style's; None for text."""
    own = element.find(f"{_W}pPr/{_W}outlineLvl")
    if own is not None:
        level = int(own.get(f"{_W}val") or 9)
        return level + 1 if level < 9 else None
    while style is not None:
        name = str(style.name or "")
        found = re.match(r"(?:heading|überschrift|titre|título|kop)\s*(\d)", name, re.IGNORECASE)
        if found:
            return int(found[1])
        if name.lower() in ("title", "titel", "titre", "título"):
            return 1
        if name.lower() in ("subtitle", "untertitel"):
            return 2
        style = style.base_style
    return None


def _is_contents(style: Any) -> bool:
    return style is not None and bool(
        re.match(r"(?:toc|verzeichnis|tm|tdc)\s?\d", str(style.name or ""), re.IGNORECASE)
    )


def _is_bold_heading(element: Any, text: str) -> bool:
    """A short line all in bold that ends no sentence."""
    if len(text) > 70 or text.endswith((".", ";", ",", "?", "!")):
        return False
    runs = [
        run for run in element.iter(f"{_W}r") if "".join(t.text or "" for t in run.iter(f"{_W}t")).strip()
    ]
    return bool(runs) and all(_is_marked(run, "b") for run in runs)


def _is_marked(run: Any, *names: str) -> bool:
    """Whether one of the marks (bold, struck) is on for the run."""
    marks = [run.find(f"{_W}rPr/{_W}{name}") for name in names]
    return any(mark is not None and mark.get(f"{_W}val") not in ("0", "false", "off") for mark in marks)
