"""A BPMN report as rows: every element with its names and words, and the drawing."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from counting.intake.markup import attribute, local, parse
from counting.intake.source import Source
from counting.report import payload
from counting.report.as_bpmn import OURS
from counting.report.seen.look import Row, Seen

if TYPE_CHECKING:
    from lxml.etree import _Element as Element


def see_bpmn(source: Source) -> Seen:
    root = parse(source.text, source.caps, "BPMN model")
    content = None
    for holder in root.iter(f"{{{OURS}}}report"):
        content = payload.unpack(holder.text or "")
        holder.text = None
    rows = []
    drawing = hashlib.sha256()
    for element in root.iter():
        kind = local(element)
        held = {str(key): str(value) for key, value in element.attrib.items()}
        text = " ".join((element.text or "").split())
        if kind.startswith("BPMN") or kind in ("Bounds", "waypoint"):
            drawing.update(repr((kind, sorted(held.items()))).encode("utf-8", "replace"))
        elif text or held:
            words = " ".join(f"{key}={value}" for key, value in sorted(held.items()))
            rows.append(Row(_where(element, kind), " ".join(part for part in (kind, words, text) if part)))
    return Seen("bpmn", content, (*rows, Row("the drawing", drawing.hexdigest())))


def _where(element: Element, kind: str) -> str:
    """The element by its id, or by the id of what it is part of."""
    around: Element | None = element
    while around is not None and not attribute(around, "id"):
        around = around.getparent()
    name = "" if around is None else attribute(around, "id")
    return f"{kind} {name}" if around is element else f"{kind} of {name}"
