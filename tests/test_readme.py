"""The README is true: its code blocks run, its links lead somewhere."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.serving import ROOT, free_port, wait_for_app

README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", README, flags=re.DOTALL | re.MULTILINE)
SHELL = [text for kind, text in BLOCKS if kind == "sh"]
PYTHON = [text for kind, text in BLOCKS if kind == "python"]

# These two are run in their own way below: one never ends, the other is what runs this test.
COMMANDS = {"make run\n", "make test\n"}


@pytest.fixture
def environment(shipped_home: Path, tmp_path: Path) -> dict[str, str]:
    home = shutil.copytree(shipped_home, tmp_path / "home")
    return {
        **os.environ,
        "RECORD_HOME": str(home),
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
    }


def test_the_two_commands_come_first() -> None:
    assert SHELL[:2] == ["make run\n", "make test\n"]


@pytest.mark.parametrize("block", [text for text in SHELL if text not in COMMANDS])
def test_a_shell_block_runs(block: str, environment: dict[str, str]) -> None:
    ran = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", block],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert ran.returncode == 0, ran.stderr


@pytest.mark.parametrize("block", PYTHON)
def test_a_python_block_runs(block: str, environment: dict[str, str]) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", block], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=300
    )
    assert (ran.returncode, ran.stdout) == (0, "True\n"), ran.stderr


def test_make_run_opens_the_workbench(environment: dict[str, str], tmp_path: Path) -> None:
    """Also for somebody who never started Streamlit: nothing is asked first. BROWSER opens nothing."""
    port = free_port()
    process = subprocess.Popen(
        ["make", "run", f"PORT={port}"],
        cwd=ROOT,
        env={**environment, "HOME": str(tmp_path), "BROWSER": "true"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        assert wait_for_app(f"http://127.0.0.1:{port}", process) == "ok"
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait(timeout=60)


def test_make_test_and_ci_are_one_command() -> None:
    planned = subprocess.run(
        ["make", "--no-print-directory", "-n", "test"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    assert planned.rstrip().endswith("python -m pytest --numprocesses 2 --dist loadfile")
    assert (ROOT / ".ci" / "run").read_text(encoding="utf-8").rstrip().endswith("exec make test")


@pytest.mark.parametrize("target", sorted(set(re.findall(r"\]\(([^)#]+)\)", README))))
def test_a_link_leads_somewhere(target: str) -> None:
    assert (ROOT / target).is_file()
