"""Pages run as the app runs them, on a copy of a really published record."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

ROOT = Path(__file__).resolve().parent.parent.parent
APP = str(ROOT / "app.py")
WAIT_SECONDS = 120

Workbench = Callable[..., AppTest]


@pytest.fixture(scope="session")
def served_home(shipped_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store of the shipped corpus that all page tests share."""
    home = tmp_path_factory.mktemp("pages") / "home"
    shutil.copytree(shipped_home, home)
    return home


@pytest.fixture
def workbench(served_home: Path, monkeypatch: pytest.MonkeyPatch) -> Workbench:
    """Opens a new session of the app on the served record; keyword arguments are query parameters."""
    monkeypatch.setenv("RECORD_HOME", str(served_home))

    def open_app(**parameters: str) -> AppTest:
        app = AppTest.from_file(APP, default_timeout=WAIT_SECONDS)
        for name, value in parameters.items():
            app.query_params[name] = value
        return healthy(app.run())

    return open_app


@pytest.fixture
def unpublished(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workbench:
    """Opens the app on an empty store that nobody publishes."""
    monkeypatch.setenv("RECORD_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("RECORD_AUTO_INGEST", "off")
    st.cache_resource.clear()
    return lambda: healthy(AppTest.from_file(APP, default_timeout=WAIT_SECONDS).run())


def healthy(app: AppTest) -> AppTest:
    """The app after a run without an exception or an error box."""
    assert not app.exception, [each.value for each in app.exception]
    assert not app.error, [each.value for each in app.error]
    return app


def pasted(app: AppTest, text: str) -> AppTest:
    """The app after somebody pasted `text` and pressed the button."""
    app.text_area(key="paste").set_value(text)
    return app.button(key="read_text").click().run()


def press(app: AppTest, *keys: str) -> AppTest:
    """The app after these buttons, one run each."""
    for key in keys:
        healthy(app.button(key=key).click().run())
    return app


def words(app: AppTest) -> str:
    """Everything the page says, as one text, the way a reader sees it (without Markdown's escapes)."""
    parts = [
        *app.title,
        *app.subheader,
        *app.markdown,
        *app.caption,
        *app.text,
        *app.info,
        *app.success,
        *app.warning,
        *app.error,
        *app.metric,
    ]
    return "\n".join(str(part.value) for part in parts).replace("\\", "").replace("\u2060", "")
