"""A served process for tests: started as a person starts it, asked over loopback, ended by its id."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.serving import free_port

ROOT = Path(__file__).resolve().parent.parent.parent
START_SECONDS = 240
STOP_SECONDS = 30


@dataclass(frozen=True)
class Served:
    url: str
    log: Path
    process: subprocess.Popen[bytes]

    def lines(self) -> list[dict[str, Any]]:
        """What it has logged so far; every line has to be a JSON object."""
        return [json.loads(line) for line in self.log.read_text(encoding="utf-8").splitlines()]

    def wait_until(self, path: str, status: int) -> httpx.Response:
        until = time.monotonic() + START_SECONDS
        while time.monotonic() < until:
            if self.process.poll() is not None:
                pytest.fail(f"the server ended with {self.process.returncode}: {self.log.read_text()}")
            try:
                response = httpx.get(self.url + path, timeout=30)
                if response.status_code == status:
                    return response
            except httpx.HTTPError:
                pass
            time.sleep(0.2)
        pytest.fail(f"{path} did not answer {status} within {START_SECONDS} seconds: {self.log.read_text()}")

    def wait_until_ready(self) -> httpx.Response:
        return self.wait_until("/health/ready", 200)


@contextmanager
def running(env: Mapping[str, str], log: Path, *options: str) -> Iterator[Served]:
    port = free_port()
    with log.open("wb") as file:
        process = subprocess.Popen(
            [sys.executable, "-m", "doors.serve", "--port", str(port), *options],
            cwd=ROOT,
            env=dict(env),
            stdout=file,
            stderr=file,
        )
        try:
            yield Served(f"http://127.0.0.1:{port}", log, process)
        finally:
            process.terminate()
            try:
                process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
