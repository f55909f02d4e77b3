"""What a JSON value is by its keys, whatever tool wrote it."""

from __future__ import annotations

from typing import Any

from counting.intake import make, n8n, power_automate, step_functions, trello
from counting.intake.draft import IntakeError
from counting.intake.jsontext import LOOKED_AT, dict_of, list_of
from counting.intake.refusals import refusal
from counting.runfile import FORMAT, run_from
from counting.steps import RunError

_READERS = {
    "n8n": n8n,
    "step_functions": step_functions,
    "power_automate": power_automate,
    "make": make,
    "trello": trello,
}


def json_kind(value: Any) -> str:
    """The reader for a JSON value. Raises IntakeError, naming what was found, when there is none."""
    for reader, module in _READERS.items():
        if module.holds(value):
            return reader
    if _is_run_file(value):
        raise _own_run(value)
    known = _refused(value)
    if known:
        raise refusal(known)
    raise IntakeError(
        f"This JSON is no kind of workflow known here: it holds {_described(value)}. "
        "Export the workflow from n8n, Power Automate, Make, Step Functions or Trello, or as BPMN 2.0 XML, "
        "or paste the steps, one act per line."
    )


def _is_run_file(value: Any) -> bool:
    """A report by its mark; a bare run by steps that have a text and a tag."""
    holder = dict_of(value)
    steps = [dict_of(step) for step in list_of(holder.get("steps"))[:LOOKED_AT]]
    return holder.get("format") == FORMAT or any("text" in step and "tag" in step for step in steps)


def _own_run(value: Any) -> IntakeError:
    """Where a saved count is opened, or what keeps it from being one."""
    try:
        run_from(value)
    except RunError as error:
        return IntakeError(str(error))
    return refusal("own run")


def _refused(value: Any) -> str | None:
    holder = dict_of(value)
    turns = (
        [value]
        if isinstance(value, list)
        else [entry for entry in holder.values() if isinstance(entry, list)]
    )
    if any(_is_talk(turn) for turn in turns):
        return "meeting"
    if holder.get("type") == "excalidraw":
        return "whiteboard"
    if "openapi" in holder or "swagger" in holder:
        return "api"
    entries = [dict_of(entry) for entry in list_of(value)[:LOOKED_AT]]
    return "node-red" if entries and any("wires" in entry and "type" in entry for entry in entries) else None


def _is_talk(turns: list[Any]) -> bool:
    """Turns of speakers: who said what."""
    entries = [dict_of(turn) for turn in turns[:20]]
    spoken = ("content", "text", "utterance", "words", "transcript")
    return bool(entries) and all(
        "speaker" in entry and any(key in entry for key in spoken) for entry in entries
    )


def _described(value: Any) -> str:
    if isinstance(value, dict):
        keys = ", ".join(repr(str(key)[:30]) for key in list(value)[:5])
        return f"the keys {keys}" if keys else "an empty object"
    if isinstance(value, list):
        return f"a list of {len(value):,} entries" if value else "an empty list"
    return "a single value"
