"""An HTML report as rows: every text in it, and how it is marked up."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any

from counting.intake.draft import IntakeError
from counting.intake.source import Source
from counting.report import payload
from counting.report.seen.look import Row, Seen

_BLOCKS = {"tr", "p", "h1", "h2", "title", "style", "script", "svg", "li", "body", "head", "div"}


def see_html(source: Source) -> Seen:
    from lxml import etree
    from lxml import html as lxml_html

    parser = lxml_html.HTMLParser(encoding="utf-8", no_network=True, huge_tree=False)
    try:
        root = lxml_html.document_fromstring(source.text.encode("utf-8", "replace"), parser=parser)
    except (etree.LxmlError, ValueError) as error:
        raise IntakeError(f"This HTML file cannot be read ({error}). Take an undamaged copy.") from None
    holders = [meta for meta in root.iter("meta") if meta.get("name") == payload.NAME]
    content = payload.unpack(holders[0].get("content", "")) if holders else None
    for holder in holders:
        holder.set("content", "")
    return Seen("html", content, (*_rows(root), Row("the page's markup", _markup(root))))


def _rows(root: Any) -> Iterator[Row]:
    """The texts of each block together, under the heading they stand under."""
    heading = "the top"
    block, texts = None, list[str]()
    for inside, text in _texts(root):
        if inside is not block:
            if texts:
                yield Row(heading, " | ".join(texts))
            block, texts = inside, []
        texts.append(text)
        if block is not None and block.tag in ("h1", "h2"):
            heading = text
    if texts:
        yield Row(heading, " | ".join(texts))


def _texts(root: Any) -> Iterator[tuple[Any, str]]:
    """Every text in reading order, with the block around it."""
    from lxml import etree

    around: dict[Any, Any] = {}
    for event, element in etree.iterwalk(root, events=("start", "end", "comment", "pi")):
        if event == "start":
            own = isinstance(element.tag, str) and element.tag in _BLOCKS
            around[element] = element if own else around.get(element.getparent())
            text, inside = element.text, around[element]
        else:
            text, inside = element.tail, around.get(element.getparent())
        shown = " ".join((text or "").split())
        if shown:
            yield inside, shown


def _markup(root: Any) -> str:
    """A mark of all tags and attributes, so that hidden, added or restyled parts show."""
    seen = hashlib.sha256()
    for element in root.iter():
        seen.update(repr((str(element.tag), sorted(element.attrib.items()))).encode("utf-8", "replace"))
    return seen.hexdigest()
