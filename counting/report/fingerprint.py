"""A short mark that changes when anything counted changes."""

from __future__ import annotations

import hashlib
import json

from counting.report.build import Report
from counting.runfile import run_as_dict
from counting.tally import Count


def fingerprint(report: Report) -> str:
    """sha256 over run, count, gates, warnings and examples: "sha256:" and 64 hex digits."""
    content = {
        "run": run_as_dict(report.run),
        "count": _numbers(report.count),
        "gates": report.gates,
        "warnings": report.warnings,
        "examples": [[example.title, *_numbers(example.count)] for example in report.examples],
    }
    canonical = json.dumps(content, sort_keys=True, separators=(",", ":"))  # ASCII, so every string has bytes
    return "sha256:" + hashlib.sha256(canonical.encode("ascii")).hexdigest()


def _numbers(count: Count) -> list[int | None]:
    return [count.steps, count.ai, count.decision, count.typing, count.untagged, count.percentage]
