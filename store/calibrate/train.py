"""Train the space: the encoder and its heads together, on everything that may train. Seeded: the same
probes on the same machine give the same adapter."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from store.calibrate.network import Network
from store.calibrate.samples import Sample, shown
from store.index.adapter import Heads, in_steps

SEED = 7
EPOCHS = 5
BATCH = 64
MOST_TOKENS = 128
ENCODER_RATE = 2.5e-4
HEAD_RATE = 2e-3
WARM_UP = 0.06
AVERAGED_FROM = 0.5
"""The last half of the training is averaged, weight by weight: the mean generalises better than the end."""

AVERAGED_EVERY = 4
FROZEN_LAYERS = 2
"""The lowest layers stay as they are: they know words, and a quarter of the training's time is theirs."""

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Trained:
    """What an adapter file holds."""

    heads: Heads
    tensors: dict[str, NDArray[Any]]


def train(
    samples: Sequence[Sample],
    load: Callable[[], tuple[Any, Any]],
    concepts: Sequence[str],
    progress: Progress,
    *,
    epochs: int = EPOCHS,
    seed: int = SEED,
) -> Trained:
    """`load` gives a fresh encoder and its tokenizer. `progress(done, total)` counts texts seen."""
    torch.manual_seed(seed)
    encoder, tokenizer = load()
    before = {name: weight.detach().clone() for name, weight in encoder.named_parameters()}
    network = Network(encoder, tokenizer, concepts)
    optimizer, rates = _optimizer(network)
    average = _Average(network)
    steps = math.ceil(len(samples) / BATCH) * epochs
    chance = random.Random(seed)  # noqa: S311 - reproducible on purpose
    network.train()
    for step, batch in enumerate(_batches(samples, epochs, chance)):
        for group, rate in zip(optimizer.param_groups, rates, strict=True):
            group["lr"] = rate * _slope(step, steps)
        vectors = network.vectors([shown(sample, chance) for sample in batch], MOST_TOKENS)
        loss = network.loss(vectors, batch)
        optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
        if step >= steps * AVERAGED_FROM and step % AVERAGED_EVERY == 0:
            average.add(network)
        progress(min((step + 1) * BATCH, len(samples) * epochs), len(samples) * epochs)
    average.into(network)
    return Trained(network.heads(), _changes(before, encoder))


def _optimizer(network: Network) -> tuple[torch.optim.Optimizer, list[float]]:
    """The words' own vectors stay as they are: a few thousand texts would only bend the words they hold."""
    groups: list[dict[str, Any]] = []
    for name, weight in network.named_parameters():
        if _stays(name):
            weight.requires_grad = False
            continue
        in_encoder = name.startswith("encoder.")
        groups.append(
            {
                "params": [weight],
                "lr": ENCODER_RATE if in_encoder else HEAD_RATE,
                "weight_decay": 0.01 if in_encoder and weight.ndim > 1 else 0.0,
            }
        )
    return torch.optim.AdamW(groups, betas=(0.9, 0.98)), [group["lr"] for group in groups]


def _stays(name: str) -> bool:
    if not name.startswith("encoder."):
        return False
    layer = name.removeprefix("encoder.encoder.layer.").partition(".")[0]
    return not layer.isdigit() or int(layer) < FROZEN_LAYERS


def _slope(step: int, steps: int) -> float:
    """A short warm-up, then straight down to nothing."""
    return min(1.0, (step + 1) / (steps * WARM_UP)) * (1 - step / steps)


def _batches(samples: Sequence[Sample], epochs: int, chance: random.Random) -> Iterator[list[Sample]]:
    """Texts of like length together, so that little is padded; the batches of an epoch in random order."""
    for _ in range(epochs):
        order = list(samples)
        chance.shuffle(order)
        wide = BATCH * 8
        batches = []
        for start in range(0, len(order), wide):
            near = sorted(order[start : start + wide], key=lambda sample: len(sample.text))
            batches += [near[at : at + BATCH] for at in range(0, len(near), BATCH)]
        chance.shuffle(batches)
        yield from batches


class _Average:
    """The running mean of every trained weight."""

    def __init__(self, network: Network) -> None:
        self._mean: dict[str, Tensor] = {}
        self._count = 0
        self._names = [name for name, weight in network.named_parameters() if weight.requires_grad]

    def add(self, network: Network) -> None:
        weights = dict(network.named_parameters())
        self._count += 1
        for name in self._names:
            now = weights[name].detach()
            if name in self._mean:
                self._mean[name] += (now - self._mean[name]) / self._count
            else:
                self._mean[name] = now.clone()

    def into(self, network: Network) -> None:
        weights = dict(network.named_parameters())
        with torch.no_grad():
            for name, mean in self._mean.items():
                weights[name].copy_(mean)


def _changes(before: dict[str, Tensor], encoder: Any) -> dict[str, NDArray[Any]]:
    """What the training did to the encoder: matrices in 8 bits with a scale per row, vectors in 16 bits."""
    tensors: dict[str, NDArray[Any]] = {}
    for name, weight in encoder.named_parameters():
        change = (weight.detach() - before[name]).float().numpy()
        if not change.any():
            continue
        if change.ndim == 1:
            tensors[f"{name}.delta"] = change.astype(np.float16)
        else:
            tensors[f"{name}.steps"], tensors[f"{name}.scale"] = in_steps(change)
    return tensors
