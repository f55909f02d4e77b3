"""Decoded JSON report -> Report: the run and the examples are read, every number is computed anew."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from counting.report.build import Example, Report, build
from counting.runfile import run_from
from counting.steps import RunError
from counting.tally import Count


def rebuild(content: object, examples: Sequence[Example] = ()) -> Report:
    """The report of the run in `content`, beside its own worked counts or else `examples`.

    Raises RunError for bad content, NewerVersion for a newer file.
    """
    run = run_from(content)
    held = content.get("examples") if isinstance(content, dict) else None
    if held is not None and not isinstance(held, list):
        raise RunError('"examples" has to be a list of worked counts, or be left out. Correct it.')
    return build(run, tuple(examples) if held is None else [_example(example) for example in held])


def _example(content: object) -> Example:
    match content:
        case {"title": str(title), "totals": dict(totals), "untagged": untagged, "steps": steps}:
            numbers = [totals.get("AI"), totals.get("DECISION"), totals.get("TYPING"), untagged]
            whole = [number for number in (steps, *numbers) if _is_amount(number)]
            if len(whole) == 5 and whole[0] == sum(whole[1:]):
                return Example(title, Count(*whole))
    raise RunError("A worked count among the examples has no title or no whole totals. Correct or remove it.")


def _is_amount(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 1_000_000


def stated_layout(content: Mapping[str, Any]) -> int | None:
    """The version of words and order that a decoded report says it was written in."""
    claimed = content.get("layout")
    return claimed if isinstance(claimed, int) and not isinstance(claimed, bool) else None


def stated_fingerprint(content: Mapping[str, Any]) -> str | None:
    """The fingerprint a decoded report claims."""
    claimed = content.get("fingerprint")
    return claimed if isinstance(claimed, str) else None
