"""The keys a corpus may use, and the ones that look like a slip of the finger."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from rapidfuzz.distance import OSA

from store.index.manifest import Manifest
from store.ingest.findings import Finding
from store.ingest.yamlfile import Yaml

DOCUMENT_KEYS = (
    "type",
    "title",
    "description",
    "tags",
    "status",
    "generated",
    "sources",
    "verified",
    "stale_after",
    "concept",
    "record",
)
RECORD_KEYS = (
    "owner",
    "approval",
    "effective_from",
    "superseded_by",
    "deprecated",
    "order",
    "answers",
)
ACT_KEYS = ("by", "at")
DERIVED_KEYS = ("trust_tier",)
IDENTITY_KEYS = (*Manifest.model_fields, "description", "language")
POLICY_KEYS = ("approvers",)
LEDGER_KEYS = ("takedowns",)


def near_key(key: str, known: Collection[str]) -> str | None:
    """The known key that `key` misses by one edit (a letter more, less, other, or two swapped) or by case."""
    if key in known:
        return None
    written = key.casefold()
    return next((right for right in known if OSA.distance(written, right, score_cutoff=1) <= 1), None)


def mistyped_keys(
    mapping: Mapping[object, object], known: Collection[str], file: str, yaml: Yaml, *path: str
) -> Iterator[Finding]:
    """A key one edit from a known one: it would be kept as unknown and silently do nothing."""
    for key in map(str, mapping):
        right = near_key(key, known)
        if right is not None:
            yield Finding(
                "mistyped-key",
                file,
                yaml.line(*path, key),
                f"`{_dotted(path, key)}` is one edit away from `{right}` and would silently do nothing.",
                f"Write `{right}`, or choose a key that cannot be mistaken for it.",
            )


def unknown_keys(
    mapping: Mapping[object, object], known: Collection[str], file: str, yaml: Yaml, *path: str
) -> Iterator[Finding]:
    """A key outside a closed set; a mistyped or derived one has a finding of its own."""
    for key in map(str, mapping):
        if key not in known and key not in DERIVED_KEYS and near_key(key, known) is None:
            yield Finding(
                "unknown-key",
                file,
                yaml.line(*path, key),
                f"`{_dotted(path, key)}` is not a key of `{'.'.join(path)}`, which has a closed set of keys.",
                f"Use one of {', '.join(known)}, or move it out of `{path[0]}`.",
            )


def derived_keys(mapping: Mapping[object, object], file: str, yaml: Yaml, *path: str) -> Iterator[Finding]:
    """A key that is worked out from others and may not be claimed."""
    for key in map(str, mapping):
        if key in DERIVED_KEYS or near_key(key, DERIVED_KEYS) is not None:
            yield Finding(
                "derived-key",
                file,
                yaml.line(*path, key),
                f"`{_dotted(path, key)}` is declared, but the trust tier is derived from `verified`.",
                "Delete the line; add a `verified` entry if somebody really verified the document.",
            )


def _dotted(path: tuple[str, ...], key: str) -> str:
    return ".".join((*path, key))
