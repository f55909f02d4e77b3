"""The count as the agents' door hands it over: the numbers of the JSON report, under the same names."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from counting.report import build
from counting.report.as_json import report_as_dict
from counting.runfile import run_from
from doors.arguments import CountArguments


class Wire(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class TagTotals(Wire):
    AI: int
    DECISION: int
    TYPING: int


class Numbers(Wire):
    """`automatable` (AI + TYPING) out of `steps` is the fraction; `percentage` is null while incomplete."""

    steps: int
    automatable: int
    percentage: int | None = Field(description="Whole percent, halves rounded up; null while incomplete.")
    untagged: int
    totals: TagTotals


class CountResult(Wire):
    headline: str = Field(description="The percentage with its fraction, or in words why there is none.")
    count: Numbers
    gates: list[int] = Field(description="Step numbers from 1.")
    longest_unattended_stretch: int = Field(description="A number of steps.")
    unattended_stretches: list[tuple[int, int]] = Field(description="[first, last] step numbers from 1.")
    g2_warnings: list[int] = Field(description="Step numbers from 1.")
    decisions_by_reason: dict[str, int]
    unsplit: list[int] = Field(description="Numbers of lines that hold several acts (R1).")


def count_run(arguments: CountArguments) -> CountResult:
    """Computed as the report computes it. Raises RunError."""
    report = report_as_dict(build(run_from(arguments.model_dump(exclude_unset=True))))
    return CountResult.model_validate({name: report[name] for name in CountResult.model_fields})
