"""A public address does not open by accident; what is set wrongly is said, and no secret is shown."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from doors import safety
from doors.settings import DoorSettings, open_door_settings
from store import SettingsError

ROOT = Path(__file__).resolve().parent.parent.parent
PUBLIC = "0.0.0.0"  # noqa: S104 - the address under test
TOKEN = "a-token-for-tests-only-000001"


@pytest.mark.parametrize(
    ("host", "loopback"),
    [
        ("127.0.0.1", True),
        ("127.9.9.9", True),
        ("localhost", True),
        ("::1", True),
        ("[::1]", True),
        (PUBLIC, False),
        ("::", False),
        ("192.168.1.4", False),
        ("count.example.org", False),
        ("", False),
    ],
)
def test_what_counts_as_loopback(host: str, loopback: bool) -> None:
    assert DoorSettings(host=host).is_loopback is loopback


def test_loopback_opens_without_sign_in() -> None:
    safety.check_bind(DoorSettings())


def test_a_public_address_names_everything_that_is_missing() -> None:
    with pytest.raises(SettingsError) as refused:
        safety.check_bind(DoorSettings(host=PUBLIC))
    assert "the app has no sign-in: To use authentication features" in str(refused.value)
    assert "DOORS_MCP_TOKENS is not set" in str(refused.value)
    assert "--allow-anonymous" in str(refused.value)


def test_one_door_with_sign_in_is_not_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SettingsError, match="the app has no sign-in"):
        safety.check_bind(DoorSettings(host=PUBLIC, mcp_tokens=(TOKEN,)))
    monkeypatch.setattr(safety, "sign_in_problem", lambda: None)
    with pytest.raises(SettingsError, match="DOORS_MCP_TOKENS is not set"):
        safety.check_bind(DoorSettings(host=PUBLIC))
    safety.check_bind(DoorSettings(host=PUBLIC, mcp_tokens=(TOKEN,)))


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("PORT", "99999", "DOORS_PORT is '99999': Input should be less than or equal to 65535"),
        ("ALLOW_ANONYMOUS", "maybe", "DOORS_ALLOW_ANONYMOUS is 'maybe': must be on or off"),
        ("ALLOWED_HOSTS", "https://x", "DOORS_ALLOWED_HOSTS is 'https://x': 'https://x' is no host name"),
        ("MAX_CALLS", "0", "DOORS_MAX_CALLS is '0': Input should be greater than or equal to 1"),
        ("SECRETS_FILE", "/nowhere.toml", "DOORS_SECRETS_FILE is '/nowhere.toml': is no file"),
        ("MCP_TOKENS", "short", "DOORS_MCP_TOKENS is (not shown): every token needs at least 24 characters"),
    ],
)
def test_a_bad_setting_is_named_with_its_value_unless_it_is_secret(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, words: str
) -> None:
    monkeypatch.setenv(f"DOORS_{name}", value)
    with pytest.raises(SettingsError) as refused:
        open_door_settings()
    assert str(refused.value).startswith(words)


def test_tokens_are_not_in_the_settings_words() -> None:
    assert TOKEN not in repr(DoorSettings(mcp_tokens=(TOKEN,)))


def test_the_command_refuses_a_public_address_before_it_listens(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "doors.serve", "--host", PUBLIC, "--port", "0"],
        cwd=ROOT,
        env={**os.environ, "RECORD_HOME": str(tmp_path / "home")},
        capture_output=True,
        text=True,
        timeout=240,
    )
    assert done.returncode == 2
    assert done.stderr.startswith(
        "0.0.0.0 can be reached from other machines, and:\n- the app has no sign-in"
    )
    assert "Traceback" not in done.stderr


def test_allow_anonymous_opens_and_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level("WARNING", logger="doors"):
        safety.check_bind(DoorSettings(host=PUBLIC, allow_anonymous=True))
    assert [record.getMessage() for record in caplog.records] == [
        "listening on a public address without sign-in, as told by --allow-anonymous"
    ]
