"""The app as its own process on loopback, the way `streamlit run` starts it."""

from __future__ import annotations

import os
import secrets
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
START_SECONDS = 180


def free_port() -> int:
    """A loopback port nobody listens on now, from this test process's own thousand: another one that runs
    beside it never gets the same."""
    own = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    while True:
        port = 20_000 + 1_000 * own + secrets.randbelow(1_000)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
        return port


@contextmanager
def serving(script: Path, environment: Mapping[str, str]) -> Iterator[str]:
    """Run a Streamlit script and yield its address once it answers."""
    port = free_port()
    command = [
        sys.executable, "-m", "streamlit", "run", str(script), "--server.port", str(port),
        "--server.headless", "true", "--server.fileWatcherType", "none",
    ]  # fmt: skip
    process = subprocess.Popen(
        command, cwd=ROOT, env=dict(environment), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        address = f"http://127.0.0.1:{port}"
        wait_for_app(address, process)
        yield address
    finally:
        process.terminate()
        process.wait(timeout=30)


def wait_for_app(address: str, process: subprocess.Popen[bytes]) -> str:
    """What Streamlit's health address says. AssertionError when the process ends first or takes too long."""
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until:
        assert process.poll() is None, "the app ended while it was starting"
        try:
            with urllib.request.urlopen(f"{address}/_stcore/health", timeout=5) as response:  # noqa: S310 - ours
                return str(response.read().decode())
        except OSError:
            time.sleep(0.3)
    raise AssertionError(f"the app did not answer within {START_SECONDS} seconds")
