"""Where sign-in is set up, nothing is shown before it: no page, no record, no count."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from bench.browser import Browser
from tests.doors.served import ROOT, running

AUTH = {
    "redirect_uri": "http://127.0.0.1:8501/oauth2callback",
    "cookie_secret": "a cookie secret for tests that is long enough",
    "client_id": "tests",
    "client_secret": "a client secret for tests",
    "server_metadata_url": "http://127.0.0.1:9/.well-known/openid-configuration",
}
WAIT_SECONDS = 120


@pytest.fixture
def app(doors_env: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> AppTest:
    monkeypatch.setenv("RECORD_HOME", doors_env["RECORD_HOME"])
    return AppTest.from_file(str(ROOT / "app.py"), default_timeout=WAIT_SECONDS)


def test_without_sign_in_set_up_the_app_is_open(app: AppTest) -> None:
    assert [title.value for title in app.run().title] == ["Count a workflow"]


def test_a_visitor_sees_the_way_in_and_nothing_else(app: AppTest) -> None:
    app.secrets["auth"] = AUTH
    app.run()
    assert not app.exception
    assert [title.value for title in app.title] == ["Workflow Count Workbench"]
    assert [button.label for button in app.button] == ["Sign in"]
    assert (list(app.sidebar.markdown), list(app.text_area)) == ([], [])


def test_every_provider_has_a_button(app: AppTest) -> None:
    general = {name: AUTH[name] for name in ("redirect_uri", "cookie_secret")}
    provider = {name: AUTH[name] for name in ("client_id", "client_secret", "server_metadata_url")}
    app.secrets["auth"] = {**general, "google": provider, "house": provider}
    app.run()
    assert [button.label for button in app.button] == ["Sign in with google", "Sign in with house"]


def test_somebody_signed_in_gets_the_workbench_and_a_way_out(app: AppTest) -> None:
    app.secrets["auth"] = AUTH
    app.user = {"is_logged_in": True, "email": "somebody@example.org"}
    app.run()
    assert not app.exception
    assert [title.value for title in app.title] == ["Count a workflow"]
    assert "somebody" in "".join(caption.value for caption in app.sidebar.caption)
    assert "Sign out" in [button.label for button in app.sidebar.button]


def test_the_first_visitor_of_a_process_cannot_slip_in_by_the_address_of_a_page(
    doors_env: dict[str, str], tmp_path: Path
) -> None:
    """With a real process and a real secrets file: every page, the very first request included."""
    secrets = tmp_path / "secrets.toml"
    lines = [f'{name} = "{value}"' for name, value in AUTH.items()]
    secrets.write_text("\n".join(["[auth]", *lines]), encoding="utf-8")
    env = {**doors_env, "DOORS_SECRETS_FILE": str(secrets), "RECORD_AUTO_INGEST": "off"}

    async def look(url: str, page: str) -> list[str]:
        browser = await Browser.open(url, page=page)
        try:
            return browser.words + browser.buttons
        finally:
            await browser.close()

    with running(env, tmp_path / "log") as locked:
        locked.wait_until("/health/live", 200)
        for page in ("read", "search", "counts", ""):
            assert asyncio.run(look(locked.url, page)) == [
                "Workflow Count Workbench",
                "Sign in to count a workflow and to read the record.",
                "Sign in",
            ]
