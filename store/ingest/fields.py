"""Reading typed values out of parsed YAML. Whatever is wrong becomes a finding, and reading goes on."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from datetime import UTC, datetime

from store.index.passages import Act
from store.ingest.findings import Finding
from store.ingest.keys import derived_keys, mistyped_keys, unknown_keys
from store.ingest.yamlfile import Yaml

INSTANT = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})")
_NAME = r"[A-Za-z0-9][A-Za-z0-9._@+-]*"
ACTOR = re.compile(rf"(human|process):{_NAME}|{_NAME}/{_NAME}")
SHOWN_CHARS = 80
ACTOR_FORM = "human:<id>, process:<id> or <producer>/<version>"
INSTANT_FORM = "ISO 8601 with an offset, like 2026-11-30T09:00:00+00:00"


class Fields:
    """One mapping of a file, read key by key. `findings` grows as values of the wrong form are met."""

    def __init__(
        self,
        mapping: Mapping[object, object],
        file: str,
        yaml: Yaml,
        findings: list[Finding],
        *path: str | int,
    ) -> None:
        self._mapping = mapping
        self._file = file
        self._yaml = yaml
        self.findings = findings
        self._path = path

    def value(self, key: str) -> object:
        """The raw value, None where the key is missing or empty."""
        return self._mapping.get(key)

    def refuse(self, slug: str, key: str, why: str, fix: str, *below: str | int) -> None:
        line = self._yaml.line(*self._path, key, *below)
        self.findings.append(Finding(slug, self._file, line, why, fix))

    def name(self, key: str) -> str:
        """How a finding names a key: `record.owner`, `verified[1].by` (positions from 1)."""
        name = ""
        for part in (*self._path, key):
            name += f"[{part + 1}]" if isinstance(part, int) else f".{part}" if name else part
        return name

    def text(self, key: str) -> str | None:
        """A line of text."""
        value = self.value(key)
        if value is None or (isinstance(value, str) and value.strip()):
            return None if value is None else str(value).strip()
        self.refuse(
            "wrong-form",
            key,
            f"`{self.name(key)}` is {shown(value)}, not text.",
            "Write text; in quotes where YAML reads it as a number, a list or yes and no.",
        )
        return None

    def number(self, key: str) -> int | None:
        """A whole number."""
        value = self.value(key)
        if value is None or (isinstance(value, int) and not isinstance(value, bool)):
            return value
        self.refuse(
            "wrong-form",
            key,
            f"`{self.name(key)}` is {shown(value)}, not a whole number.",
            "Write it like 120.",
        )
        return None

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts."""
        found = []
        for position, item in enumerate(self.items(key)):
            if isinstance(item, str) and item.strip():
                found.append(item.strip())
            else:
                self.refuse(
                    "wrong-form",
                    key,
                    f"item {position + 1} of `{self.name(key)}` is {shown(item)}, not text.",
                    "Write text; in quotes where YAML reads it as something else.",
                    position,
                )
        return tuple(found)

    def items(self, key: str) -> list[object]:
        """A list of anything."""
        value = self.value(key)
        if value is None:
            return []
        if isinstance(value, list):
            return value
        self.refuse(
            "wrong-form",
            key,
            f"`{self.name(key)}` is {shown(value)}, not a list.",
            "Write a list: [one, two].",
        )
        return []

    def mapping(self, key: str) -> Fields | None:
        """A mapping under `key`."""
        value = self.value(key)
        if isinstance(value, dict):
            return Fields(value, self._file, self._yaml, self.findings, *self._path, key)
        if value is not None:
            self.refuse(
                "wrong-form",
                key,
                f"`{self.name(key)}` is {shown(value)}, not a group of keys.",
                "Write `key: value` lines under it.",
            )
        return None

    def mappings(self, key: str) -> list[Fields]:
        """A list of mappings."""
        found = []
        for position, item in enumerate(self.items(key)):
            if isinstance(item, dict):
                found.append(Fields(item, self._file, self._yaml, self.findings, *self._path, key, position))
            else:
                self.refuse(
                    "wrong-form",
                    key,
                    f"item {position + 1} of `{self.name(key)}` is {shown(item)}, not a group of keys.",
                    "Write `- key: value` lines.",
                    position,
                )
        return found

    def instant(self, key: str) -> datetime | None:
        """An instant, in UTC."""
        value = self.value(key)
        if value is None:
            return None
        try:
            if isinstance(value, str) and INSTANT.fullmatch(value):
                return datetime.fromisoformat(value).astimezone(UTC)
        except (ValueError, OverflowError):
            pass  # the form is right and the day is not; refused below like any other wrong instant
        self.refuse(
            "wrong-instant",
            key,
            f"`{self.name(key)}` is {shown(value)}, not an instant.",
            f"Write {INSTANT_FORM}.",
        )
        return None

    def actor(self, key: str) -> str | None:
        value = self.value(key)
        if value is None or (isinstance(value, str) and ACTOR.fullmatch(value)):
            return value
        self.refuse(
            "wrong-actor", key, f"`{self.name(key)}` is {shown(value)}, not an actor.", f"Write {ACTOR_FORM}."
        )
        return None

    def act(self) -> Act | None:
        """This mapping as `by` and `at`, both of them required."""
        for key in ("by", "at"):
            if self.value(key) is None:
                self.missing(key)
        by, at = self.actor("by"), self.instant("at")
        return None if by is None or at is None else Act(by, at)

    def closed(self, known: Collection[str]) -> list[Finding]:
        """Findings for every key that is not one of `known`."""
        where = [str(part) for part in self._path]
        rules = (mistyped_keys, unknown_keys)
        found = [
            finding
            for rule in rules
            for finding in rule(self._mapping, known, self._file, self._yaml, *where)
        ]
        return [*found, *derived_keys(self._mapping, self._file, self._yaml, *where)]

    def missing(self, key: str) -> None:
        self.refuse("missing-key", key, f"`{self.name(key)}` is missing.", f"Add `{key}:`.")


def shown(value: object) -> str:
    """A value as a finding quotes it: on one line, and not too much of it."""
    text = repr(value)
    return text if len(text) <= SHOWN_CHARS else text[: SHOWN_CHARS - 1] + "…"
