"""Started by test_crash as a process of its own: loads the model once, then forks a child for every act.

A child that is to die is killed by SIGKILL, either when it is about to run its n-th line of the store's
code or after a time. Nothing in the store knows about it.
"""

from __future__ import annotations

import json
import os
import re
import signal
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import bm25s  # noqa: F401  (imported here so that not every child has to)
import chromadb.api.fastapi
import chromadb.api.rust  # noqa: F401
import Stemmer  # noqa: F401

import store
from store.index.catalog import open_catalog
from store.index.embedder import load_embedder
from store.index.generations import State
from store.index.vectors import VectorStore
from store.ingest.publish import Published, publish
from store.record import Record
from store.settings import Settings
from tests.store.corpora import document, write_corpus

STORE_CODE = str(Path(store.__file__).parent)
EMBEDDER = load_embedder()
EMBEDDER.encode(["warm"])
KILLED = "killed"


def in_child(act: Callable[[], Any]) -> Any:
    """What `act` returns when a forked child runs it, KILLED if the child was killed."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            answer = {"value": act()}
        except BaseException:
            answer = {"error": traceback.format_exc()}
        os.write(writer, json.dumps(answer).encode())
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        said = pipe.read()
    os.waitpid(child, 0)
    answer = json.loads(said) if said else {"value": KILLED}
    if "error" in answer:
        raise RuntimeError(answer["error"])
    return answer["value"]


def ingest(settings: Settings) -> list[object]:
    outcome = publish(settings, who="process:test", embedder=EMBEDDER, allow_shrink=True)
    return [type(outcome).__name__, outcome.generation.number]


def counting_lines(act: Callable[[], Any]) -> int:
    """How many lines of the store's code `act` runs."""
    lines = 0

    def count() -> None:
        nonlocal lines
        lines += 1

    _trace(count)
    act()
    sys.settrace(None)
    return lines


def killed_at_line(line: int, act: Callable[[], Any]) -> Any:
    """Run `act`, killed when it is about to run line number `line` of the store's code."""
    left = line

    def count() -> None:
        nonlocal left
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    _trace(count)
    return act()


def _trace(each_line: Callable[[], None]) -> None:
    def local(frame: FrameType, event: str, _: object) -> Any:
        if event == "line":
            each_line()
        return local

    def entered(frame: FrameType, event: str, _: object) -> Any:
        return local if frame.f_code.co_filename.startswith(STORE_CODE) else None

    sys.settrace(entered)


def killed_after(seconds: float, act: Callable[[], Any]) -> Any:
    """Run `act`, killed by its parent's clock, wherever it is, inside Chroma and SQLite too."""
    killer = os.fork()
    if killer == 0:
        parent = os.getppid()
        time.sleep(seconds)
        os.kill(parent, signal.SIGKILL)
        os._exit(0)
    value = act()
    os.kill(killer, signal.SIGKILL)
    os.waitpid(killer, 0)
    return value


def write_version(root: Path, version: int) -> None:
    notes = {
        f"{name}.md": document(f"# {name}\n\nA note on {name}, version {version}.\n", title=name)
        for name in ("bees", "boats", "bread", "stars")
    }
    write_corpus(root, notes)


def served(settings: Settings) -> list[object]:
    """The generation a search is answered from, and the versions of the notes in the answer."""
    with Record.open(settings, embedder=lambda: EMBEDDER) as record:
        envelope = record.search("a note on bees", k=50)
        texts = [record.read(hit.slug).content for hit in envelope.hits]
    versions = {int(match[1]) for text in texts if (match := re.search(r"version (\d+)", text))}
    generations = {hit.provenance.generation for hit in envelope.hits}
    return [sorted(generations), sorted(versions), len(envelope.hits)]


def left_over(settings: Settings) -> list[object]:
    """Generations that are building, and those in the vector store that the catalog does not serve."""
    catalog = open_catalog(settings)
    infos = catalog.generations()
    readable = {info.number for info in infos if info.state in (State.ACTIVE, State.ROLLBACK, State.READY)}
    with VectorStore(settings, catalog.store_id) as held:
        orphans = sorted(set(held.generations()) - readable)
    return [[info.number for info in infos if info.state is State.BUILDING], orphans]


def crash(settings: Settings, line_points: int, time_points: int) -> None:
    """Kill ingests all along the way; after each say what is served, and now and then let one through."""
    write_version(settings.corpus, 1)
    in_child(lambda: ingest(settings))
    write_version(settings.corpus, 2)
    started = time.monotonic()
    lines = in_child(lambda: counting_lines(lambda: ingest(settings)))
    took = time.monotonic() - started
    kills: list[tuple[str, Callable[[], Any]]] = [
        (f"line {line}", lambda line=line: killed_at_line(line, lambda: ingest(settings)))
        for line in (1 + lines * point // line_points for point in range(line_points))
    ]
    kills += [
        (f"{delay:.3f} s", lambda delay=delay: killed_after(delay, lambda: ingest(settings)))
        for delay in (took * (point + 0.5) / time_points for point in range(time_points))
    ]
    for number, (point, kill) in enumerate(kills):
        write_version(settings.corpus, number + 3)
        outcome = in_child(kill)
        after = in_child(lambda: served(settings))
        say(point=point, outcome=outcome, version=number + 3, served=after)
        if number % 10 == 9 or number == len(kills) - 1:
            outcome = in_child(lambda: ingest(settings))
            say(
                point="recovery",
                outcome=outcome,
                version=number + 3,
                served=in_child(lambda: served(settings)),
                left_over=in_child(lambda: left_over(settings)),
            )


def race(settings: Settings, rivals: int) -> None:
    """Ingest the same corpus from several processes at once."""
    write_version(settings.corpus, 1)
    children = []
    for _ in range(rivals):
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            os.write(writer, json.dumps(ingest(settings)).encode())
            os._exit(0)
        os.close(writer)
        children.append((child, reader))
    for child, reader in children:
        with os.fdopen(reader, "rb") as pipe:
            outcome = pipe.read()
        os.waitpid(child, 0)
        say(outcome=json.loads(outcome or "null"))
    say(served=in_child(lambda: served(settings)), left_over=in_child(lambda: left_over(settings)))


def flips(settings: Settings, count: int) -> None:
    """Publish one version after the other, as fast as it goes, for somebody else to search meanwhile."""
    for version in range(1, count + 1):
        write_version(settings.corpus, version)
        outcome = publish(settings, who="process:test", embedder=EMBEDDER)
        assert isinstance(outcome, Published)
        say(version=version, generation=outcome.generation.number)


def say(**facts: object) -> None:
    print(json.dumps(facts), flush=True)


if __name__ == "__main__":
    mode, given, *numbers = sys.argv[1:]
    chosen = {"crash": crash, "race": race, "flips": flips}[mode]
    chosen(Settings.model_validate_json(given), *map(int, numbers))
