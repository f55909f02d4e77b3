"""Report -> JSON: a report that is also a run (read it back with counting.runfile)."""

from __future__ import annotations

import json
import re
from typing import Any

from counting.report import cells
from counting.report.build import EXAMPLES_SENTENCE, Report
from counting.report.fingerprint import fingerprint
from counting.report.sections import LAYOUT
from counting.runfile import FORMAT, FORMAT_VERSION, run_as_dict
from counting.tally import Count

_SURROGATE = re.compile("[\ud800-\udfff]")


def write_json(report: Report) -> bytes:
    """UTF-8, two spaces of indent, the run's own keys first. A lone surrogate is written as an escape."""
    text = json.dumps(report_as_dict(report), ensure_ascii=False, indent=2)
    return _SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", text).encode("utf-8")


def report_as_dict(report: Report) -> dict[str, Any]:
    """The run plus every computed number. Step numbers count from 1; the longest stretch is a length."""
    return {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "layout": LAYOUT,
        **_numbered(run_as_dict(report.run)),
        "headline": report.count.headline,
        "count": count_as_dict(report.count),
        "gates": list(report.gates),
        "longest_unattended_stretch": report.longest_length,
        "unattended_stretches": [[stretch.first, stretch.last] for stretch in report.stretches],
        "g2_warnings": list(report.warnings),
        "decisions_by_reason": report.decisions_by_reason,
        "unsplit": list(report.unsplit),
        "totals": None if report.totals is None else vars(report.totals).copy(),
        "weights": None if report.weights is None else vars(report.weights).copy(),
        "overrides": [vars(override).copy() for override in report.overrides],
        "examples": [
            {"title": example.title, "headline": example.count.headline, **count_as_dict(example.count)}
            for example in report.examples
        ],
        "examples_sentence": EXAMPLES_SENTENCE,
        "trust_tiers": {
            citation.trust_tier: cells.tier_words(citation.trust_tier) for citation in report.run.citations
        },
        "fingerprint": fingerprint(report),
        "fingerprint_sentence": cells.FINGERPRINT_SENTENCE,
    }


def count_as_dict(count: Count) -> dict[str, Any]:
    """The count as JSON and the other doors hand it over."""
    return {
        "steps": count.steps,
        "automatable": count.automatable,
        "percentage": count.percentage,
        "untagged": count.untagged,
        "totals": count.totals,
    }


def _numbered(run: dict[str, Any]) -> dict[str, Any]:
    return run | {"steps": [{"number": n, **step} for n, step in enumerate(run["steps"], 1)]}
