"""Covered or not: one number, `top_cosine`, against one measured floor."""

from __future__ import annotations

import hashlib
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from store.envelope import Floor
from store.errors import Uncalibrated
from store.governance import PREDICATE_VERSION
from store.index.adapter import Heads
from store.index.embedder import Space
from store.index.manifest import Manifest, MeasuredFloor

GATE_VERSION = "top-served-passage/1"
TUNED_GATE_VERSION = "covered-direction/1"
"""Name what `top_cosine` is. Another way to measure it is another version, and needs another floor.

In a tuned space (a corpus with an adapter) it is the cosine between the question's vector and the *covered
direction*: the unit vector that the training turned until what the record covers lies along it and what it
does not, foreign questions and near misses alike, lies away from it. It depends on the question only, never
on which documents are served at the moment; where nothing may be served, nothing matched. Without an adapter
it is the best cosine between the question and a served passage, its questions and its example lines.
"""

COSINE_DIGITS = 6
"""float32 carries no more; rounding makes the number in the envelope the number that was compared."""


def gate_version(space: Space) -> str:
    return GATE_VERSION if space.adapter_digest is None else TUNED_GATE_VERSION


def gate_digest(space: Space) -> str:
    """What a floor holds for: this space, this serving predicate, this way to measure."""
    text = "\n".join((space.digest, PREDICATE_VERSION, gate_version(space)))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def gate_in_force(manifest: Manifest, space: Space | None) -> Literal["off"] | Floor:
    """The gate a search goes through. `space` is the served one, None before anything is published.

    Raises Uncalibrated for a floor that was not measured, or not for what is served now.
    """
    match manifest.gate:
        case "off":
            return "off"
        case MeasuredFloor(floor=floor, digest=digest):
            if space is not None and digest != gate_digest(space):
                raise Uncalibrated(_other_than_measured(digest, gate_digest(space)))
            return Floor(floor=floor)
        case _:
            raise Uncalibrated(
                "record.yaml declares a floor that nobody has measured, so this record refuses every call. "
                "Run `python -m store calibrate` to measure it and write it there."
            )


def top_cosine(cosines: NDArray[np.float32], served: NDArray[np.bool_]) -> float | None:
    """The best cosine between the question and a served passage, its questions and its example lines.

    None when nothing is served.
    """
    if not served.any():
        return None
    return round(float(np.max(cosines, where=served, initial=-1.0)), COSINE_DIGITS)


def covered_cosine(vector: NDArray[np.float32], heads: Heads, served: NDArray[np.bool_]) -> float | None:
    """The cosine between the question and the covered direction. None when nothing is served."""
    if not served.any():
        return None
    cosine = float(np.clip(vector @ heads.covered, -1.0, 1.0))
    return round(cosine, COSINE_DIGITS)


def abstains(gate: Literal["off"] | Floor, measured: float) -> bool:
    """Strictly below the floor the record does not cover the question; at the floor it does."""
    return gate != "off" and measured < gate.floor


def _other_than_measured(measured: str | None, serving: str) -> str:
    return (
        "the floor in record.yaml was measured for another embedding space, serving predicate or gate "
        f"version (digest {measured or 'none'}) than the one serving now (digest {serving}), so this record "
        "refuses every call. Run `python -m store calibrate` to measure it again; if the corpus has a newer "
        "model than the generation served, run `python -m store ingest` first."
    )
