"""Steps to suggested tags: the tag, the rule that decides it, and the example lines that speak for it.

The step is read once, in the tuned space; tag, rule and reason are read off that one vector, so they agree by
construction: the rule is the likeliest of those that can give the tag.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import cast

import numpy as np
from numpy.typing import NDArray

from store.envelope import Evidence, StepLine, StepSuggestion, SuggestedReason
from store.errors import InvalidRequest, Unpublished
from store.index.adapter import Head, Heads, heads_for
from store.index.embedder import Space
from store.index.generations import GenerationInfo, Serving
from store.index.manifest import Manifest
from store.index.passages import EntryKind
from store.index.vocabulary import known_share
from store.search.gate import gate_in_force
from store.search.hits import Origin, provenance_of
from store.search.parts import Parts
from store.search.shelf import Holding

MAX_STEP_CHARS = 2000
EVIDENCE = 3
"""Places shown behind one suggestion."""

READ_WELL = 0.5
"""Below this share of known words the model reads a step badly (another language, codes): never sure."""

RULES_OF: dict[tuple[str, str], tuple[str, ...]] = {
    ("TYPING", ""): ("R8", "R5", "R13", "R11", "R10", "R15", "R9", "R2"),
    ("AI", ""): ("R6", "R7", "R13", "R10", "R15"),
    ("DECISION", "judgement"): ("R4", "R14"),
    ("DECISION", "accountability"): ("R3", "R13", "R15", "R9"),
    ("DECISION", "relationship"): ("R10",),
    ("DECISION", "presence"): ("R11",),
    ("NOTASTEP", ""): ("R12",),
}
"""Which rules can give a tag and, for a DECISION, its reason. Source: method.md section 3."""


@dataclass(frozen=True)
class Reading:
    """What the tuned space says of one step. `confidence` is the tag's share of the likelihood, 0 to 1."""

    tag: str
    reason: str
    rule: str
    confidence: float


def step_text(line: StepLine) -> str:
    """What is embedded: the step, after what is known around it, in the brackets the training used too."""
    around = [
        part for part in (line.actor, _named("before", line.before), _named("after", line.after)) if part
    ]
    return f"[{'; '.join(around)}] {line.step}" if around else line.step


def read_steps(vectors: NDArray[np.float32], heads: Heads) -> list[Reading]:
    """One reading per row of `vectors`."""
    tags = shares(heads.tags.scores(vectors))
    reasons = shares(heads.reasons.scores(vectors))
    concepts = heads.concepts.scores(vectors)
    return [
        _reading(tag, reason, concept, heads)
        for tag, reason, concept in zip(tags, reasons, concepts, strict=True)
    ]


def shares(scores: NDArray[np.float32]) -> NDArray[np.float32]:
    """Softmax of each row."""
    lifted = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return np.asarray(lifted / lifted.sum(axis=-1, keepdims=True), dtype=np.float32)


def is_sure(reading: Reading, line: StepLine, manifest: Manifest, space: Space) -> bool:
    """Only where sureness was measured in this space, and only for a text the model reads well."""
    measured = manifest.sure
    if measured is None or measured.digest != space.digest:
        return False
    return reading.confidence >= measured.at and known_share(line.step) >= READ_WELL


class Suggester:
    """Suggests tags from the served generation."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def suggest(self, lines: Sequence[StepLine]) -> tuple[StepSuggestion, ...]:
        """One suggestion per line, in order.

        Raises InvalidRequest, Uncalibrated, Unpublished, EmbedUnavailable, StoreUnavailable.
        """
        serving, generation = self._serving()
        gate_in_force(self._parts.manifest(), generation.space)
        read = self._read(lines, generation.space)
        holding = self._parts.shelf.holding(generation.number)
        at = self._parts.clock()
        served = holding.library.admission.served(at, self._parts.settings.min_trust_tier, serving.withdrawn)
        return tuple(
            self._suggestion(line, vector, reading, holding, served, generation.space, at)
            for line, (vector, reading) in zip(lines, read, strict=True)
        )

    def readings(self, lines: Sequence[StepLine]) -> list[Reading]:
        """What the space says of each line, whatever gate is declared: for measuring. Raises as `suggest`."""
        _, generation = self._serving()
        return [reading for _, reading in self._read(lines, generation.space)]

    def _serving(self) -> tuple[Serving, GenerationInfo]:
        serving = self._parts.catalog().serving()
        if serving.generation is None:
            raise Unpublished
        return serving, serving.generation

    def _read(self, lines: Sequence[StepLine], space: Space) -> list[tuple[NDArray[np.float32], Reading]]:
        for line in lines:
            check_line(line)
        heads = heads_for(self._parts.settings.corpus, space.adapter_digest)
        if heads is None:
            raise InvalidRequest(
                "this record suggests no tags: its corpus has no adapter that learned them. "
                "Tag the steps yourself, or train one with `python -m store calibrate --train`."
            )
        if not lines:
            return []
        vectors = np.stack([self._parts.embedding.of(step_text(line), space) for line in lines])
        return list(zip(vectors, read_steps(vectors, heads), strict=True))

    def _suggestion(
        self,
        line: StepLine,
        vector: NDArray[np.float32],
        reading: Reading,
        holding: Holding,
        served: NDArray[np.bool_],
        space: Space,
        at: datetime,
    ) -> StepSuggestion:
        origin = Origin(self._parts.corpus_id, holding.vectors.generation, at)
        evidence = _evidence(vector, reading, holding, served, origin)
        tag = None if reading.tag == "NOTASTEP" else reading.tag
        return StepSuggestion(
            id=line.id,
            tag=cast("None", tag),
            reason=cast("SuggestedReason", reading.reason) if reading.reason else None,
            rule=reading.rule,
            sure=is_sure(reading, line, self._parts.manifest(), space),
            stable_id=evidence[0].provenance.stable_id if evidence else None,
            evidence=evidence,
        )


def check_line(line: StepLine) -> None:
    """Raises InvalidRequest for a line nothing can be suggested for."""
    if not line.step.strip():
        raise InvalidRequest(f"step {line.id!r} is empty: write what is done, or leave the line out.")
    if len(line.step) > MAX_STEP_CHARS:
        raise InvalidRequest(
            f"step {line.id!r} has {len(line.step):,} characters; {MAX_STEP_CHARS:,} is the most. Split it."
        )


def _reading(
    tags: NDArray[np.float32], reasons: NDArray[np.float32], concepts: NDArray[np.float32], heads: Heads
) -> Reading:
    best = int(tags.argmax())
    tag = heads.tags.labels[best]
    reason = heads.reasons.labels[int(reasons.argmax())] if tag == "DECISION" else ""
    rule = _likeliest(heads.concepts, concepts, RULES_OF[tag, reason])
    return Reading(tag, reason, rule, float(tags[best]))


def _likeliest(head: Head, scores: NDArray[np.float32], names: tuple[str, ...]) -> str:
    place = {label: at for at, label in enumerate(head.labels)}
    return max(names, key=lambda name: scores[place[name]] if name in place else -np.inf)


def _evidence(
    vector: NDArray[np.float32],
    reading: Reading,
    holding: Holding,
    served: NDArray[np.bool_],
    origin: Origin,
) -> list[Evidence]:
    """The nearest example lines of the rule's document, else its nearest passages; [] when it is withheld."""
    library = holding.library.documents
    documents = {row for row, one in enumerate(library) if one.concept == reading.rule and served[row]}
    vectors = holding.vectors
    first = vectors.first_row
    rows = [
        (row, passage)
        for passage, start in enumerate(first.tolist())
        if int(holding.document_of[passage]) in documents
        for row in range(start, int(first[passage + 1]) if passage + 1 < len(first) else len(vectors.kinds))
    ]
    examples = [pair for pair in rows if vectors.kinds[pair[0]] is EntryKind.STEP]
    chosen = examples or [pair for pair in rows if vectors.kinds[pair[0]] is EntryKind.PASSAGE]
    cosines = {row: float(vectors.matrix[row] @ vector) for row, _ in chosen}
    nearest = sorted(chosen, key=lambda pair: (-cosines[pair[0]], pair[0]))[:EVIDENCE]
    return [
        Evidence(
            text=vectors.texts[row],
            example=vectors.kinds[row] is EntryKind.STEP,
            cosine=round(cosines[row], 6),
            title=library[holding.document_of[passage]].title,
            heading_path=list(vectors.passages[passage].heading_path),
            provenance=provenance_of(library[holding.document_of[passage]], origin),
        )
        for row, passage in nearest
    ]


def _named(what: str, text: str) -> str:
    return f"{what}: {text}" if text else ""
