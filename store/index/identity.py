"""Which corpus a folder holds: the `corpus_id` of its record.yaml."""

from __future__ import annotations

import re
from pathlib import Path

import yaml

from store.errors import SettingsError

CORPUS_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
_HOW = "Set RECORD_CORPUS to a folder that holds record.yaml and documents/."


def read_corpus_id(corpus: Path) -> str:
    """The corpus_id that record.yaml declares. Raises SettingsError where there is none to be had."""
    try:
        declared = yaml.safe_load((corpus / "record.yaml").read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise SettingsError(f"the corpus folder {corpus.name!r} has no record.yaml. {_HOW}") from None
    except OSError:
        raise SettingsError(f"record.yaml of the corpus {corpus.name!r} cannot be read. {_HOW}") from None
    except (yaml.YAMLError, UnicodeDecodeError, RecursionError):
        raise SettingsError(
            "record.yaml of the corpus is not valid YAML. `python -m store check` shows the line."
        ) from None
    corpus_id = declared.get("corpus_id") if isinstance(declared, dict) else None
    if not isinstance(corpus_id, str) or not CORPUS_ID.fullmatch(corpus_id):
        raise SettingsError(
            f"record.yaml has corpus_id {corpus_id!r}: it needs 1 to 100 letters, digits, dots, dashes or "
            "underscores, for example `corpus_id: workflow-count`."
        )
    return corpus_id
