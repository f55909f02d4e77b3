"""What every test stands on: one thread, no network, the real cases where they are there."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

os.environ.setdefault("HF_HUB_OFFLINE", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")

import hypothesis
import pytest
from filelock import FileLock

# The one check draws the same examples every time, so that a red run can be repeated; elsewhere they vary.
# How long an example takes says how busy the machine is, nothing about the code.
hypothesis.settings.register_profile("workbench", deadline=None, derandomize="CI" in os.environ)
hypothesis.settings.load_profile("workbench")

ROOT = Path(__file__).resolve().parent.parent
CASES = ROOT.parent / "shared" / "cases"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--backend",
        choices=("embedded", "server", "both"),
        default="both",
        help="what the store is tested on: embedded Chroma + SQLite, a Chroma server + PostgreSQL, or both",
    )


@pytest.fixture(scope="session")
def cases() -> Path:
    """The folder of real inputs beside the checkout; a test that needs it is a reported skip without it."""
    if not CASES.is_dir():
        pytest.skip(f"the shared cases are not beside this checkout ({CASES})")
    return CASES


@pytest.fixture(scope="session")
def shipped_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A RECORD_HOME with the shipped corpus published by the real command: once for all test processes that
    run side by side, of which each gets its own. Copy it to run an app on it."""
    own = tmp_path_factory.getbasetemp()
    shared = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
    published, in_work = shared / "published", shared / "publishing"
    with FileLock(shared / "published.lock"):
        if not published.exists():
            subprocess.run(
                [sys.executable, "-m", "store", "ingest"],
                cwd=ROOT,
                env={**os.environ, "RECORD_HOME": str(in_work)},
                check=True,
                capture_output=True,
            )
            in_work.rename(published)
    return Path(shutil.copytree(published, tmp_path_factory.mktemp("shipped") / "home"))
