"""status: what is served at this moment, or in words why nothing is."""

from __future__ import annotations

from collections import Counter
from typing import Literal

from store.envelope import EmbeddingSpace, Floor, State, Status
from store.errors import StoreUnavailable, Uncalibrated
from store.governance import derive_tier
from store.index.embedder import Space
from store.index.generations import Serving
from store.search.gate import gate_in_force
from store.search.hits import instant
from store.search.parts import Parts


def status_of(parts: Parts) -> Status:
    """Never raises: an outage is a state too."""
    try:
        serving = parts.catalog().serving()
        return _told(parts, serving, _tiers(parts, serving), None)
    except StoreUnavailable as error:
        return _told(parts, None, Counter(), str(error))


def _told(parts: Parts, serving: Serving | None, tiers: Counter[str], problem: str | None) -> Status:
    manifest = parts.manifest()
    active = None if serving is None else serving.generation
    state = _state(serving)
    gate: Literal["off", "uncalibrated"] | Floor
    try:
        gate = gate_in_force(manifest, None if active is None else active.space)
    except Uncalibrated as error:
        gate, state, problem = "uncalibrated", "uncalibrated", str(error)
    return Status(
        corpus_id=parts.corpus_id,
        title=manifest.title,
        state=state,
        generation=None if active is None else active.number,
        published_at=None if active is None or active.flipped is None else instant(active.flipped),
        documents=0 if active is None else active.documents,
        passages=0 if active is None else active.passages,
        served=tiers.total(),
        trust_tiers=dict(tiers),
        embedding_space=None if active is None else _space(active.space),
        gate=gate,
        min_trust_tier=parts.settings.min_trust_tier,
        covers=list(manifest.covers),
        does_not_cover=list(manifest.does_not_cover),
        problem=problem,
    )


def _state(serving: Serving | None) -> State:
    if serving is None:
        return "unavailable"
    return "unpublished" if serving.generation is None else "serving"


def _space(space: Space) -> EmbeddingSpace:
    return EmbeddingSpace(
        model_id=space.model_id,
        dimension=space.dim,
        adapter_digest=space.adapter_digest,
        digest=space.digest,
    )


def _tiers(parts: Parts, serving: Serving) -> Counter[str]:
    """How many documents are served at this moment, by trust tier."""
    if serving.generation is None:
        return Counter()
    library = parts.shelf.library(serving.generation.number)
    served = library.admission.served(parts.clock(), parts.settings.min_trust_tier, serving.withdrawn)
    return Counter(
        derive_tier(document.verified)
        for document, is_served in zip(library.documents, served, strict=True)
        if is_served
    )
