"""JSON read into plain values, no deeper than the cap."""

from __future__ import annotations

import json
from typing import Any

from counting.intake.caps import Caps, refuse
from counting.intake.draft import IntakeError

Json = dict[str, Any]
LOOKED_AT = 1_000  # entries of a list; what a list is shows in its first ones
_FLATTEN = "Export the workflow again, or give its steps as a list."


def load(text: str, caps: Caps) -> tuple[Any, int]:
    """The value in a JSON text, and how many characters stand behind its end and are no JSON.

    Raises IntakeError for broken JSON and for too deep a nesting.
    """
    start = len(text) - len(text.lstrip())
    try:
        value, end = json.JSONDecoder().raw_decode(text, start)
        rest = text[end:].strip()
        if rest and (not isinstance(value, dict) or rest[0] in "{[,"):
            raise json.JSONDecodeError("Extra data", text, end)
    except RecursionError:
        raise _too_deep(caps) from None
    except json.JSONDecodeError as error:
        raise IntakeError(
            f"This JSON is broken at line {error.lineno}, column {error.colno}: {error.msg}. Export it again."
        ) from None
    except ValueError as error:
        raise IntakeError(
            f"This JSON holds a value that cannot be read ({error}). Export it again."
        ) from None
    _check_depth(value, caps)
    return value, len(rest)


def _check_depth(value: Any, caps: Caps) -> None:
    level = [value]
    for _ in range(caps.nesting):
        level = [child for parent in level for child in _children(parent)]
        if not level:
            return
    raise _too_deep(caps)


def _children(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return [child for child in value.values() if isinstance(child, (dict, list))]
    if isinstance(value, list):
        return [child for child in value if isinstance(child, (dict, list))]
    return []


def _too_deep(caps: Caps) -> IntakeError:
    return refuse("nesting", caps.nesting, f"The JSON is nested more than {caps.nesting} deep", _FLATTEN)


def text_of(value: Any) -> str:
    """A string as it is, a number as written, "" for anything else."""
    if isinstance(value, str):
        return value
    return str(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else ""


def dict_of(value: Any) -> Json:
    """The value when it is an object, an empty one otherwise: exports leave out what is empty."""
    return value if isinstance(value, dict) else {}


def list_of(value: Any) -> list[Any]:
    """The value when it is a list, an empty one otherwise."""
    return value if isinstance(value, list) else []
