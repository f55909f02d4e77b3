"""Tokens: signed, bound, expiring, rotating. A bad one says what is wrong and never raises."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from store.envelope import Snapshot
from store.search.snapshot import KEY_FILE, Pin, Snapshots
from store.settings import Settings
from tests.store.fakes import HandClock

OLD, NEW = "an-old-key-of-some-length", "a-new-key-of-some-length"


def snapshots(
    home: Path, *keys: str, corpus_id: str = "tiny", clock: HandClock | None = None, deployment: str = "local"
) -> Snapshots:
    settings = Settings(home=home, snapshot_keys=keys, deployment=deployment)
    return Snapshots(settings, corpus_id, clock or HandClock())


def test_a_fresh_token_pins_its_generation_for_thirty_minutes(tmp_path: Path) -> None:
    clock = HandClock()
    mine = snapshots(tmp_path, OLD, clock=clock)
    snapshot = mine.mint(7)
    assert snapshot == Snapshot(
        corpus_id="tiny", generation=7, token=snapshot.token, expires_at="2026-06-01T12:30:00+00:00"
    )
    assert mine.check(snapshot.token) == Pin(7)
    clock.move(minutes=30)
    assert mine.check(snapshot.token) == Pin(7)
    clock.move(seconds=1)
    assert mine.check(snapshot.token) == "expired"


def test_the_same_clock_gives_the_same_token(tmp_path: Path) -> None:
    assert snapshots(tmp_path, OLD).mint(3) == snapshots(tmp_path, OLD).mint(3)


def test_a_token_of_another_deployment_or_corpus_is_foreign(tmp_path: Path) -> None:
    token = snapshots(tmp_path, OLD).mint(1).token
    assert snapshots(tmp_path, OLD, deployment="elsewhere").check(token) == "foreign_deployment"
    assert snapshots(tmp_path, OLD, corpus_id="other").check(token) == "foreign_deployment"


def test_keys_rotate_the_first_signs_all_verify(tmp_path: Path) -> None:
    before = snapshots(tmp_path, OLD).mint(1).token
    during, after = snapshots(tmp_path, NEW, OLD), snapshots(tmp_path, NEW)
    assert during.check(before) == Pin(1)
    assert after.check(during.mint(2).token) == Pin(2)
    assert after.check(before) == "unknown_key"


def test_a_forged_token_is_invalid(tmp_path: Path) -> None:
    mine = snapshots(tmp_path, OLD)
    key_id, payload, stamp, signature = mine.mint(1).token.split(".")
    other = mine.mint(9).token.split(".")[1]
    forged = {
        "another payload": f"{key_id}.{other}.{stamp}.{signature}",
        "another signature": f"{key_id}.{payload}.{stamp}.{signature[::-1]}",
        "another time": f"{key_id}.{payload}.{stamp[::-1]}.{signature}",
        "no signature": f"{key_id}.{payload}.{stamp}",
    }
    assert {name: mine.check(token) for name, token in forged.items()} == dict.fromkeys(forged, "invalid")


@given(cut=st.integers(0, 200))
def test_a_truncated_token_is_invalid(tmp_path_factory: pytest.TempPathFactory, cut: int) -> None:
    mine = snapshots(tmp_path_factory.getbasetemp(), OLD)
    token = mine.mint(1).token
    assert mine.check(token[: min(cut, len(token) - 1)]) == "invalid"


@given(st.text(max_size=300))
def test_any_text_at_all_is_refused_in_words(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    mine = snapshots(tmp_path_factory.getbasetemp(), OLD)
    assert mine.check(text) in ("invalid", "unknown_key")


def test_without_a_setting_a_home_makes_a_key_of_its_own_and_keeps_it(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    token = snapshots(one).mint(1).token
    assert snapshots(one).check(token) == Pin(1)
    assert snapshots(other).check(token) == "unknown_key"
    assert stat.S_IMODE((one / KEY_FILE).stat().st_mode) == 0o600
    assert [path.name for path in one.iterdir()] == [KEY_FILE]
