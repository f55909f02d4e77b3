"""What a report says, as plain cells, one wording for every format. No arithmetic, no markup."""

from __future__ import annotations

from typing import NamedTuple

from counting.report.build import Line, Report
from counting.report.readable import one_line, readable
from counting.rules import BY_ID
from counting.tally import Count

Cell = str | int | float

STEP_COLUMNS = (
    "No.", "Step", "Actor", "Tag", "Reason or rule", "Gate", "Outward", "Warning", "Minutes", "Note",
)  # fmt: skip
OVERRIDE_COLUMNS = ("No.", "Step", "Suggested", "Tagged", "Why")
EXAMPLE_COLUMNS = ("Worked count", "Count", "AI", "TYPING", "DECISION")
CITATION_COLUMNS = (
    "Passage", "corpus_id", "stable_id", "Generation", "Retrieved at", "Trust tier", "Quote",
)  # fmt: skip

FINGERPRINT_SENTENCE = (
    "The fingerprint is the same in every format of this report and changes when anything counted changes. "
    'It shows changes but is no signature: it does not prove who wrote the report. "Check a report" in the '
    "workbench says whether a file still matches."
)
NO_EXAMPLES = "None are shown: this report was written without the record that holds them."
NO_CITATIONS = "No passage of the record is cited."
NO_OVERRIDES = "None: no sure suggestion was overridden."
NOT_STATED = "not stated"


class Row(NamedTuple):
    """A label and what stands beside it; `number` where the value is one number, a share where `is_share`."""

    label: str
    value: str
    number: int | float | None = None
    is_share: bool = False


def words(cell: Cell) -> str:
    """A cell as text."""
    return cell if isinstance(cell, str) else number_text(cell)


def title(report: Report) -> str:
    return one_line(report.title)


def step_cells(line: Line) -> tuple[Cell, ...]:
    step = line.step
    return (
        line.number,
        readable(step.text),
        readable(step.actor or ""),
        tag_words(line),
        readable(_reason_or_rule(line)),
        "gate" if line.is_gate else "",
        "outward" if step.outward else "",
        line.warning,
        "" if step.minutes is None else step.minutes,
        readable(_note(line)),
    )


def tag_words(line: Line) -> str:
    return line.step.tag.value if line.step.tag else "not tagged"


def summary_rows(report: Report) -> tuple[Row, ...]:
    """The headline first, then what stands behind it."""
    count = report.count
    return (
        Row("Count", count.headline, count.percentage, is_share=True),
        Row("AI steps", str(count.ai), count.ai),
        Row("TYPING steps", str(count.typing), count.typing),
        Row("DECISION steps", str(count.decision), count.decision),
        Row("Untagged steps", str(count.untagged), count.untagged),
        *(Row(f"DECISION by {reason}", str(n), n) for reason, n in report.decisions_by_reason.items()),
        Row("Human gates", _with_numbers(report.gates), len(report.gates)),
        Row("Longest unattended stretch", stretch_text(report), report.longest_length),
        Row("Warnings (G2)", _with_numbers(report.warnings), len(report.warnings)),
        *_total_rows(report),
        *_weight_rows(report),
        Row("Lines left unsplit (R1)", _with_numbers(report.unsplit), len(report.unsplit)),
    )


def about_rows(report: Report) -> tuple[Row, ...]:
    run = report.run
    version = NOT_STATED if run.generation is None else f"record generation {run.generation}"
    return (
        Row("Date", readable(run.date) or NOT_STATED),
        Row("Counted by", readable(run.counted_by) or NOT_STATED),
        Row("Trigger", readable(run.trigger) or NOT_STATED),
        Row("Description", readable(run.description) or NOT_STATED),
        Row("Method", version),
    )


def example_cells(report: Report) -> tuple[tuple[Cell, ...], ...]:
    return tuple(
        (one_line(example.title), example.count.headline, *_totals(example.count))
        for example in report.examples
    )


def override_cells(report: Report) -> tuple[tuple[Cell, ...], ...]:
    return tuple(
        (item.number, readable(item.text), item.suggested, item.tagged.value, readable(item.why))
        for item in report.overrides
    )


def citation_cells(report: Report) -> tuple[tuple[Cell, ...], ...]:
    return tuple(
        (
            one_line(citation.title),
            one_line(citation.corpus_id),
            one_line(citation.stable_id),
            citation.generation,
            one_line(citation.retrieved_at),
            tier_words(one_line(citation.trust_tier)),
            readable(citation.quote),
        )
        for citation in report.run.citations
    )


def tier_words(tier: str) -> str:
    """A trust tier in words. An unknown word is shown as it stands."""
    return {
        "unverified": "unverified (nobody has recorded a check of this document)",
        "machine-confirmed": "machine-confirmed (a program checked it, no person)",
        "human-reviewed": "human-reviewed (the document says a person read it)",
    }.get(tier, tier)


def stretch_text(report: Report) -> str:
    longest = report.longest
    if longest is None:
        return "none: no AI or TYPING step runs without a gate"
    where = f"step {longest.first}" if longest.length == 1 else f"steps {longest.first} to {longest.last}"
    return f"{longest.length} ({where})"


def number_text(value: float | None) -> str:
    """A number without needless decimals; missing is empty, never zero."""
    return "" if value is None else f"{value:.2f}".rstrip("0").rstrip(".")


def picture_words(report: Report) -> str:
    """The picture of the run in words, for those who do not see it."""
    count = report.count
    return (
        f"The run in order, one mark per step: {count.steps} steps, {count.ai} AI, {count.typing} TYPING, "
        f"{count.decision} DECISION, {count.untagged} not tagged. Human gates: {len(report.gates)}. "
        f"Longest unattended stretch: {stretch_text(report)}. Warnings (G2): {len(report.warnings)}. "
        "The table of the steps holds the same."
    )


def _reason_or_rule(line: Line) -> str:
    step = line.step
    rule = BY_ID.get(step.rule or "")
    named = f"{rule.id} {rule.name}" if rule else (step.rule or "")
    return ", ".join(part for part in (step.reason.value if step.reason else "", named) if part)


def _note(line: Line) -> str:
    step = line.step
    parts = (step.note or "", "unsplit: holds several acts (R1)" if step.unsplit else "")
    return "; ".join(part for part in parts if part)


def _totals(count: Count) -> tuple[int, int, int]:
    return count.ai, count.typing, count.decision


def _with_numbers(numbers: tuple[int, ...]) -> str:
    if not numbers:
        return "0"
    word = "step" if len(numbers) == 1 else "steps"
    return f"{len(numbers)} ({word} {', '.join(map(str, numbers))})"


def _total_rows(report: Report) -> tuple[Row, ...]:
    totals = report.totals
    if totals is None:
        why = "the count is incomplete" if report.count.percentage is None else "no suggestion was recorded"
        return (Row("Strict total and ceiling", f"missing: {why}"),)
    of = f"of {totals.steps} steps"
    return (
        Row("Strict (person and sure suggestion agree)", f"{totals.strict} {of}", totals.strict),
        Row("The count", f"{totals.count} {of}", totals.count),
        Row("Ceiling (every doubtful DECISION the other way)", f"{totals.ceiling} {of}", totals.ceiling),
        Row(
            "AI or TYPING without a sure suggestion behind it",
            _with_numbers(totals.unbacked),
            len(totals.unbacked),
        ),
        Row("DECISION in doubt", _with_numbers(totals.doubtful), len(totals.doubtful)),
    )


def _weight_rows(report: Report) -> tuple[Row, ...]:
    weights = report.weights
    if weights is None:
        return (Row("Time", "missing: no step has minutes"),)
    if weights.missing:
        return (Row("Time", f"missing: no minutes on {_with_numbers(weights.missing)}"),)
    if weights.automatable_minutes is None or weights.percentage is None:
        return (Row("Time", f"{number_text(weights.minutes)} minutes a run; no share yet", weights.minutes),)
    share = (
        f"{weights.percentage} % ({number_text(weights.automatable_minutes)} of "
        f"{number_text(weights.minutes)} minutes a run)"
    )
    shown = Row("Time share (second to the count)", share, weights.percentage, is_share=True)
    if weights.hours_per_month is None:
        return (shown, Row("Hours a month", "missing: no runs per month"))
    hours = (
        f"{number_text(weights.automatable_hours_per_month)} of {number_text(weights.hours_per_month)} hours"
    )
    return (shown, Row("Hours a month", hours))
