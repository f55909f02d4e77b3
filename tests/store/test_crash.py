"""Killed ingests, rival ingests, and searches while a generation is flipped: real processes, real kills."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from store.index.embedder import Embedder
from store.record import Record
from store.settings import Settings
from tests.conftest import ROOT
from tests.store.conftest import SettingsFor

LINE_POINTS = 50
TIME_POINTS = 10


def start(mode: str, settings: Settings, *numbers: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.store.crash_driver", mode, settings.model_dump_json()]
    return subprocess.Popen(
        [*command, *map(str, numbers)],
        cwd=ROOT,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def said_by(process: subprocess.Popen[str]) -> list[dict[str, object]]:
    out, errors = process.communicate()
    assert process.returncode == 0, errors
    return [json.loads(line) for line in out.splitlines()]


@pytest.fixture
def settings(settings_for: SettingsFor, tmp_path: Path) -> Settings:
    return settings_for(tmp_path / "corpus")


def test_a_killed_ingest_leaves_the_old_generation_serving_and_the_next_one_clean(settings: Settings) -> None:
    reports = said_by(start("crash", settings, LINE_POINTS, TIME_POINTS))
    kills = [report for report in reports if report["point"] != "recovery"]
    assert len(kills) == LINE_POINTS + TIME_POINTS
    version = 2
    for report in reports:
        generations, versions, hits = report["served"]  # type: ignore[misc]
        assert hits == 4, report
        assert len(generations) == 1, report
        if report["point"] == "recovery" or versions == [report["version"]]:
            version = report["version"]  # type: ignore[assignment]
        assert versions == [version], report
        if report["point"] == "recovery":
            assert report["left_over"] == [[], []], report
    assert sum(report["outcome"] == "killed" for report in kills) >= LINE_POINTS


def test_rival_ingests_make_one_generation(settings: Settings) -> None:
    *outcomes, end = said_by(start("race", settings, 3))
    assert sorted(str(report["outcome"]) for report in outcomes) == [
        "['Published', 1]",
        "['Unchanged', 1]",
        "['Unchanged', 1]",
    ]
    assert end == {"served": [[1], [1], 4], "left_over": [[], []]}


def test_searches_during_flips_see_one_generation_whole(settings: Settings, embedder: Embedder) -> None:
    process = start("flips", settings, 6)
    assert process.stdout is not None
    assert json.loads(process.stdout.readline()) == {"version": 1, "generation": 1}
    seen = set()
    with Record.open(settings, embedder=lambda: embedder) as record:
        while process.poll() is None:
            envelope = record.search("a note on bees", k=50)
            answers = {(hit.provenance.generation, hit.content.split("version ")[1]) for hit in envelope.hits}
            assert (envelope.ok, len(envelope.hits), len(answers)) == (True, 4, 1), envelope
            seen |= answers
        assert {hit.provenance.generation for hit in record.search("a note on bees").hits} == {6}
    said_by(process)
    assert all(f"{generation}.\n" == version for generation, version in seen)
    assert len(seen) > 1
