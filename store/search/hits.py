"""From ranked passages to the hits of an answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from store.envelope import ActBy, Approval, Governance, Hit, Provenance
from store.governance import derive_tier
from store.index.passages import Act, Document, Passage


@dataclass(frozen=True)
class Ranked:
    """A passage with its document, its fusion score, and its cosine where it was measured."""

    passage: Passage
    document: Document
    score: float
    cosine: float | None


@dataclass(frozen=True)
class Origin:
    """What every hit of one answer has in common."""

    corpus_id: str
    generation: int
    retrieved_at: datetime


def to_hits(ranked: Sequence[Ranked], origin: Origin) -> list[Hit]:
    return [_hit(one, origin) for one in ranked]


def within_budget(hits: list[Hit], budget_chars: int) -> tuple[list[Hit], str | None]:
    """The hits from the top whose contents fit, the first always; a note when lower ones were left out."""
    used = 0
    for place, hit in enumerate(hits):
        used += len(hit.content)
        if place and used > budget_chars:
            return hits[:place], _left_out(len(hits) - place, len(hits), budget_chars)
    return hits, None


def provenance_of(document: Document, origin: Origin) -> Provenance:
    return Provenance(
        corpus_id=origin.corpus_id,
        stable_id=document.stable_id,
        slug=document.slug,
        generation=origin.generation,
        retrieved_at=instant(origin.retrieved_at),
    )


def governance_of(document: Document) -> Governance:
    """What the document says of itself, as the wire says it."""
    approval = document.approval
    return Governance(
        status=document.status,
        trust_tier=derive_tier(document.verified),
        verified=_act(strongest(document.verified)),
        effective_from=None if document.effective_from is None else instant(document.effective_from),
        stale_after=None if document.stale_after is None else instant(document.stale_after),
        approval=None if approval is None else Approval(by=approval.by, at=instant(approval.at)),
        owner=document.owner,
    )


def strongest(verified: Sequence[Act]) -> Act | None:
    """The verification that earns the tier: the latest by a human, else the latest by a machine."""
    return max(verified, key=lambda act: (act.by.startswith("human:"), act.at), default=None)


def instant(at: datetime) -> str:
    """ISO 8601 in UTC, whole seconds unless there is more to say."""
    return at.astimezone(UTC).isoformat()


def _hit(ranked: Ranked, origin: Origin) -> Hit:
    return Hit(
        slug=ranked.document.slug,
        title=ranked.document.title,
        heading_path=list(ranked.passage.heading_path),
        content=ranked.passage.text,
        score=ranked.score,
        cosine=ranked.cosine,
        provenance=provenance_of(ranked.document, origin),
        governance=governance_of(ranked.document),
    )


def _act(act: Act | None) -> ActBy | None:
    return None if act is None else ActBy(by=act.by, at=instant(act.at))


def _left_out(dropped: int, found: int, budget_chars: int) -> str:
    were = "was" if dropped == 1 else "were"
    return (
        f"{dropped} of {found} passages {were} left out, the lowest ranked, to keep the answer within "
        f"{budget_chars:,} characters. Ask a narrower question, or read the documents whole."
    )
