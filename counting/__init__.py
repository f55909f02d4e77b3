"""The count: steps, tags, gates and the percentage. Knows nothing of the record, Streamlit or models."""

from typing import TYPE_CHECKING, Any

from counting.gates import (
    Stretch,
    g2_warnings,
    gate_numbers,
    is_gate,
    is_protecting,
    longest_stretch,
    stretches,
)
from counting.rules import BY_ID, GATES, RULES, WALK, Rule
from counting.steps import Citation, Reason, Run, RunError, Step, Suggestion, Tag
from counting.tally import Count, percent, tally

if TYPE_CHECKING:
    from counting.intake.read import read_run

__all__ = [
    "BY_ID",
    "GATES",
    "RULES",
    "WALK",
    "Citation",
    "Count",
    "Reason",
    "Rule",
    "Run",
    "RunError",
    "Step",
    "Stretch",
    "Suggestion",
    "Tag",
    "g2_warnings",
    "gate_numbers",
    "is_gate",
    "is_protecting",
    "longest_stretch",
    "percent",
    "read_run",
    "stretches",
    "tally",
]


def __getattr__(name: str) -> Any:
    """`read_run` is imported when it is asked for: counting needs no readers of files."""
    if name == "read_run":
        from counting.intake.read import read_run

        return read_run
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
