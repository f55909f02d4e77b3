"""takedowns.yaml: the append-only ledger of withdrawn documents."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from datetime import datetime

import yaml as pyyaml

from store.index.acts import Takedown, TakedownKind
from store.ingest.fields import Fields, shown
from store.ingest.findings import Finding
from store.ingest.keys import LEDGER_KEYS, mistyped_keys
from store.ingest.yamlfile import Yaml, parse_yaml

LEDGER_FILE = "takedowns.yaml"
_ENTRY_KEYS = ("act", "document", "at", "by", "why")
_HEADER = """\
# Withdrawn documents, in order. Append only: an entry that disappears is refused by the check.
# `python -m store takedown add` and `revoke` write here.
"""


def read_ledger_file(yaml: Yaml, findings: list[Finding]) -> tuple[Takedown, ...]:
    """The acts in order. `act` may be left out of a withdrawal."""
    if not isinstance(yaml.value, dict):
        return ()
    findings += mistyped_keys(yaml.value, LEDGER_KEYS, LEDGER_FILE, yaml)
    entries = Fields(yaml.value, LEDGER_FILE, yaml, findings).mappings("takedowns")
    return tuple(act for entry in entries if (act := _act(entry)) is not None)


def _act(entry: Fields) -> Takedown | None:
    entry.findings += entry.closed(_ENTRY_KEYS)
    for key in ("document", "at", "by", "why"):
        if entry.value(key) is None:
            entry.missing(key)
    kind = entry.value("act") if entry.value("act") is not None else TakedownKind.ADD.value
    if kind not in list(TakedownKind):
        entry.refuse("wrong-form", "act", f"`act` is {shown(kind)}, which is no act.", "Use add or revoke.")
        return None
    document, at, by, why = entry.text("document"), entry.instant("at"), entry.actor("by"), entry.text("why")
    if document is None or at is None or by is None or why is None:
        return None
    return Takedown(TakedownKind(str(kind)), document, by, at, why)


def appended(text: str, act: Takedown) -> str:
    """The ledger's text with one more entry; what stood there stays as it is where that is possible."""
    meant = (*read_ledger_file(parse_yaml(text), []), act)
    body = text.rstrip()
    flush, indented = _entry(act), textwrap.indent(_entry(act), "  ")
    candidates = (
        f"{body.removesuffix(' []')}\n{indented}",
        f"{body}\n{flush}",
        f"{body or _HEADER.rstrip()}\ntakedowns:\n{indented}",
    )
    return next((candidate for candidate in candidates if _says(candidate, meant)), _rewritten(meant))


def _entry(act: Takedown) -> str:
    return pyyaml.safe_dump([_fields(act)], sort_keys=False, allow_unicode=True, width=1_000)


def _rewritten(acts: Sequence[Takedown]) -> str:
    """A ledger whose layout leaves no room for another entry is written anew."""
    return _HEADER + "takedowns:\n" + "".join(map(_entry, acts))


def _says(text: str, acts: Sequence[Takedown]) -> bool:
    try:
        return read_ledger_file(parse_yaml(text), []) == tuple(acts)
    except Exception:  # whatever is wrong with a candidate, it is not used
        return False


def _fields(act: Takedown) -> dict[str, str]:
    return {
        "act": act.act.value,
        "document": act.stable_id,
        "at": _iso(act.at),
        "by": act.by,
        "why": act.why,
    }


def _iso(at: datetime) -> str:
    return at.isoformat(timespec="seconds")
