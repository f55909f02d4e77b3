"""The trainer on forty rows: what it refuses, that it repeats itself, that it makes a space of its own."""

from __future__ import annotations

import math
import random
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from store.calibrate.network import STEP_WEIGHT, Network
from store.calibrate.probes import Question, TaggedStep, read_probe_file
from store.calibrate.samples import KNOWN, MustNotTrain, Sample, of_question, of_step, samples_of, shown
from store.calibrate.train import Plan, train
from store.commands.training import fresh_encoder, own_words
from store.envelope import StepLine
from store.errors import SettingsError
from store.index.adapter import ADAPTER_FILE, read_adapter, write_adapter
from store.index.embedder import PACKAGED_SHA256, Embedder, load_embedder
from store.ingest.corpus import read_corpus
from tests.conftest import ROOT

PROBES = ROOT / "corpus" / "probes"
CONCEPTS = ("R8", "R6", "R3")


def test_a_file_that_measures_never_trains() -> None:
    measuring = read_probe_file(PROBES / "questions-author-c.yaml")
    with pytest.raises(
        MustNotTrain, match=r"^questions-author-c\.yaml by author 'c' has the role 'calibrate': it measures "
    ):
        samples_of([measuring])


def test_a_question_about_a_step_teaches_the_steps_tag() -> None:
    assert of_question(Question("1", "in", ("R8", "tag-TYPING"), "copying?")).tag == "TYPING"
    assert of_question(Question("2", "in", ("tag-AI",), "what is AI?")).tag == ""
    assert of_question(Question("3", "in", ("R1", "tag-AI"), "one line or two?")).tag == ""
    assert of_question(Question("4", "near", (), "price?")) == Sample("price?", covered=False)


def test_a_step_is_covered_and_knows_rule_tag_and_reason() -> None:
    step = TaggedStep(StepLine(id="1", step="sign"), "DECISION", "accountability", ("R3",), True)
    assert of_step(step) == Sample(
        "sign", True, ("R3", "tag-DECISION"), "DECISION", "accountability", step.line
    )


def test_the_documents_own_tables_train(tmp_path: Path) -> None:
    words = own_words([read.document for read in read_corpus(ROOT / "corpus").documents])
    by_tag = {
        tag: sum(step.tag == tag for step in words.steps) for tag in ("AI", "DECISION", "TYPING", "NOTASTEP")
    }
    assert min(by_tag.values()) >= 20
    assert len(words.questions) >= 200


@pytest.fixture(scope="module")
def forty() -> list[Sample]:
    files = [
        replace(file, questions=file.questions[:20], steps=file.steps[:20])
        for file in (
            read_probe_file(PROBES / f"{name}.yaml") for name in ("questions-author-b", "steps-author-d")
        )
    ]
    return samples_of(files)


def test_training_repeats_itself_and_its_adapter_is_another_space(
    forty: list[Sample], embedder: Embedder, tmp_path: Path
) -> None:
    written = []
    seen: list[tuple[int, int]] = []
    for name in ("one", "two"):
        made = train(
            forty,
            fresh_encoder,
            CONCEPTS,
            lambda done, total: seen.append((done, total)),
            Plan(epochs=1, seed=3),
        )
        written.append(write_adapter(tmp_path / name, PACKAGED_SHA256, made.heads, made.tensors, "test"))
    assert written[0].read_bytes() == written[1].read_bytes()
    assert seen[-1] == (40, 40)
    assert (made.heads.concepts.labels, made.heads.rules.labels) == (CONCEPTS, ("R3", "R6", "R8"))
    tuned = load_embedder(corpus=tmp_path / "one")
    assert tuned.space.adapter_digest is not None
    assert tuned.space != embedder.space
    rows = tuned.encode(["copy the list", "sign the contract"])
    assert np.linalg.norm(rows, axis=1) == pytest.approx(np.ones(2), abs=1e-5)
    assert not np.allclose(rows, embedder.encode(["copy the list", "sign the contract"]), atol=1e-4)


@pytest.mark.parametrize(
    ("able", "inside"),
    [
        ({"avx2": True}, torch.float32),
        ({"avx512_bf16": True}, torch.bfloat16),
        ({"amx_bf16": True}, torch.bfloat16),
    ],
)
def test_half_precision_is_only_for_processors_that_multiply_it(
    able: dict[str, bool], inside: torch.dtype, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where it is done in software it costs about sixty times more, and a training hours."""
    monkeypatch.setattr(torch.cpu, "get_capabilities", lambda: able)
    network = Network(*fresh_encoder(), CONCEPTS)
    seen: set[torch.dtype] = set()
    network.encoder.encoder.layer[0].attention.self.query.register_forward_hook(
        lambda _module, _given, made: seen.add(made.dtype)
    )
    assert network.vectors(["copy the list"], 16).dtype is torch.float32
    assert seen == {inside}


def test_a_step_counts_less_than_a_question_in_the_gates_loss() -> None:
    """With one score for both, what is lost is the mean of the two, the step's share STEP_WEIGHT."""
    network = Network(*fresh_encoder(), CONCEPTS)
    with torch.no_grad():
        network.gate_scale.zero_()
        network.gate_bias.fill_(2.0)
    question = Sample("price?", covered=False)
    step = Sample("sign", covered=True, line=StepLine(id="1", step="sign"))
    loss = network.loss(network.vectors(["price?", "sign"], 16), [question, step])
    lost, lost_by_step = (math.log1p(math.exp(2.0)) - 2.0 * target for target in (0.05, 0.95))
    expected = (lost + STEP_WEIGHT * lost_by_step) / (1 + STEP_WEIGHT)
    assert float(loss.detach()) == pytest.approx(expected, rel=1e-5)


def test_a_step_is_mostly_shown_beside_its_actor() -> None:
    """That is how it is read when somebody asks."""
    line = StepLine(id="1", step="Sign it", actor="Clerk", domain="Bank", before="It comes", after="It goes")
    sample, chance = of_step(TaggedStep(line, "DECISION", "accountability", ("R3",), True)), random.Random(5)
    texts = [shown(sample, chance, context=1.0, noise=0.0) for _ in range(4000)]
    words = {"actor": "Clerk", "domain": "Bank", "before": "It comes", "after": "It goes"}
    for known, word in words.items():
        assert np.mean([word in text for text in texts]) == pytest.approx(KNOWN[known], abs=0.03), known
    bare = [shown(sample, chance, context=0.0, noise=0.0) for _ in range(10)]
    assert set(bare) == {"Sign it"}


def test_the_adapter_in_memory_gives_the_vectors_of_the_adapter_on_disk() -> None:
    """Eight bits a number are enough: the shipped adapter's covered direction still has length 1."""
    adapter = read_adapter(ROOT / "corpus")
    assert adapter is not None
    assert np.linalg.norm(adapter.heads.covered) == pytest.approx(1.0, abs=1e-5)
    assert (ROOT / "corpus" / ADAPTER_FILE).stat().st_size < 25_000_000
    assert adapter.heads.tags.labels == ("AI", "DECISION", "TYPING", "NOTASTEP")


def test_a_damaged_adapter_is_refused_in_words(tmp_path: Path) -> None:
    place = tmp_path / ADAPTER_FILE
    place.parent.mkdir()
    shutil.copy(ROOT / "corpus" / ADAPTER_FILE, place)
    place.write_bytes(place.read_bytes()[:1000])
    with pytest.raises(SettingsError, match=r"^the corpus's adapter/adapter\.safetensors cannot be used "):
        read_adapter(tmp_path)
