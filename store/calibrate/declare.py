"""Write what was measured into record.yaml: one block is exchanged, every comment stays where it is."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path

import yaml

from store.errors import SettingsError


def declare(corpus: Path, key: str, values: Mapping[str, object] | None) -> None:
    """Set the top-level `key` of record.yaml to `values`; None takes it out. Raises SettingsError."""
    path = corpus / "record.yaml"
    text = path.read_text(encoding="utf-8")
    block = "" if values is None else yaml.safe_dump({key: dict(values)}, sort_keys=False, allow_unicode=True)
    pattern = re.compile(rf"^{re.escape(key)}:.*\n(?:[ \t]+.*\n|\n(?=[ \t]))*", re.MULTILINE)
    if not text.endswith("\n"):
        text += "\n"
    if pattern.search(text):
        changed = pattern.sub(lambda _: block, text, count=1)
    else:
        changed = text + (f"\n{block}" if block else "")
    if _read(changed) != _with(_read(text), key, values):
        raise SettingsError(
            f"record.yaml holds its `{key}` in a form that cannot be exchanged safely; nothing was written. "
            f"Write `{key}:` at the start of a line, its values indented below it."
        )
    fresh = path.with_name("record.yaml.new")
    fresh.write_text(changed, encoding="utf-8")
    os.replace(fresh, path)


def _with(declared: object, key: str, values: Mapping[str, object] | None) -> object:
    if not isinstance(declared, dict):
        return declared
    others = {name: value for name, value in declared.items() if name != key}
    return others if values is None else {**others, key: dict(values)}


def _read(text: str) -> object:
    """None for a text that is no YAML."""
    try:
        return yaml.safe_load(text)
    except yaml.YAMLError:
        return None
