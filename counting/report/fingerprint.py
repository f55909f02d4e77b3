"""A short mark that changes when anything counted changes."""

from __future__ import annotations

import hashlib
import json

from counting.report.build import Report
from counting.runfile import run_as_dict


def fingerprint(report: Report) -> str:
    """sha256 over the run and its count, as "sha256:" and 64 hex digits; the same in every format."""
    content = {
        "run": run_as_dict(report.run),
        "count": [report.count.steps, report.count.automatable, report.count.percentage],
        "gates": report.gates,
        "warnings": report.warnings,
    }
    canonical = json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return "sha256:" + hashlib.sha256(canonical.encode("utf-8", "replace")).hexdigest()
