"""A question to an envelope. Read `Searcher._answer` from top to bottom: it is the order of the outcomes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from store.envelope import AbsenceReason, DegradedReason, Envelope, Floor, Hit
from store.errors import EmbedUnavailable, SettingsError, StoreUnavailable, Uncalibrated, Unpublished
from store.index.acts import AuditRow
from store.index.adapter import Heads, heads_for
from store.index.embedder import Space
from store.index.generations import Serving
from store.index.manifest import Manifest
from store.index.vectors import VectorStore
from store.search.advisory import content_advisory
from store.search.concepts import concept_scores
from store.search.embedding import Vector
from store.search.fuse import TUNED_WEIGHTS, fuse, nearest_per_document, ranking
from store.search.gate import COSINE_DIGITS, abstains, covered_cosine, gate_in_force, top_cosine
from store.search.hits import Origin, Ranked, to_hits, within_budget
from store.search.parts import Parts
from store.search.request import Request, check_request
from store.search.shelf import Holding


@dataclass(frozen=True)
class _Embedded:
    """A query in the served space. `heads` is None in a plain space."""

    vector: Vector
    heads: Heads | None


@dataclass(frozen=True)
class _Measured:
    """The two arms over what may be served now. `cosines` is None when the query could not be embedded."""

    holding: Holding
    served: NDArray[np.bool_]
    cosines: NDArray[np.float32] | None
    keyword_scores: NDArray[np.float32]
    top: float | None
    """What the gate compares with the floor; None when nothing was measured or nothing is served."""
    concept_scores: NDArray[np.float32] | None
    """Per document, how likely it answers by the tuned space's own reading; None in a plain space."""


class Searcher:
    """Answers searches."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def search(self, query: str, k: int, min_trust_tier: str) -> Envelope:
        """The answer, and one audit row. Raises InvalidRequest, Uncalibrated."""
        request = check_request(query, k, min_trust_tier, self._parts.settings.min_trust_tier)
        at = self._parts.clock()
        try:
            serving, envelope = self._answer(request, at)
        except Uncalibrated:
            self._audit(request, at, "uncalibrated", None, None)
            raise
        generation = None if serving is None or serving.generation is None else serving.generation.number
        self._audit(request, at, _outcome(envelope), generation, envelope)
        return envelope

    def closest(self, query: str, k: int, min_trust_tier: str) -> tuple[Hit, ...]:
        """The nearest passages whatever the gate says: for a screen that marks them as not an answer.

        Raises InvalidRequest, StoreUnavailable, EmbedUnavailable; () when nothing is published.
        """
        request = check_request(query, k, min_trust_tier, self._parts.settings.min_trust_tier)
        at = self._parts.clock()
        serving = self._parts.catalog().serving()
        if serving.generation is None:
            return ()
        measured = self._measure(request, at, serving, self._embedded(request, serving.generation.space))
        return tuple(self._hits(request, at, measured))

    def gauge(self, query: str) -> float | None:
        """The number a gate would compare for `query`, whatever is declared; None when nothing is served.

        Raises InvalidRequest, Unpublished, StoreUnavailable, EmbedUnavailable.
        """
        request = check_request(query, 1, "unverified", self._parts.settings.min_trust_tier)
        serving = self._parts.catalog().serving()
        if serving.generation is None:
            raise Unpublished
        embedded = self._embedded(request, serving.generation.space)
        return self._measure(request, self._parts.clock(), serving, embedded).top

    def _answer(self, request: Request, at: datetime) -> tuple[Serving | None, Envelope]:
        manifest = self._parts.manifest()
        try:
            serving = self._parts.catalog().serving()
        except StoreUnavailable:
            gate = gate_in_force(manifest, None)
            return None, _absent(request, gate, "unavailable", degraded="store_unavailable")
        space = None if serving.generation is None else serving.generation.space
        gate = gate_in_force(manifest, space)
        try:
            embedded = self._embedded(request, space)
        except EmbedUnavailable:
            embedded = None
            if gate != "off":
                return serving, _absent(request, gate, "unavailable", degraded="embed_unavailable")
        try:
            if serving.generation is None:
                return serving, self._unpublished(request, gate, embedded)
            measured = self._measure(request, at, serving, embedded)
        except StoreUnavailable:
            return serving, _absent(request, gate, "unavailable", degraded="store_unavailable")
        return serving, self._decided(request, at, gate, measured, manifest)

    def _embedded(self, request: Request, space: Space | None) -> _Embedded:
        """The query in the served space, and what that space reads it with. Raises EmbedUnavailable."""
        vector = self._parts.embedding.of(request.query, space)
        try:
            heads = heads_for(self._parts.settings.corpus, None if space is None else space.adapter_digest)
        except SettingsError as error:
            raise EmbedUnavailable(
                str(error)
            ) from None  # a query kept from before the corpus got another one
        return _Embedded(vector, heads)

    def _unpublished(
        self, request: Request, gate: Literal["off"] | Floor, embedded: _Embedded | None
    ) -> Envelope:
        """Nothing is published, unless an outage hides what is: an outage beats it."""
        if embedded is None:
            return _absent(request, gate, "unavailable", degraded="embed_unavailable_keyword_only")
        if self._parts.settings.chroma_url is not None:
            with VectorStore(self._parts.settings, self._parts.catalog().store_id) as store:
                store.generations()
        return _absent(request, gate, "unpublished")

    def _measure(
        self, request: Request, at: datetime, serving: Serving, embedded: _Embedded | None
    ) -> _Measured:
        """Both arms over the whole generation, with what may not be served masked out before any ranking."""
        assert serving.generation is not None  # noqa: S101 - both callers return before this when it is None
        holding = self._parts.shelf.holding(serving.generation.number)
        served = holding.library.admission.served(at, request.tier, serving.withdrawn)[holding.document_of]
        keyword_scores = holding.keywords.scores(request.query)
        if embedded is None:
            return _Measured(holding, served, None, keyword_scores, None, None)
        vector, heads = embedded.vector, embedded.heads
        cosines = holding.vectors.cosines(vector)
        if heads is None:
            return _Measured(holding, served, cosines, keyword_scores, top_cosine(cosines, served), None)
        concepts = concept_scores(vector, heads, holding.library.documents)
        return _Measured(
            holding, served, cosines, keyword_scores, covered_cosine(vector, heads, served), concepts
        )

    def _decided(
        self,
        request: Request,
        at: datetime,
        gate: Literal["off"] | Floor,
        measured: _Measured,
        manifest: Manifest,
    ) -> Envelope:
        snapshot = self._parts.snapshots.mint(measured.holding.vectors.generation)
        best = measured.top
        if best is not None and abstains(gate, best):
            return _absent(request, gate, "abstained", top=best).model_copy(update={"snapshot": snapshot})
        hits = self._hits(request, at, measured)
        degraded: DegradedReason | None = (
            "embed_unavailable_keyword_only" if measured.cosines is None else None
        )
        if not hits:
            return _absent(request, gate, "unavailable" if degraded else "abstained", degraded=degraded)
        kept, note = within_budget(hits, manifest.retrieval.response_budget_chars)
        return Envelope(
            ok=True,
            abstained=False,
            reason=None,
            gate=gate,
            top_cosine=best,
            hits=kept,
            snapshot=snapshot,
            note=note,
            k_note=request.k_note,
            degraded_reason=degraded,
            content_advisory=content_advisory(hit.content for hit in kept),
        )

    def _hits(self, request: Request, at: datetime, measured: _Measured) -> list[Hit]:
        holding = measured.holding
        rankings = [ranking(measured.keyword_scores, measured.served, above=0.0)]
        weights = [1.0]
        if measured.cosines is not None:
            rankings.append(ranking(measured.cosines, measured.served))
            weights.append(1.0)
        if measured.cosines is not None and measured.concept_scores is not None:
            rankings.append(
                nearest_per_document(
                    measured.concept_scores, holding.document_of, measured.cosines, measured.served
                )
            )
            weights = list(TUNED_WEIGHTS)
        ranked = [
            Ranked(
                holding.vectors.passages[row],
                holding.library.documents[holding.document_of[row]],
                score,
                None if measured.cosines is None else round(float(measured.cosines[row]), COSINE_DIGITS),
            )
            for row, score in fuse(rankings, weights)[: request.k]
        ]
        return to_hits(ranked, Origin(self._parts.corpus_id, holding.vectors.generation, at))

    def _audit(
        self, request: Request, at: datetime, outcome: str, generation: int | None, envelope: Envelope | None
    ) -> None:
        sizes: dict[str, float | int | None] = {"k": request.k, "query_chars": len(request.query)}
        if envelope is not None:
            sizes |= {"hits": len(envelope.hits), "top_cosine": envelope.top_cosine}
        self._parts.audit.add(
            AuditRow(at.astimezone(UTC), "search", self._parts.who, outcome, generation, None, sizes)
        )


def _absent(
    request: Request,
    gate: Literal["off"] | Floor,
    reason: AbsenceReason,
    *,
    degraded: DegradedReason | None = None,
    top: float | None = None,
) -> Envelope:
    """An answer without hits, which says why there are none."""
    return Envelope(
        ok=False,
        abstained=reason == "abstained",
        reason=reason,
        gate=gate,
        top_cosine=top,
        hits=[],
        snapshot=None,
        k_note=request.k_note,
        degraded_reason=degraded,
    )


def _outcome(envelope: Envelope) -> str:
    words = (envelope.reason or "ok", envelope.degraded_reason)
    return ": ".join(word for word in words if word)
