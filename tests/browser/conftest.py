"""A real browser over the real app: Debian's Chromium, the app as `streamlit run app.py` starts it."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.browser.watch import Watched

ROOT = Path(__file__).resolve().parent.parent.parent
CHROMIUM = "/usr/bin/chromium"
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip
START_SECONDS = 180
WAIT_MILLISECONDS = 240_000  # the first visit loads the model; a busy machine takes its time


@pytest.fixture(scope="session")
def app_address(shipped_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The app, served on loopback from a copy of the published record."""
    home = tmp_path_factory.mktemp("browser") / "home"
    shutil.copytree(shipped_home, home)
    with serving(home) as address:
        yield address


@contextmanager
def serving(home: Path, **settings: str) -> Iterator[str]:
    """Run the app as its own process and yield its address."""
    port = _free_port()
    command = [
        sys.executable, "-m", "streamlit", "run", "app.py", "--server.port", str(port),
        "--server.headless", "true", "--server.fileWatcherType", "none",
    ]  # fmt: skip
    environment = {**os.environ, "RECORD_HOME": str(home), **settings}
    process = subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        address = f"http://127.0.0.1:{port}"
        _wait_for(f"{address}/_stcore/health", process)
        yield address
    finally:
        process.terminate()
        process.wait(timeout=30)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if not Path(CHROMIUM).exists():
        pytest.skip(f"no Chromium at {CHROMIUM}: apt-get install chromium")
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield opened
        opened.close()


@pytest.fixture
def open_page(browser: Browser, app_address: str) -> Iterator[Callable[..., Watched]]:
    """Opens the app in a fresh browser profile; at the end the page must have stayed free of errors."""
    opened: list[tuple[BrowserContext, Watched]] = []

    def start(width: int = 1280, scheme: str = "light", path: str = "/") -> Watched:
        context = browser.new_context(
            viewport={"width": width, "height": 900}, color_scheme=scheme, is_mobile=width < 700,  # type: ignore[arg-type]
            user_agent=PHONE if width < 700 else None, accept_downloads=True,
        )  # fmt: skip
        context.set_default_timeout(WAIT_MILLISECONDS)
        page: Page = context.new_page()
        watched = Watched(page)
        page.goto(app_address + path)
        watched.settle()
        opened.append((context, watched))
        return watched

    yield start
    for context, _ in opened:
        context.close()
    assert [message for _, watched in opened for message in watched.complaints] == []


PHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Version/17.0 Mobile/15E148 Safari/604.1"
)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_for(address: str, process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until:
        assert process.poll() is None, "the app ended while it was starting"
        try:
            with urllib.request.urlopen(address, timeout=5):  # noqa: S310 - our own loopback address
                return
        except OSError:
            time.sleep(0.3)
    raise AssertionError(f"the app did not answer within {START_SECONDS} seconds")
