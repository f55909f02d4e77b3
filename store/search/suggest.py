"""Steps to suggested tags: the tag, the rule that decides it, and the example lines that speak for it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import cast

import numpy as np
from numpy.typing import NDArray

from store.envelope import NOT_A_STEP, Evidence, StepLine, StepSuggestion, SuggestedReason
from store.errors import InvalidRequest, Unpublished
from store.index.adapter import heads_for
from store.index.embedder import Matrix, Space
from store.index.generations import GenerationInfo, Serving
from store.index.manifest import Manifest
from store.index.passages import EntryKind
from store.index.vocabulary import known_share
from store.search.embedding import Vector
from store.search.gate import gate_in_force
from store.search.hits import Origin, provenance_of
from store.search.parts import Parts
from store.search.readings import Reading, read_lines
from store.search.shelf import Holding

MAX_STEP_CHARS = 2000
EVIDENCE = 3
"""Places shown behind one suggestion."""

READ_WELL = 0.5
"""Below this share of known words the model reads a step badly (another language, codes): never sure."""


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

    def _read(self, lines: Sequence[StepLine], space: Space) -> list[tuple[Vector, Reading]]:
        for line in lines:
            check_line(line)
        heads = heads_for(self._parts.settings.corpus, space.adapter_digest)
        if heads is None:
            raise InvalidRequest(
                "this record suggests no tags: its corpus has no adapter that learned them. "
                "Tag the steps yourself, or train one with `python -m store calibrate --train`."
            )

        def encode(texts: Sequence[str]) -> Matrix:
            return np.stack(self._parts.embedding.of_all(texts, space))

        return read_lines(lines, heads, encode)

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
        tag = None if reading.tag == NOT_A_STEP else reading.tag
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
