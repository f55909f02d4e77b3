"""What the tools take: pydantic models, which are both the published JSON schema and the check."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from counting import Reason, Tag
from counting.steps import MAX_STEP_CHARS, MAX_STEPS
from store import DEFAULT_K, MAX_DEPTH, MAX_K, MAX_LIMIT, MAX_QUERY_CHARS, MIN_K
from store.envelope import TrustTier

MAX_NAME_CHARS = 1_000
MAX_TOKEN_CHARS = 4_000

Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=MAX_NAME_CHARS)]
Tier = Annotated[
    TrustTier,
    Field(description="Lowest trust tier to serve. Raises the deployment's minimum, never lowers it."),
]


class Arguments(BaseModel):
    """Types are taken as they are: "5" is no number and 1 is no yes."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class SearchArguments(Arguments):
    query: Annotated[
        str, StringConstraints(strip_whitespace=True, min_length=1, max_length=MAX_QUERY_CHARS)
    ] = Field(description="A question, or a step of a workflow as somebody wrote it.")
    k: int = Field(DEFAULT_K, ge=MIN_K, le=MAX_K, description="How many passages at most.")
    min_trust_tier: Tier = "unverified"


class ReadArguments(Arguments):
    name: Name = Field(description="A slug or a stable_id, as a search or the outline shows it.")
    heading: Name | None = Field(None, description="One section only, by its heading.")
    snapshot_token: Annotated[str, StringConstraints(max_length=MAX_TOKEN_CHARS)] | None = Field(
        None, description="snapshot.token of an earlier answer, to read the same generation."
    )
    min_trust_tier: Tier = "unverified"


class OutlineArguments(Arguments):
    node: Name | None = Field(None, description="A folder, a slug or a stable_id; everything when null.")
    depth: int = Field(0, ge=0, le=MAX_DEPTH, description="Levels of headings below each document.")
    limit: int = Field(200, ge=1, le=MAX_LIMIT, description="Rows on this page.")
    offset: int = Field(0, ge=0, description="First row, from 0.")
    min_trust_tier: Tier = "unverified"


class StepArguments(BaseModel):
    """One step, as RUN.json holds it. Keys that this version does not know are allowed and change nothing."""

    model_config = ConfigDict(frozen=True, extra="allow", strict=True)

    text: str = Field(min_length=1, max_length=MAX_STEP_CHARS, description="One actor, one act, one object.")
    actor: str | None = None
    tag: Literal[tuple(each.value for each in Tag)] | None = Field(  # type: ignore[valid-type]  # made from the enum, so that the schema follows it
        None, description="What the step needs: a model, a person, ordinary software. null: not tagged yet."
    )
    reason: Literal[tuple(each.value for each in Reason)] | None = Field(  # type: ignore[valid-type]  # as above
        None, description="Why a person keeps it; on a DECISION only."
    )
    gate: bool | None = Field(None, description="null: the default, a DECISION is one.")
    outward: bool | None = Field(None, description="The effect leaves the house or cannot be undone.")
    minutes: float | None = Field(None, ge=0, allow_inf_nan=False, description="Per run; null is missing.")
    note: str | None = None
    rule: str | None = Field(None, description="The rule behind the tag, R1 to R15.")
    suggestion: dict[str, Any] | None = None
    override_why: str | None = None
    unsplit: bool | None = Field(None, description="The line holds several acts left together (R1).")
    source: str | None = None
    id: str | None = Field(None, description="Unique inside the run; needed only where edges name it.")


class CountArguments(BaseModel):
    """A run, as RUN.json holds it; a JSON report is one too."""

    model_config = ConfigDict(frozen=True, extra="allow", strict=True)

    steps: list[StepArguments] = Field(max_length=MAX_STEPS, description="In the order they are done.")
    title: str | None = None
    trigger: str | None = None
    edges: list[list[str]] | None = Field(
        None, description="[from id, to id] pairs where the run branches or loops; null: one after the other."
    )


def readable(tool: str, error: ValidationError) -> str:
    """Every refused argument: where it is, what it was, what it may be."""
    lines = [f"{tool} was not called: its arguments were refused."]
    return "\n".join([*lines, *(f"- {_problem(problem)}" for problem in error.errors(include_url=False))])


def _problem(problem: Any) -> str:
    where = _place(problem["loc"])
    match problem["type"]:
        case "missing":
            return f"{where} is missing: give it."
        case "extra_forbidden":
            return f"{where} is no argument of this tool: leave it out."
        case _:
            return f"{where} is {_shown(problem['input'])}: {problem['msg']}."


def _place(loc: tuple[str | int, ...]) -> str:
    """steps.0.tag is said as a person counts: steps, number 1, tag."""
    return ", ".join(f"number {part + 1}" if isinstance(part, int) else part for part in loc) or "arguments"


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}... ({len(text):,} characters)"
