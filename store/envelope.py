"""The wire: what a search answers. Field names and enum values are fixed (record.md section 3)."""

from __future__ import annotations

from typing import Literal

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
