"""Train the space: the encoder and its heads together, on everything that may train. Seeded: the same
probes on the same machine give the same adapter."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from store.calibrate.network import Network
from store.calibrate.refit import refit
from store.calibrate.samples import CONTEXT_SHARE, NOISE_SHARE, Sample, shown
from store.index.adapter import Heads, in_steps

BATCH = 32
BATCHES_ALIKE = 32
"""Batches among which texts are sorted by length. Few texts are padded then, which halves the time."""

MOST_TOKENS = 128
ENCODER_RATE = 3e-4
HEAD_RATE = 3e-3
WARM_UP = 0.06
AVERAGED_FROM = 0.5
"""The last half of the training is averaged, weight by weight: the mean generalises better than the end."""

AVERAGED_EVERY = 4

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Plan:
    """How a space is trained. The defaults made the shipped adapter; `bench/gate.py` shows what each buys.

    `frozen_layers`: that many of the lowest layers stay as they are; they know words, and their share of the
    training's time is saved. `dropout`: the share of the encoder's inner values left out at each step; a
    tenth costs a third more time and bought nothing. `context`, `noise`: the shares of texts shown with what
    is known around them, or damaged.
    """

    epochs: int = 2
    seed: int = 7
    frozen_layers: int = 2
    dropout: float = 0.0
    context: float = CONTEXT_SHARE
    noise: float = NOISE_SHARE
    averaged: bool = True


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
    plan: Plan,
) -> Trained:
    """`load` gives a fresh encoder and its tokenizer. `progress(done, total)` counts texts seen."""
    torch.manual_seed(plan.seed)
    encoder, tokenizer = load()
    before = {name: weight.detach().clone() for name, weight in encoder.named_parameters()}
    _drop(encoder, plan.dropout)
    network = Network(encoder, tokenizer, concepts)
    optimizer, rates = _optimizer(network, plan.frozen_layers)
    average = _Average(network)
    steps = math.ceil(len(samples) / BATCH) * plan.epochs
    chance = random.Random(plan.seed)  # noqa: S311 - reproducible on purpose
    network.train()
    for step, batch in enumerate(_batches(samples, plan, chance)):
        for group, rate in zip(optimizer.param_groups, rates, strict=True):
            group["lr"] = rate * _slope(step, steps)
        vectors = network.vectors([text for text, _ in batch], MOST_TOKENS)
        loss = network.loss(vectors, [sample for _, sample in batch])
        optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
        if plan.averaged and step >= steps * AVERAGED_FROM and step % AVERAGED_EVERY == 0:
            average.add(network)
        progress(min((step + 1) * BATCH, len(samples) * plan.epochs), len(samples) * plan.epochs)
    average.into(network)
    network.eval()
    return Trained(_with_documents_refitted(network, samples), _changes(before, encoder))


def _with_documents_refitted(network: Network, samples: Sequence[Sample]) -> Heads:
    questions = [sample for sample in samples if sample.line is None and sample.concepts]
    heads = network.heads()
    if not questions:
        return heads
    questions.sort(key=lambda question: len(question.text))
    with torch.no_grad():
        parts = [
            network.vectors([question.text for question in questions[at : at + BATCH]], MOST_TOKENS)
            for at in range(0, len(questions), BATCH)
        ]
    vectors = torch.cat(parts).numpy()
    return replace(
        heads, concepts=refit(heads.concepts, vectors, [question.concepts for question in questions])
    )


def _optimizer(network: Network, frozen_layers: int) -> tuple[torch.optim.Optimizer, list[float]]:
    """The words' own vectors stay as they are: a few thousand texts would only bend the words they hold."""
    groups: list[dict[str, Any]] = []
    for name, weight in network.named_parameters():
        if _stays(name, frozen_layers):
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


def _drop(encoder: nn.Module, share: float) -> None:
    for module in encoder.modules():
        if isinstance(module, nn.Dropout):
            module.p = share


def _stays(name: str, frozen_layers: int) -> bool:
    if not name.startswith("encoder."):
        return False
    layer = name.removeprefix("encoder.encoder.layer.").partition(".")[0]
    return not layer.isdigit() or int(layer) < frozen_layers


def _slope(step: int, steps: int) -> float:
    """A short warm-up, then straight down to nothing."""
    return min(1.0, (step + 1) / (steps * WARM_UP)) * (1 - step / steps)


def _batches(
    samples: Sequence[Sample], plan: Plan, chance: random.Random
) -> Iterator[list[tuple[str, Sample]]]:
    """Texts as shown this time, those of like length together; the batches of an epoch in random order."""
    for _ in range(plan.epochs):
        order = list(samples)
        chance.shuffle(order)
        wide = BATCH * BATCHES_ALIKE
        batches = []
        for start in range(0, len(order), wide):
            alike = [
                (shown(one, chance, plan.context, plan.noise), one) for one in order[start : start + wide]
            ]
            alike.sort(key=lambda pair: len(pair[0]))
            batches += [alike[at : at + BATCH] for at in range(0, len(alike), BATCH)]
        chance.shuffle(batches)
        yield from batches


class _Average:
    """The running mean of every trained weight; without any, the weights stay as they are."""

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
