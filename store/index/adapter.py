"""The adapter: what was trained on top of the packaged model, kept beside the corpus it was trained for.

One safetensors file. The encoder's changes are added to its weights when it is loaded, so a query costs what
it cost before. The heads are linear readings of the same vector.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from store.errors import SettingsError

ADAPTER_FILE = Path("adapter") / "adapter.safetensors"
"""Inside the corpus folder."""

FORM = "tuned-space/2"
HEADS = ("concepts", "rules", "tags", "reasons")

Array = NDArray[np.float32]


@dataclass(frozen=True)
class Head:
    """A linear reading of a unit vector: one score per label, higher is likelier; softmax gives shares."""

    labels: tuple[str, ...]
    rows: Array
    bias: Array

    def scores(self, vectors: Array) -> Array:
        """(n, labels) for (n, dim), or (labels,) for one vector."""
        return np.asarray(vectors @ self.rows.T + self.bias, dtype=np.float32)

    def of(self, labels: Sequence[str]) -> Head:
        """The head of those of its labels alone, in the order of `labels`."""
        places = [self.labels.index(label) for label in labels if label in self.labels]
        return Head(tuple(self.labels[place] for place in places), self.rows[places], self.bias[places])


@dataclass(frozen=True)
class Heads:
    """What the training learned to read off a vector.

    `covered` has length 1: the direction that separates what the record covers from what it does not.
    `concepts` says which document answers a question, `rules` which rule a step falls under, `tags` what it
    is, `reasons` why a DECISION is one.
    """

    covered: Array
    concepts: Head
    rules: Head
    tags: Head
    reasons: Head


@dataclass(frozen=True)
class Adapter:
    """A read adapter. `base` is the sha256 of the weights it belongs to, `digest` its own file's."""

    base: str
    digest: str
    heads: Heads
    changes: Mapping[str, Array]
    """Per name of an encoder weight, what is added to it."""


def read_adapter(corpus: Path) -> Adapter | None:
    """The corpus's adapter, None where it has none. Raises SettingsError for one that cannot be used."""
    path = corpus / ADAPTER_FILE
    if not path.is_file():
        return None
    from safetensors import safe_open

    try:
        with safe_open(str(path), framework="numpy") as file:
            about: dict[str, Any] = json.loads((file.metadata() or {}).get("about", "{}"))
            tensors = {name: np.asarray(file.get_tensor(name)) for name in file.keys()}  # noqa: SIM118
        if about.get("form") != FORM:
            raise ValueError(f"its form is {about.get('form')!r}, not {FORM!r}")
        return Adapter(
            base=about["base"],
            digest=hashlib.sha256(path.read_bytes()).hexdigest(),
            heads=_heads(about, tensors),
            changes=_changes(tensors),
        )
    except Exception as error:
        raise SettingsError(
            f"the corpus's {ADAPTER_FILE} cannot be used ({error}). Take it from the corpus's history, "
            "or make it again with `python -m store calibrate --train`."
        ) from None


def heads_for(corpus: Path, adapter_digest: str | None) -> Heads | None:
    """The heads that read vectors of the space with this adapter, None for a space without one.

    Raises SettingsError where the corpus has another adapter, or none, by now.
    """
    if adapter_digest is None:
        return None
    adapter = _read_once(corpus, _stamp(corpus))
    if adapter is None or adapter.digest != adapter_digest:
        raise SettingsError(
            f"the served generation was made with another {ADAPTER_FILE} than the corpus has now. "
            "Run `python -m store ingest` to publish with the one it has now."
        )
    return adapter.heads


@lru_cache(maxsize=4)
def _read_once(corpus: Path, stamp: tuple[int, int] | None) -> Adapter | None:
    return read_adapter(corpus) if stamp else None


def _stamp(corpus: Path) -> tuple[int, int] | None:
    try:
        stat = (corpus / ADAPTER_FILE).stat()
    except OSError:
        return None
    return stat.st_mtime_ns, stat.st_size


def write_adapter(corpus: Path, base: str, heads: Heads, tensors: Mapping[str, Any], note: str) -> Path:
    """Write the file; `tensors` hold `<weight>.steps` with `<weight>.scale`, or `<weight>.delta`."""
    from safetensors.numpy import save_file

    path = corpus / ADAPTER_FILE
    path.parent.mkdir(parents=True, exist_ok=True)
    about: dict[str, Any] = {"form": FORM, "base": base, "note": note}
    kept = {name: np.ascontiguousarray(tensor) for name, tensor in tensors.items()}
    kept["covered"] = heads.covered
    for name in HEADS:
        head: Head = getattr(heads, name)
        about[f"{name}.labels"] = head.labels
        kept[f"{name}.rows"], kept[f"{name}.bias"] = head.rows, head.bias
    # One entry, because the order of several is not always the same, and the file's digest names the space.
    save_file(kept, str(path), metadata={"about": json.dumps(about, sort_keys=True)})
    return path


def in_steps(change: Array) -> tuple[NDArray[np.int8], Array]:
    """A matrix in 255 even steps per row, and each row's step: a quarter of the size, and as good."""
    scale = np.maximum(np.abs(change).max(axis=1), 1e-12) / 127
    return np.rint(change / scale[:, None]).astype(np.int8), scale.astype(np.float32)


def apply_adapter(adapter: Adapter, encoder: Any) -> None:
    """Add the changes to a transformers model, in place. Raises SettingsError for a weight it lacks."""
    import torch

    weights = dict(encoder.named_parameters())
    with torch.no_grad():
        for name, change in adapter.changes.items():
            if name not in weights or tuple(weights[name].shape) != change.shape:
                raise SettingsError(f"the corpus's {ADAPTER_FILE} changes {name!r}, which the model has not.")
            weights[name].add_(torch.from_numpy(change))


def _heads(about: Mapping[str, Any], tensors: Mapping[str, Array]) -> Heads:
    heads = {
        name: Head(
            tuple(about[f"{name}.labels"]),
            tensors[f"{name}.rows"].astype(np.float32),
            tensors[f"{name}.bias"].astype(np.float32),
        )
        for name in HEADS
    }
    return Heads(covered=tensors["covered"].astype(np.float32), **heads)


def _changes(tensors: Mapping[str, Array]) -> dict[str, Array]:
    changes: dict[str, Array] = {}
    for name, tensor in tensors.items():
        weight, _, part = name.rpartition(".")
        if part == "steps":
            changes[weight] = tensor.astype(np.float32) * tensors[f"{weight}.scale"][:, None]
        elif part == "delta":
            changes[weight] = tensor.astype(np.float32)
    return changes
