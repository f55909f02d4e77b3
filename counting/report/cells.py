"""The step table and the summary as plain cells, one order for every format. No arithmetic, no markup."""

from __future__ import annotations

from counting.report.build import Line, Report
from counting.rules import BY_ID

STEP_COLUMNS = (
    "No.", "Step", "Actor", "Tag", "Reason or rule", "Gate", "Outward", "Warning", "Minutes", "Note",
)  # fmt: skip


def step_cells(line: Line) -> tuple[str, ...]:
    step = line.step
    return (
        str(line.number),
        step.text,
        step.actor or "",
        step.tag.value if step.tag else "not tagged",
        _reason_or_rule(line),
        "gate" if line.is_gate else "",
        "outward" if step.outward else "",
        line.warning,
        number_text(step.minutes),
        _note(line),
    )


def summary_rows(report: Report) -> tuple[tuple[str, str], ...]:
    """(label, value) pairs: the headline first, then what stands behind it."""
    count = report.count
    return (
        ("Count", count.headline),
        ("AI steps", str(count.ai)),
        ("TYPING steps", str(count.typing)),
        ("DECISION steps", str(count.decision)),
        ("Untagged steps", str(count.untagged)),
        *((f"DECISION by {reason}", str(number)) for reason, number in report.decisions_by_reason.items()),
        ("Human gates", _with_numbers(report.gates)),
        ("Longest unattended stretch", stretch_text(report)),
        ("Warnings (G2)", _with_numbers(report.warnings)),
        *_total_rows(report),
        *_weight_rows(report),
        ("Lines left unsplit (R1)", _with_numbers(report.unsplit)),
    )


def about_rows(report: Report) -> tuple[tuple[str, str], ...]:
    run = report.run
    version = "not stated" if run.generation is None else f"record generation {run.generation}"
    return (
        ("Date", run.date or "not stated"),
        ("Counted by", run.counted_by or "not stated"),
        ("Trigger", run.trigger or "not stated"),
        ("Description", run.description or "not stated"),
        ("Method", version),
    )


def example_rows(report: Report) -> tuple[tuple[str, str], ...]:
    return tuple((example.title, example.count.headline) for example in report.examples)


def override_rows(report: Report) -> tuple[tuple[str, str], ...]:
    return tuple(
        (
            f"Step {item.number}: {item.text}",
            f"suggested {item.suggested}, tagged {item.tagged.value}" + (f": {item.why}" if item.why else ""),
        )
        for item in report.overrides
    )


def citation_rows(report: Report) -> tuple[tuple[str, str], ...]:
    return tuple(
        (
            citation.title,
            f"{citation.corpus_id} / {citation.stable_id}, generation {citation.generation}, "
            f"retrieved {citation.retrieved_at}, trust tier: {tier_words(citation.trust_tier)}",
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
        return "none: every step needs a person"
    where = f"step {longest.first}" if longest.length == 1 else f"steps {longest.first} to {longest.last}"
    return f"{longest.length} ({where})"


def number_text(value: float | None) -> str:
    """A number without needless decimals; missing is empty, never zero."""
    return "" if value is None else f"{value:.2f}".rstrip("0").rstrip(".")


def _reason_or_rule(line: Line) -> str:
    step = line.step
    rule = BY_ID.get(step.rule or "")
    named = f"{rule.id} {rule.name}" if rule else (step.rule or "")
    return ", ".join(part for part in (step.reason.value if step.reason else "", named) if part)


def _note(line: Line) -> str:
    step = line.step
    parts = (step.note or "", "unsplit: holds several acts (R1)" if step.unsplit else "")
    return "; ".join(part for part in parts if part)


def _with_numbers(numbers: tuple[int, ...]) -> str:
    if not numbers:
        return "0"
    word = "step" if len(numbers) == 1 else "steps"
    return f"{len(numbers)} ({word} {', '.join(map(str, numbers))})"


def _total_rows(report: Report) -> tuple[tuple[str, str], ...]:
    totals = report.totals
    if totals is None:
        return ()
    of = f"of {totals.steps} steps"
    return (
        ("Strict (person and sure suggestion agree)", f"{totals.strict} {of}"),
        ("Ceiling (every doubtful DECISION the other way)", f"{totals.ceiling} {of}"),
        ("AI or TYPING without a sure suggestion behind it", _with_numbers(totals.unbacked)),
        ("DECISION in doubt", _with_numbers(totals.doubtful)),
    )


def _weight_rows(report: Report) -> tuple[tuple[str, str], ...]:
    weights = report.weights
    if weights is None:
        return (("Time", "missing: no step has minutes"),)
    if weights.missing:
        return (("Time", f"missing: no minutes on {_with_numbers(weights.missing)}"),)
    if weights.automatable_minutes is None or weights.percentage is None:
        return (("Time", f"{number_text(weights.minutes)} minutes a run; no share yet"),)
    share = (
        f"{weights.percentage} % ({number_text(weights.automatable_minutes)} of "
        f"{number_text(weights.minutes)} minutes a run)"
    )
    if weights.hours_per_month is None:
        return (("Time share (second to the count)", share), ("Hours a month", "missing: no runs per month"))
    hours = (
        f"{number_text(weights.automatable_hours_per_month)} of {number_text(weights.hours_per_month)} hours"
    )
    return (("Time share (second to the count)", share), ("Hours a month", hours))
