"""RUN.json <-> Run: the same file is a run to count and the JSON report of one."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import Any, TypeVar

from counting.steps import Citation, Reason, Run, RunError, Step, Suggestion, Tag

FORMAT = "workflow-count"
FORMAT_VERSION = 1
MAX_FILE_BYTES = 25 * 1024 * 1024
MAX_NUMBER = 10**12  # of minutes, runs a month or a generation; sums stay exact enough far beyond it

# What a report adds to the run; read again it is computed anew, never believed.
COMPUTED_KEYS = frozenset(
    {
        "format", "format_version", "layout", "headline", "count", "gates", "longest_unattended_stretch",
        "unattended_stretches", "g2_warnings", "decisions_by_reason", "totals", "weights", "overrides",
        "unsplit", "examples", "examples_sentence", "trust_tiers", "fingerprint", "fingerprint_sentence",
    }
)  # fmt: skip

_T = TypeVar("_T")


class NewerVersion(RunError):
    """The file comes from a version of the workbench that is newer than this one."""


@dataclass(frozen=True)
class RunFile:
    """A run read from a file. `stated` holds the count the file claims, empty where it claims none."""

    run: Run
    stated: Mapping[str, Any]


def read_run_file(data: bytes | str) -> RunFile:
    """Read RUN.json or a JSON report. RunError says what is wrong, the value, and what to do."""
    return run_file_of(decode(data))


def decode(data: bytes | str) -> Any:
    """The JSON value in a file. RunError when it is too large or no JSON."""
    if len(data) > MAX_FILE_BYTES:
        raise RunError(
            f"The file has {len(data):,} bytes; {MAX_FILE_BYTES:,} is the most a run file may have. "
            "Check that it is the report's JSON file."
        )
    try:
        return json.loads(data)
    except UnicodeDecodeError as error:
        raise RunError(
            f"The file is not UTF-8 text (byte {error.start}). Choose the report's JSON file."
        ) from error
    except json.JSONDecodeError as error:
        raise RunError(
            f"The file is not complete JSON: {error.msg} at line {error.lineno}, column {error.colno}. "
            "It may have been cut off; download the report again or restore the original."
        ) from error
    except ValueError as error:
        raise RunError(f"The file holds a value that cannot be read ({error}). Correct it.") from error
    except RecursionError as error:
        raise RunError("The file is nested too deeply to be a run. Choose the report's JSON file.") from error


def run_file_of(content: object) -> RunFile:
    """The run in decoded JSON, beside the count the JSON states."""
    run = run_from(content)
    return RunFile(run, _stated(content) if isinstance(content, dict) else MappingProxyType({}))


def run_from(content: object) -> Run:
    """A run out of decoded JSON; unknown keys are kept in `extra`."""
    if not isinstance(content, dict):
        raise RunError(
            f"The file holds {_kind(content)} where a run should be. "
            'A run is an object with "title", "trigger" and "steps".'
        )
    _refuse_newer(content)
    steps = content.get("steps")
    if not isinstance(steps, list):
        raise RunError(
            f'"steps" is {_kind(steps)}; it has to be a list of steps. Add the list, even if empty.'
        )
    edges = _get(content, "edges", list, "the run")
    return Run(
        title=_get(content, "title", str, "the run") or "",
        steps=tuple(_step(number, step) for number, step in enumerate(steps, 1)),
        trigger=_get(content, "trigger", str, "the run") or "",
        description=_get(content, "description", str, "the run") or "",
        counted_by=_get(content, "counted_by", str, "the run") or "",
        date=_get(content, "date", str, "the run") or "",
        runs_per_month=_number(content, "runs_per_month", "the run"),
        edges=None if edges is None else tuple(_edge(edge) for edge in edges),
        citations=tuple(_citation(item) for item in _get(content, "citations", list, "the run") or ()),
        generation=_get(content, "generation", int, "the run"),
        extra=_unknown(content, Run, COMPUTED_KEYS),
    )


def run_as_dict(run: Run) -> dict[str, Any]:
    """The run as RUN.json holds it. `run_from(run_as_dict(run)) == run`."""
    return {
        **run.extra,
        "title": run.title,
        "trigger": run.trigger,
        "description": run.description,
        "counted_by": run.counted_by,
        "date": run.date,
        "runs_per_month": run.runs_per_month,
        "generation": run.generation,
        "steps": [_step_as_dict(step) for step in run.steps],
        "edges": None if run.edges is None else [list(edge) for edge in run.edges],
        "citations": [vars(citation).copy() for citation in run.citations],
    }


def _step_as_dict(step: Step) -> dict[str, Any]:
    suggestion = step.suggestion
    return {
        **step.extra,
        "id": step.id,
        "text": step.text,
        "actor": step.actor,
        "tag": step.tag,
        "reason": step.reason,
        "rule": step.rule,
        "gate": step.gate,
        "outward": step.outward,
        "minutes": step.minutes,
        "note": step.note,
        "unsplit": step.unsplit,
        "source": step.source,
        "suggestion": None if suggestion is None else vars(suggestion).copy(),
        "override_why": step.override_why,
    }


def _step(number: int, content: object) -> Step:
    where = f"step {number}"
    if not isinstance(content, dict):
        raise RunError(f'Step {number} is {_kind(content)}; a step is an object with a "text". Correct it.')
    try:
        return Step(
            text=_get(content, "text", str, where) or "",
            actor=_get(content, "actor", str, where),
            tag=_choice(content, "tag", Tag, where),
            reason=_choice(content, "reason", Reason, where),
            gate=_get(content, "gate", bool, where),
            outward=_get(content, "outward", bool, where) or False,
            minutes=_number(content, "minutes", where),
            note=_get(content, "note", str, where),
            rule=_get(content, "rule", str, where),
            suggestion=_suggestion(content, where),
            override_why=_get(content, "override_why", str, where),
            unsplit=_get(content, "unsplit", bool, where) or False,
            source=_get(content, "source", str, where),
            id=_get(content, "id", str, where) or "",
            extra=_unknown(content, Step, frozenset({"number"})),
        )
    except RunError as error:
        text = str(error)
        raise RunError(text if where in text.lower() else f"Step {number}: {text}") from error


def _suggestion(content: Mapping[str, Any], where: str) -> Suggestion | None:
    held = _get(content, "suggestion", dict, where)
    if held is None:
        return None
    inside = f"the suggestion of {where}"
    return Suggestion(
        tag=_choice(held, "tag", Tag, inside),
        rule=_get(held, "rule", str, inside) or "",
        sure=_get(held, "sure", bool, inside) or False,
        reason=_choice(held, "reason", Reason, inside),
        stable_id=_get(held, "stable_id", str, inside),
        evidence=_get(held, "evidence", str, inside),
    )


def _citation(content: object) -> Citation:
    if not isinstance(content, dict):
        raise RunError(f"A citation is {_kind(content)}; it has to be an object. Correct or remove it.")
    return Citation(
        corpus_id=_get(content, "corpus_id", str, "a citation") or "",
        stable_id=_get(content, "stable_id", str, "a citation") or "",
        title=_get(content, "title", str, "a citation") or "",
        generation=_get(content, "generation", int, "a citation") or 0,
        retrieved_at=_get(content, "retrieved_at", str, "a citation") or "",
        trust_tier=_get(content, "trust_tier", str, "a citation") or "",
        quote=_get(content, "quote", str, "a citation") or "",
    )


def _edge(content: object) -> tuple[str, str]:
    match content:
        case [str(source), str(target)]:
            return source, target
    raise RunError(f'The flow entry {content!r} is not a pair of step ids such as ["s1", "s2"]. Correct it.')


def _refuse_newer(content: Mapping[str, Any]) -> None:
    version = content.get("format_version", FORMAT_VERSION)
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise RunError(f"format_version is {version!r}; it has to be a whole number from 1 up.")
    if version > FORMAT_VERSION:
        raise NewerVersion(
            f"The file was written by a newer version of the workbench (format {version}; this one reads "
            f"up to {FORMAT_VERSION}). Update the workbench, or export the report again from this version."
        )


def _get(content: Mapping[str, Any], key: str, kind: type[_T], where: str) -> _T | None:
    value = content.get(key)
    if value is None:
        return None
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise RunError(
            f'"{key}" of {where} is {_short(value)}; it has to be {_NAMES[kind]} or null. Correct it.'
        )
    if isinstance(value, int):
        _refuse_large(value, key, where)
    return value


def _number(content: Mapping[str, Any], key: str, where: str) -> float | None:
    value = content.get(key)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise RunError(f'"{key}" of {where} is {_short(value)}; it has to be a number or null. Correct it.')
    _refuse_large(value, key, where)
    return value


def _refuse_large(value: float, key: str, where: str) -> None:
    if abs(value) > MAX_NUMBER:
        raise RunError(f'"{key}" of {where} is {_short(value)}; {MAX_NUMBER:,} is the most. Correct it.')


_E = TypeVar("_E", Tag, Reason)


def _choice(content: Mapping[str, Any], key: str, kind: type[_E], where: str) -> _E | None:
    value = content.get(key)
    if value is None:
        return None
    if value not in list(kind):
        raise RunError(
            f'"{key}" of {where} is {_short(value)}; it has to be one of {", ".join(kind)}, or null. '
            "Correct it."
        )
    return kind(value)


def _unknown(content: Mapping[str, Any], kind: type, computed: frozenset[str]) -> Mapping[str, Any]:
    known = {field.name for field in fields(kind)} | computed
    return MappingProxyType({key: value for key, value in content.items() if key not in known})


def _stated(content: Mapping[str, Any]) -> Mapping[str, Any]:
    return MappingProxyType({key: content[key] for key in ("count", "fingerprint") if key in content})


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _kind(value: object) -> str:
    return "missing" if value is None else _NAMES.get(type(value), _short(value))


_NAMES: dict[type, str] = {
    str: "text", int: "a whole number", float: "a number", bool: "true or false", list: "a list",
    dict: "an object",
}  # fmt: skip
