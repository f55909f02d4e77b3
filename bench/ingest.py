"""Ingest against bare `model.encode` of the same texts, in the same run, and an ingest after small changes.

    python -m bench.ingest [--passages 1000] [--rounds 3]

The shipped corpus and a generated one; every round publishes into a fresh store.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")

from bench.prose import write_corpus
from store.index.embedder import Embedder, load_embedder
from store.ingest.corpus import read_corpus
from store.ingest.entries import entries_of
from store.ingest.publish import publish
from store.settings import Settings

SHIPPED = Path(__file__).resolve().parent.parent / "corpus"
AIM_RATIO = 1.15


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--passages", type=int, default=1000)
    arguments.add_argument("--rounds", type=int, default=3)
    asked = arguments.parse_args()
    with tempfile.TemporaryDirectory() as name:
        shipped = Path(shutil.copytree(SHIPPED, Path(name, "shipped")))
        generated = write_corpus(Path(name, "generated"), asked.passages)
        for corpus in (shipped, generated):
            measure(corpus, load_embedder(corpus=corpus), asked.rounds)


def measure(corpus: Path, embedder: Embedder, rounds: int) -> None:
    texts = sorted(
        {e.text for read in read_corpus(corpus).documents for e in entries_of(read.document)}, key=len
    )
    embedder.encode(texts[:64])
    bare, whole, edited, unchanged = [], [], [], []
    for number in range(rounds):
        settings = Settings(home=corpus.parent / f"home-{corpus.name}-{number}", corpus=corpus)
        bare.append(seconds(lambda: embedder.encode(texts)))
        whole.append(seconds(lambda s=settings: publish(s, who="process:bench", embedder=embedder)))
        edit(corpus, number)
        edited.append(seconds(lambda s=settings: publish(s, who="process:bench", embedder=embedder)))
        unchanged.append(seconds(lambda s=settings: publish(s, who="process:bench", embedder=embedder)))
    ratio = statistics.median(one / other for one, other in zip(whole, bare, strict=True))
    print(f"{corpus.name}: {len(texts)} texts, {len(texts) / min(whole):.0f} texts/s")
    print(f"  bare encode {min(bare):.2f} s, ingest {min(whole):.2f} s, ratio {ratio:.2f} (aim {AIM_RATIO})")
    print(f"  one document edited {min(edited):.2f} s, nothing changed {min(unchanged):.2f} s")


def edit(corpus: Path, number: int) -> None:
    """One more sentence at the end of one document."""
    first = min((corpus / "documents").rglob("*.md"))
    first.write_text(first.read_text(encoding="utf-8") + f"\nEdit number {number}.\n", encoding="utf-8")


def seconds(act: Callable[[], object]) -> float:
    started = time.perf_counter()
    act()
    return time.perf_counter() - started


if __name__ == "__main__":
    main()
