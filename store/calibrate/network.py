"""The encoder with its heads, and what the training makes small: one loss over everything a sample knows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from store.calibrate.samples import Sample
from store.calibrate.targets import SMOOTHING, share_targets
from store.envelope import SUGGESTED
from store.index.adapter import Array, Head, Heads
from store.search.readings import RULES

REASONS = ("judgement", "accountability", "relationship", "presence")
SCALE = 10.0
"""What a cosine is multiplied with at the start, so that a head can be certain; it is learned too."""

REASON_WEIGHT = 0.3

STEP_WEIGHT = 0.3
"""What a step counts in the gate's loss beside a question: there are more steps, and they are easily told."""


class Network(nn.Module):
    """Mean-pooled unit vectors, read by heads of cosines. `concepts` are the labels of the concept head."""

    def __init__(self, encoder: Any, tokenizer: Any, concepts: Sequence[str]) -> None:
        super().__init__()
        self.encoder, self.tokenizer, self.concepts = encoder, tokenizer, tuple(concepts)
        self.native_half = multiplies_halves()
        width = encoder.config.hidden_size
        self.covered = nn.Parameter(torch.randn(1, width) * 0.05)
        self.rows = nn.ParameterDict(
            {
                name: nn.Parameter(torch.randn(len(labels), width) * 0.05)
                for name, labels in self.labels.items()
            }
        )
        self.bias = nn.ParameterDict(
            {name: nn.Parameter(torch.zeros(len(labels))) for name, labels in self.labels.items()}
        )
        self.scale = nn.ParameterDict({name: nn.Parameter(torch.tensor(SCALE)) for name in self.labels})
        self.gate_scale = nn.Parameter(torch.tensor(SCALE))
        self.gate_bias = nn.Parameter(torch.zeros(1))

    @property
    def labels(self) -> dict[str, tuple[str, ...]]:
        return {"concepts": self.concepts, "tags": SUGGESTED, "reasons": REASONS}

    def vectors(self, texts: Sequence[str], most_tokens: int) -> Tensor:
        """(n, width), length 1."""
        batch = self.tokenizer(
            list(texts), padding=True, truncation=True, max_length=most_tokens, return_tensors="pt"
        )
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=self.native_half):
            states = self.encoder(**batch).last_hidden_state
        mask = batch["attention_mask"].unsqueeze(-1).float()
        return F.normalize((states.float() * mask).sum(1) / mask.sum(1), dim=1)

    def scores(self, vectors: Tensor, head: str) -> Tensor:
        cosines = vectors @ F.normalize(self.rows[head], dim=1).T
        scores: Tensor = self.scale[head] * cosines + self.bias[head]
        return scores

    def loss(self, vectors: Tensor, samples: Sequence[Sample]) -> Tensor:
        return (
            self._gate_loss(vectors, samples)
            + self._concept_loss(vectors, samples)
            + self._label_loss(vectors, "tags", [sample.tag for sample in samples])
            + REASON_WEIGHT * self._label_loss(vectors, "reasons", [sample.reason for sample in samples])
        )

    def heads(self) -> Heads:
        """The heads as the adapter keeps them: scale and bias folded in, `covered` of length 1. Documents and
        rules are read by one head here; `refit` makes two of it."""
        read = {
            name: Head(
                labels,
                _array(self.scale[name] * F.normalize(self.rows[name], dim=1)),
                _array(self.bias[name]),
            )
            for name, labels in self.labels.items()
        }
        covered = _array(F.normalize(self.covered, dim=1)[0])
        return Heads(covered=covered, rules=read["concepts"].of(RULES), **read)

    def _gate_loss(self, vectors: Tensor, samples: Sequence[Sample]) -> Tensor:
        weight = torch.tensor([_gate_weight(sample) for sample in samples])
        side = torch.tensor([float(bool(sample.covered)) for sample in samples])
        target = side * (1 - 2 * SMOOTHING) + SMOOTHING
        gate = self.gate_scale * (vectors @ F.normalize(self.covered, dim=1).T)[:, 0] + self.gate_bias
        loss = F.binary_cross_entropy_with_logits(gate, target, reduction="none")
        mean: Tensor = (loss * weight).sum() / weight.sum().clamp(min=1.0)
        return mean

    def _concept_loss(self, vectors: Tensor, samples: Sequence[Sample]) -> Tensor:
        known, target = share_targets(self.concepts, [sample.concepts for sample in samples])
        if not known.any():
            return vectors.sum() * 0.0
        return F.cross_entropy(self.scores(vectors[known], "concepts"), target) * known.float().mean()

    def _label_loss(self, vectors: Tensor, head: str, wanted: Sequence[str]) -> Tensor:
        place = {label: at for at, label in enumerate(self.labels[head])}
        target = torch.tensor([place.get(label, -100) for label in wanted])
        known = target >= 0
        if not known.any():
            return vectors.sum() * 0.0
        loss = F.cross_entropy(self.scores(vectors[known], head), target[known], label_smoothing=SMOOTHING)
        return loss * known.float().mean()


def _gate_weight(sample: Sample) -> float:
    if sample.covered is None:
        return 0.0
    return 1.0 if sample.line is None else STEP_WEIGHT


def multiplies_halves() -> bool:
    """Whether the processor multiplies 16-bit numbers itself; where it does not they cost many times more."""
    able = torch.cpu.get_capabilities()
    return bool(able.get("avx512_bf16") or able.get("amx_bf16"))


def _array(tensor: Tensor) -> Array:
    return tensor.detach().float().numpy().astype(np.float32)
