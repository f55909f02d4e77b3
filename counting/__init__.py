"""The count: steps, tags, gates and the percentage. Knows nothing of the record, Streamlit or models."""

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
    "stretches",
    "tally",
]
