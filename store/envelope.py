"""The wire: what a search answers. Field names and enum values are fixed (record.md section 3)."""

from __future__ import annotations

from typing import Literal, get_args

from pydantic import BaseModel, ConfigDict

TrustTier = Literal["unverified", "machine-confirmed", "human-reviewed"]
AbsenceReason = Literal["abstained", "unavailable", "unpublished"]
DegradedReason = Literal["embed_unavailable", "embed_unavailable_keyword_only", "store_unavailable"]


class Wire(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class ActBy(Wire):
    """An actor and an instant (ISO 8601, UTC)."""

    by: str
    at: str


class Approval(ActBy):
    """`checked` is always the word policy: the approver was on the policy's list, no more."""

    checked: Literal["policy"] = "policy"


class Governance(Wire):
    status: str
    trust_tier: TrustTier
    verified: ActBy | None
    effective_from: str | None
    stale_after: str | None
    approval: Approval | None
    owner: str | None


class Provenance(Wire):
    corpus_id: str
    stable_id: str
    slug: str
    generation: int
    retrieved_at: str


class Hit(Wire):
    """One passage. `score` is the fusion score, not a similarity; `cosine` is None when not measured."""

    slug: str
    title: str
    heading_path: list[str]
    content: str
    score: float
    cosine: float | None
    provenance: Provenance
    governance: Governance


class Floor(Wire):
    floor: float


class Snapshot(Wire):
    """A signed pin on a generation, live until `expires_at`."""

    corpus_id: str
    generation: int
    token: str
    expires_at: str


class Envelope(Wire):
    """The same object for every outcome of a search."""

    ok: bool
    abstained: bool
    reason: AbsenceReason | None
    gate: Literal["off"] | Floor
    top_cosine: float | None
    hits: list[Hit]
    snapshot: Snapshot | None
    note: str | None = None
    k_note: str | None = None
    degraded_reason: DegradedReason | None = None
    content_advisory: str | None = None


class Section(Wire):
    """A heading of a document, by the headings above it, outermost first."""

    heading_path: list[str]


class DocumentRead(Wire):
    """A document, or one section of it, as its file has it.

    `content` is the whole file, the block of `frontmatter` first; with `heading`, that section alone.
    """

    slug: str
    stable_id: str
    type: str
    title: str
    description: str
    heading: str | None
    content: str
    frontmatter: str
    sections: list[Section]
    provenance: Provenance
    governance: Governance
    snapshot: Snapshot
    snapshot_status: str
    content_advisory: str | None = None

    @property
    def body(self) -> str:
        """`content` without the frontmatter."""
        return self.content if self.heading is not None else self.content[len(self.frontmatter) :]


class OutlineRow(Wire):
    """A document, or a heading in one (`kind`). `level`: 0 for a document, 1 for its outermost headings."""

    kind: Literal["document", "heading"]
    slug: str
    stable_id: str
    level: int
    title: str
    heading_path: list[str]
    type: str
    description: str
    trust_tier: TrustTier


class Outline(Wire):
    """One page of the record's documents in reading order."""

    corpus_id: str
    generation: int
    node: str | None
    rows: list[OutlineRow]
    total: int
    has_more: bool
    next_offset: int | None
    note: str


class EmbeddingSpace(Wire):
    """The space of the generation served. Vectors of two spaces are never compared."""

    model_id: str
    dimension: int
    adapter_digest: str | None
    digest: str


State = Literal["serving", "unpublished", "unavailable", "uncalibrated"]


class Status(Wire):
    """What is served now. `state` says whether an answer can be had at all.

    `documents` and `passages` are the generation's; `served` counts the documents that may be served at this
    moment, `trust_tiers` those by tier. `gate` is `uncalibrated` when every call is refused, and `problem`
    says why in words, as it does for an outage.
    """

    corpus_id: str
    title: str
    state: State
    generation: int | None
    published_at: str | None
    documents: int
    passages: int
    served: int
    trust_tiers: dict[str, int]
    embedding_space: EmbeddingSpace | None
    gate: Literal["off", "uncalibrated"] | Floor
    min_trust_tier: TrustTier
    covers: list[str]
    does_not_cover: list[str]
    problem: str | None = None


SuggestedTag = Literal["AI", "DECISION", "TYPING", "NOTASTEP"]
SUGGESTED: tuple[SuggestedTag, ...] = get_args(SuggestedTag)
"""In the order of the exams."""

NOT_A_STEP: SuggestedTag = "NOTASTEP"
"""A line that is no step at all (R12)."""

SuggestedReason = Literal["judgement", "accountability", "relationship", "presence"]


class StepLine(Wire):
    """A step to suggest a tag for, with what is known around it. `before` and `after` are its neighbours.

    The step may begin with its context in [brackets], as in "[the committee decides next] Review the plan".
    """

    id: str
    step: str
    actor: str = ""
    before: str = ""
    after: str = ""
    domain: str = ""


class Evidence(Wire):
    """A place in the record that speaks for a suggestion: an example line, or a passage without one."""

    text: str
    example: bool
    cosine: float
    title: str
    heading_path: list[str]
    provenance: Provenance


class StepSuggestion(Wire):
    """What the record proposes for a step. A person decides; a suggestion never changes a count by itself.

    `tag` is None for a line that is no step (R12). `reason` only for a DECISION. `sure` is measured: among
    sure suggestions the share that `python -m store calibrate` asks for was right.
    """

    id: str
    tag: Literal["AI", "DECISION", "TYPING"] | None
    reason: SuggestedReason | None
    rule: str
    sure: bool
    stable_id: str | None
    evidence: list[Evidence]
