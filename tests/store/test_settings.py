"""RECORD_* variables: what they mean, and what is said when one cannot be used."""

from __future__ import annotations

from pathlib import Path

import pytest

from store.errors import SettingsError
from store.settings import Settings, open_settings


@pytest.fixture(autouse=True)
def _clean(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in Settings.model_fields:
        monkeypatch.delenv(f"RECORD_{name.upper()}", raising=False)
    monkeypatch.chdir(tmp_path)


def test_nothing_set_is_a_record_in_the_current_directory(tmp_path: Path) -> None:
    settings = open_settings()
    assert (settings.home, settings.corpus) == (tmp_path / ".record", tmp_path / "corpus")
    assert settings.sql_url == f"sqlite:///{tmp_path / '.record' / 'record.db'}"
    assert (settings.chroma_url, settings.min_trust_tier, settings.snapshot_keys) == (None, "unverified", ())
    assert (settings.auto_ingest, settings.save_counts, settings.audit) == (True, True, True)


def test_everything_can_be_set_by_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    values = {
        "RECORD_HOME": "elsewhere",
        "RECORD_CORPUS": str(tmp_path / "mine"),
        "RECORD_DATABASE_URL": "postgresql://me@db/record",
        "RECORD_CHROMA_URL": "http://127.0.0.1:8000/",
        "RECORD_MIN_TRUST_TIER": "human-reviewed",
        "RECORD_AUTO_INGEST": "OFF",
        "RECORD_SAVE_COUNTS": "off",
        "RECORD_SNAPSHOT_KEYS": " first-key-0123456789 , second-key-0123456789,",
        "RECORD_EMBED_WALL_CLOCK_SECONDS": "0.5",
    }
    for name, value in values.items():
        monkeypatch.setenv(name, value)
    settings = open_settings()
    assert (settings.home, settings.corpus) == (tmp_path / "elsewhere", tmp_path / "mine")
    assert settings.sql_url == "postgresql://me@db/record"
    assert settings.chroma_url == "http://127.0.0.1:8000/"
    assert settings.min_trust_tier == "human-reviewed"
    assert (settings.auto_ingest, settings.save_counts) == (False, False)
    assert settings.snapshot_keys == ("first-key-0123456789", "second-key-0123456789")
    assert settings.embed_wall_clock_seconds == 0.5


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("HOME", " ", "RECORD_HOME is ' ': must name a folder"),
        ("AUTO_INGEST", "maybe", "RECORD_AUTO_INGEST is 'maybe': must be on or off"),
        (
            "MIN_TRUST_TIER",
            "high",
            "RECORD_MIN_TRUST_TIER is 'high': Input should be 'unverified', 'machine-confirmed' or "
            "'human-reviewed'",
        ),
        (
            "SNAPSHOT_KEYS",
            "short",
            "RECORD_SNAPSHOT_KEYS is (not shown): every key needs at least 16 characters",
        ),
        (
            "DATABASE_URL",
            "mysql://root:secret@db/x",
            "RECORD_DATABASE_URL is (not shown): names the database mysql; sqlite and postgresql are "
            "supported",
        ),
        (
            "DATABASE_URL",
            "no address",
            "RECORD_DATABASE_URL is (not shown): is not a database address; write it like "
            "postgresql://user@host/record",
        ),
        (
            "CHROMA_URL",
            "127.0.0.1:8000",
            "RECORD_CHROMA_URL is '127.0.0.1:8000': must be the address of a Chroma server, like "
            "http://127.0.0.1:8000",
        ),
        (
            "DEPLOYMENT",
            "two words",
            "RECORD_DEPLOYMENT is 'two words': must be 1 to 64 letters, digits, dots, dashes or underscores",
        ),
        (
            "EMBED_WALL_CLOCK_SECONDS",
            "0",
            "RECORD_EMBED_WALL_CLOCK_SECONDS is '0': Input should be greater than 0",
        ),
    ],
)
def test_a_value_that_cannot_be_used(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, message: str
) -> None:
    monkeypatch.setenv(f"RECORD_{name}", value)
    with pytest.raises(SettingsError) as caught:
        open_settings()
    assert str(caught.value) == message


def test_every_bad_value_is_named_in_one_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RECORD_AUDIT", "1")
    monkeypatch.setenv("RECORD_BREAKER_FAILURES", "none")
    with pytest.raises(SettingsError) as caught:
        open_settings()
    assert [line.split(":")[0] for line in str(caught.value).splitlines()] == [
        "RECORD_AUDIT is '1'",
        "RECORD_BREAKER_FAILURES is 'none'",
    ]


def test_keys_are_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RECORD_SNAPSHOT_KEYS", "a-key-nobody-may-see")
    assert "a-key-nobody-may-see" not in repr(open_settings())


def test_every_setting_says_what_it_is_for() -> None:
    assert [name for name, field in Settings.model_fields.items() if not field.description] == []
