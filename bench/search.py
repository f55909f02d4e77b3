"""Search end to end against bare encode plus exact numpy top-k, in the same run, at growing sizes.

    python -m bench.search [--sizes 1000,10000,100000] [--queries 200]

Each size is a real store, published by the real ingest, kept under build/bench for the next run.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import subprocess
import sys
import time
from itertools import islice
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np

from bench.prose import sentences, write_corpus
from store.index.embedder import load_embedder
from store.ingest.publish import publish
from store.record import Record
from store.settings import Settings

BUILD = Path(__file__).resolve().parent.parent / "build" / "bench"
K = 10
AIM_RATIO, AIM_GROWTH, AIM_RECALL = 1.3, 2.0, 0.999


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--sizes", default="1000,10000,100000")
    arguments.add_argument("--queries", type=int, default=200)
    arguments.add_argument("--publish", type=int, help=argparse.SUPPRESS)
    arguments.add_argument("--measure", type=int, help=argparse.SUPPRESS)
    asked = arguments.parse_args()
    if asked.publish is not None:
        publish_at(asked.publish)
        return
    if asked.measure is not None:
        print(json.dumps(measure(asked.measure, asked.queries)))
        return
    results = [in_its_own_process(int(size), asked.queries) for size in asked.sizes.split(",")]
    show(results)


def in_its_own_process(size: int, queries: int) -> dict[str, float]:
    """So that the memory of publishing, and of one size, is not counted for the next."""
    program = [sys.executable, "-m", "bench.search", "--queries", str(queries)]
    subprocess.run([*program, "--publish", str(size)], check=True)
    done = subprocess.run([*program, "--measure", str(size)], stdout=subprocess.PIPE, check=True)
    return dict(json.loads(done.stdout.splitlines()[-1]))


def settings_at(size: int) -> Settings:
    return Settings(home=BUILD / f"home-{size}", corpus=BUILD / f"corpus-{size}", query_cache_size=0)


def publish_at(size: int) -> None:
    settings = settings_at(size)
    write_corpus(settings.corpus, size)
    publish(settings, who="process:bench")


def measure(size: int, queries: int) -> dict[str, float]:
    embedder = load_embedder()
    before_mb = memory_mb()
    asked = list(islice(sentences(seed=2), queries))
    with Record.open(settings_at(size)) as record:
        started = time.perf_counter()
        record.warm()
        load_seconds = time.perf_counter() - started
        gc.collect()
        held_mb = memory_mb() - before_mb
        matrix, first_row = held(record)
        bare_ms, search_ms, found = [], [], 0
        for query in asked[:10]:
            record.search(query, k=K)
        for query in asked:
            started = time.perf_counter()
            vector = embedder.encode([query])[0]
            cosines = matrix @ vector
            np.argpartition(-cosines, K)[:K]
            bare_ms.append((time.perf_counter() - started) * 1000)
            started = time.perf_counter()
            envelope = record.search(query, k=K)
            search_ms.append((time.perf_counter() - started) * 1000)
            truth = float((matrix.astype(np.float64) @ vector.astype(np.float64)).max())
            found += abs((envelope.top_cosine or 0.0) - truth) < 1e-5
    return {
        "passages": len(first_row),
        "load_seconds": load_seconds,
        "held_mb": held_mb,
        "bare_p50": float(np.percentile(bare_ms, 50)),
        "bare_p95": float(np.percentile(bare_ms, 95)),
        "search_p50": float(np.percentile(search_ms, 50)),
        "search_p95": float(np.percentile(search_ms, 95)),
        "ratio": float(np.percentile(np.array(search_ms) / np.array(bare_ms), 50)),
        "recall": found / len(asked),
    }


def held(record: Record) -> tuple[np.ndarray, np.ndarray]:
    """The very vectors the record searches, so that both sides do the same work."""
    generation = record.status().generation or 0
    vectors = record._parts.shelf.holding(generation).vectors
    return vectors.matrix, vectors.first_row


def memory_mb() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def show(results: list[dict[str, float]]) -> None:
    names = ("passages", "bare p50", "p95", "search p50", "p95", "ratio", "recall@1", "load s", "MB")
    print(("{:>11}" * len(names)).format(*names))
    for row in results:
        print(
            ("{:>11,.0f}" + "{:>11.2f}" * 5 + "{:>11.4f}{:>11.1f}{:>11.0f}").format(
                row["passages"], row["bare_p50"], row["bare_p95"], row["search_p50"], row["search_p95"],
                row["ratio"], row["recall"], row["load_seconds"], row["held_mb"],
            )
        )  # fmt: skip
    growth = results[-1]["search_p95"] / results[0]["search_p95"]
    print(f"times in ms, one query at a time; ratio: median of search / bare per query (aim {AIM_RATIO})")
    print(f"p95 at the largest size is {growth:.2f} times that at the smallest (aim {AIM_GROWTH})")
    print(
        f"recall of the true nearest passage (aim {AIM_RECALL}); MB: what the record holds beside the model"
    )


if __name__ == "__main__":
    main()
