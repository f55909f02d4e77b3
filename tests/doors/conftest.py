"""The doors on a really published record: one served process for all tests that need a whole one."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from store import Record, Settings
from tests.doors.served import Served, running


@pytest.fixture(scope="session")
def doors_home(shipped_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store of the shipped corpus that the tests of the doors share."""
    home = tmp_path_factory.mktemp("doors") / "home"
    shutil.copytree(shipped_home, home)
    return home


@pytest.fixture(scope="session")
def doors_env(doors_home: Path) -> dict[str, str]:
    """The environment of a process that serves this record, with no other setting."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("RECORD_", "DOORS_"))}
    return {**kept, "RECORD_HOME": str(doors_home), "RECORD_DEPLOYMENT": "doors-test"}


@pytest.fixture(scope="session")
def record(doors_home: Path) -> Iterator[Record]:
    """The same record through Python."""
    settings = Settings(home=doors_home, deployment="doors-test")  # type: ignore[call-arg]
    with Record.open(settings, who="process:test") as opened:
        yield opened


@pytest.fixture(scope="session")
def served(doors_env: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """`python -m doors.serve`, ready."""
    with running(doors_env, tmp_path_factory.mktemp("served") / "log") as process:
        process.wait_until_ready()
        yield process
