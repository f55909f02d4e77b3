"""A real browser over the real app: Debian's Chromium, the app as `streamlit run app.py` starts it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.browser.watch import Watched
from tests.serving import ROOT, serving

CHROMIUM = "/usr/bin/chromium"
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip
WAIT_MILLISECONDS = 240_000  # the first visit loads the model; a busy machine takes its time


@pytest.fixture(scope="session")
def app_address(shipped_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The app, served on loopback from a copy of the published record."""
    home = tmp_path_factory.mktemp("browser") / "home"
    shutil.copytree(shipped_home, home)
    with app_on(home) as address:
        yield address


@contextmanager
def app_on(home: Path, **settings: str) -> Iterator[str]:
    """The workbench on the record in `home`."""
    with serving(ROOT / "app.py", {**os.environ, "RECORD_HOME": str(home), **settings}) as address:
        yield address


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Closed after the last test of this folder: while it is open, no later test can start an event loop."""
    if not Path(CHROMIUM).exists():
        pytest.fail(f"no Chromium at {CHROMIUM}: apt-get install chromium")
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
