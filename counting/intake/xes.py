"""Event logs in XES: the most frequent way through, with its share of the cases."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import TYPE_CHECKING

from counting.intake.caps import refuse
from counting.intake.draft import Draft, IntakeError
from counting.intake.markup import entities_refused
from counting.intake.source import Source
from counting.intake.times import sort_keys
from counting.intake.variants import Event, draft_of

if TYPE_CHECKING:
    from lxml.etree import _Element as XmlElement

KIND = "Event log"
_KEYS = ("concept:name", "time:timestamp", "org:role", "org:group", "org:resource", "lifecycle:transition")


def read(source: Source) -> Draft:
    """The most frequent variant as a draft. Raises IntakeError for broken XML and beyond a cap."""
    return draft_of(source, KIND, _events(source), "traces and events of XES")


def _events(source: Source) -> Iterator[Event]:
    count = 0
    for number, rows in enumerate(_traces(source)):
        count += len(rows)
        if count > source.caps.events:
            found = f"The log has more than {source.caps.events:,} events"
            raise refuse("events", source.caps.events, found, "Export fewer cases.")
        finished = [
            row for row in rows if row.get("lifecycle:transition", "complete").lower() == "complete"
        ] or rows
        keys = sort_keys([row.get("time:timestamp", "") for row in finished])
        if keys is not None and all(keys):
            finished = [finished[place] for place in sorted(range(len(finished)), key=keys.__getitem__)]
        for row in finished:
            doer = row.get("org:role") or row.get("org:group") or row.get("org:resource") or ""
            yield Event(f"case {number + 1}", row.get("concept:name", ""), doer)


def _traces(source: Source) -> Iterator[list[dict[str, str]]]:
    """Trace by trace, so that a large log never stands in memory as a whole."""
    from lxml import etree

    text = source.decoded.text
    if "<!ENTITY" in text[: max(text.find("<log"), 0)]:
        raise entities_refused("XES log")
    data = text.encode("utf-8", errors="replace")
    parser = etree.iterparse(
        io.BytesIO(data),
        events=("end",),
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=False,
        encoding="utf-8",
    )
    rows: list[dict[str, str]] = []
    try:
        for _, element in parser:
            tag = element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""
            if tag == "event":
                rows.append(_attributes(element))
            elif tag == "trace":
                yield rows
                rows = []
            if tag in ("event", "trace"):
                _forget(element)
    except etree.XMLSyntaxError as error:
        raise IntakeError(f"This XES log is broken: {error.msg}. Export it again.") from None
    if rows:
        yield rows


def _attributes(event: XmlElement) -> dict[str, str]:
    return {
        str(child.get("key")): str(child.get("value", "")).strip()
        for child in event
        if child.get("key") in _KEYS
    }


def _forget(element: XmlElement) -> None:
    """Give the memory of what was read back."""
    element.clear()
    before = element.getprevious()
    while before is not None:
        parent = before.getparent()
        if parent is None:
            return
        parent.remove(before)
        before = element.getprevious()
