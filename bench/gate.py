"""What each part of the tuned space buys, on probes of authors who never train.

    python -m bench.gate [--variant NAME]... [--without AUTHOR]... [--list]

Every variant is trained from the packaged model on the shipped probes (minutes each), then asked the
questions and steps of the authors whose role is calibrate, and those of the authors held out by name.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from store.calibrate.curve import lowest_floor
from store.calibrate.exam import macro_f1, question_exam
from store.calibrate.measure import Bound
from store.calibrate.probes import ProbeFile, TaggedStep, of_role, read_probes
from store.calibrate.samples import samples_of
from store.calibrate.sureness import measure_sureness
from store.calibrate.train import Plan, train
from store.commands.progress import progress_bar
from store.commands.training import fresh_encoder, own_words
from store.index.adapter import Heads, write_adapter
from store.index.embedder import PACKAGED_SHA256, Embedder, load_embedder
from store.index.passages import Document
from store.ingest.corpus import read_corpus
from store.ingest.entries import entries_of
from store.search.concepts import concept_scores
from store.search.readings import read_lines

CORPUS = Path(__file__).resolve().parent.parent / "corpus"
LAYERS = 6
WHOLE = Plan()
Vectors = NDArray[np.float32]


@dataclass(frozen=True)
class Variant:
    """`authors`: who trains, None for all."""

    plan: Plan = WHOLE
    authors: frozenset[str] | None = None
    trained: bool = True


VARIANTS = {
    "nearest passage, nothing trained": Variant(trained=False),
    "heads on the packaged encoder": Variant(replace(WHOLE, frozen_layers=LAYERS)),
    "one author only": Variant(authors=frozenset({"b", "d"})),
    "ours only": Variant(authors=frozenset({"own", "team", "documents"})),
    "no damaged texts": Variant(replace(WHOLE, noise=0.0)),
    "nothing shown around a step": Variant(replace(WHOLE, context=0.0)),
    "last weights, not their mean": Variant(replace(WHOLE, averaged=False)),
    "a tenth of the inner values dropped": Variant(replace(WHOLE, dropout=0.1)),
    "every layer trained": Variant(replace(WHOLE, frozen_layers=0)),
    "another seed": Variant(replace(WHOLE, seed=8)),
    "whole": Variant(),
}


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("--variant", action="append", choices=VARIANTS, help="unset: all of them")
    arguments.add_argument("--without", action="append", default=[], help="author held out, and asked too")
    arguments.add_argument("--list", action="store_true")
    asked = arguments.parse_args()
    if asked.list:
        print("\n".join(VARIANTS))
        return
    without = frozenset(asked.without)
    files = read_probes(CORPUS)
    documents = [read.document for read in read_corpus(CORPUS).documents]
    asking = [file for file in files if file.role == "calibrate" or file.author in without]
    for name in asked.variant or VARIANTS:
        started = time.monotonic()
        rows = outcome(VARIANTS[name], files, documents, asking, without)
        print(f"{name} ({time.monotonic() - started:.0f} s)")
        print("\n".join(f"    {row}" for row in rows), flush=True)


def outcome(
    variant: Variant,
    files: Sequence[ProbeFile],
    documents: Sequence[Document],
    asking: Sequence[ProbeFile],
    without: frozenset[str],
) -> list[str]:
    """One line per file asked."""
    if not variant.trained:
        return untrained(documents, asking)
    training = [
        file
        for file in (*of_role(files, "train"), own_words(documents))
        if file.author not in without and (variant.authors is None or file.author in variant.authors)
    ]
    with tempfile.TemporaryDirectory() as name:
        corpus = Path(shutil.copytree(CORPUS, Path(name, "corpus"), ignore=shutil.ignore_patterns("adapter")))
        concepts = sorted({document.concept for document in documents if document.concept})
        with progress_bar("training", minutes=True) as progress:
            made = train(samples_of(training), fresh_encoder, concepts, progress, variant.plan)
        write_adapter(corpus, PACKAGED_SHA256, made.heads, made.tensors, "bench")
        embedder = load_embedder(corpus=corpus)
        return [of_file(file, embedder, made.heads, documents) for file in asking]


def untrained(documents: Sequence[Document], asking: Sequence[ProbeFile]) -> list[str]:
    """The usual floor: the best cosine to a passage, its questions or its example lines."""
    embedder = load_embedder()
    entries = [(document.concept, entry.text) for document in documents for entry in entries_of(document)]
    served = embedder.encode([text for _, text in entries])

    def found(cosines: Vectors) -> list[str | None]:
        return list(dict.fromkeys(entries[row][0] for row in np.argsort(-cosines)))[:5]

    rows = []
    for file in asking:
        if file.questions:
            cosines = embedder.encode([question.text for question in file.questions]) @ served.T
            rows.append(of_questions(file, cosines.max(axis=1), lambda row, near=cosines: found(near[row])))
    return rows


def of_file(file: ProbeFile, embedder: Embedder, heads: Heads, documents: Sequence[Document]) -> str:
    if file.steps:
        return of_steps(file.author, file.steps, embedder, heads)
    vectors = embedder.encode([question.text for question in file.questions])

    def found(row: int) -> list[str | None]:
        order = np.argsort(-concept_scores(vectors[row], heads, documents))[:5]
        return [documents[at].concept for at in order]

    return of_questions(file, vectors @ heads.covered, found)


def of_questions(file: ProbeFile, scores: Vectors, found: Callable[[int], list[str | None]]) -> str:
    """As `python -m store exam` scores it, at the lowest floor that keeps the leak on these questions."""
    row_of = {question.text: row for row, question in enumerate(file.questions)}
    other = [scores[row_of[one.text]] for one in file.questions if one.kind != "in"]
    floor = lowest_floor(np.array(other, dtype=np.float64), Bound().leaked)
    exam = question_exam(
        file.questions, floor, lambda text: float(scores[row_of[text]]), lambda text, _: found(row_of[text])
    )
    return (
        f"author {file.author}, {exam.rows} questions: AUC all / near / foreign "
        f"{exam.auc} / {exam.auc_near} / {exam.auc_foreign}; refused {exam.false_abstention.share} at "
        f"{exam.leak.share} leak; hit@1 {exam.hit_at_1.share}, hit@5 {exam.hit_at_5.share}"
    )


def of_steps(author: str, steps: Sequence[TaggedStep], embedder: Embedder, heads: Heads) -> str:
    readings = [reading for _, reading in read_lines([step.line for step in steps], heads, embedder.encode)]
    wanted = [step.tag for step in steps if step.certain]
    got = [reading.tag for reading, step in zip(readings, steps, strict=True) if step.certain]
    sure = measure_sureness(steps, readings)
    right = np.mean([one == other for one, other in zip(wanted, got, strict=True)])
    return (
        f"author {author}, {len(steps)} steps: {right:.2f} of the certain ones right, "
        f"macro-F1 {macro_f1(wanted, got):.2f}; "
        f"{sure.sure.point:.0%} sure with {sure.right.point:.0%} of them right"
    )


if __name__ == "__main__":
    main()
