"""Saved counts."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from sqlalchemy import text

from store.index.database import open_database
from store.saved import Conflict, SavedCounts, SavedMissing, TooLarge, open_saved_counts
from store.saved.counts import MAX_PAYLOAD_CHARS, share_key
from store.settings import Settings
from tests.store.conftest import SettingsFor
from tests.store.corpora import write_corpus


@pytest.fixture(scope="module")
def settings(settings_for: SettingsFor, tmp_path_factory: pytest.TempPathFactory) -> Settings:
    return settings_for(write_corpus(tmp_path_factory.mktemp("corpus"), {}))


@pytest.fixture(scope="module")
def counts(settings: Settings) -> SavedCounts:
    opened = open_saved_counts(settings)
    assert opened is not None
    return opened


def test_a_count_comes_back_as_it_was_saved(counts: SavedCounts) -> None:
    payload = '{"title": "Räumung \\u0000 \ud83d\ude80 العربية", "steps": []}'.encode(
        "utf-16", "surrogatepass"
    )
    text_of_it = payload.decode("utf-16")
    saved = counts.load(counts.create(text_of_it))
    assert (saved.payload, saved.revision, saved.read_only, saved.undo, saved.redo) == (
        text_of_it,
        1,
        False,
        None,
        None,
    )


def test_every_act_is_undone_and_done_again_also_by_another_process(
    counts: SavedCounts, settings: Settings
) -> None:
    key = counts.create("0")
    first = counts.save(key, "1", 1, "tag step 1 as AI")
    second = counts.save(key, "2", first.revision, "split step 2")
    reopened = open_saved_counts(settings)
    assert reopened is not None
    seen = [reopened.load(key)]
    for step in (reopened.undo, reopened.undo, reopened.undo, reopened.redo, reopened.redo, reopened.redo):
        seen.append(step(key, seen[-1].revision))
    assert [(saved.payload, saved.undo, saved.redo) for saved in seen] == [
        ("2", "split step 2", None),
        ("1", "tag step 1 as AI", "split step 2"),
        ("0", None, "tag step 1 as AI"),
        ("0", None, "tag step 1 as AI"),
        ("1", "tag step 1 as AI", "split step 2"),
        ("2", "split step 2", None),
        ("2", "split step 2", None),
    ]
    assert [saved.revision for saved in seen] == [second.revision + step for step in range(7)]


def test_a_new_act_after_an_undo_replaces_what_was_undone(counts: SavedCounts) -> None:
    key = counts.create("0")
    counts.save(key, "1", 1, "one")
    counts.undo(key, 2)
    saved = counts.save(key, "other", 3, "another")
    assert (saved.payload, saved.undo, saved.redo) == ("other", "another", None)
    assert counts.undo(key, saved.revision).payload == "0"


def test_the_second_of_two_tabs_is_warned_and_gets_the_newer_version(counts: SavedCounts) -> None:
    key = counts.create("0")
    counts.save(key, "from tab one", 1, "one")
    with pytest.raises(
        Conflict, match="changed in another tab in the meantime, so nothing was saved"
    ) as caught:
        counts.save(key, "from tab two", 1, "two")
    assert caught.value.newer == counts.load(key)
    assert caught.value.newer.payload == "from tab one"
    with pytest.raises(Conflict, match="changed in another tab"):
        counts.undo(key, 1)


def test_of_many_tabs_saving_at_once_exactly_one_wins(counts: SavedCounts) -> None:
    key = counts.create("0")
    outcomes: list[str] = []

    def save(name: str) -> None:
        try:
            counts.save(key, name, 1, name)
            outcomes.append("saved")
        except Conflict:
            outcomes.append("conflict")

    tabs = [threading.Thread(target=save, args=(f"tab {number}",)) for number in range(8)]
    for tab in tabs:
        tab.start()
    for tab in tabs:
        tab.join()
    assert sorted(outcomes) == ["conflict"] * 7 + ["saved"]
    assert counts.load(key).revision == 2


def test_a_share_key_reads_only_while_shared_and_never_writes(counts: SavedCounts) -> None:
    key = counts.create("0")
    with pytest.raises(SavedMissing, match="no saved count has this link"):
        counts.load(share_key(key))
    shared = counts.share(key)
    assert shared == share_key(key) != key
    assert (counts.load(shared).payload, counts.load(shared).read_only) == ("0", True)
    for act in (
        lambda: counts.save(shared, "1", 1, "x"),
        lambda: counts.undo(shared, 1),
        lambda: counts.delete(shared),
        lambda: counts.share(shared),
    ):
        with pytest.raises(SavedMissing, match="no saved count has this link"):
            act()
    counts.unshare(key)
    with pytest.raises(SavedMissing, match="no saved count has this link"):
        counts.load(shared)


def test_a_duplicate_lives_its_own_life(counts: SavedCounts) -> None:
    key = counts.create("0")
    copy = counts.duplicate(counts.share(key))
    counts.save(copy, "what if", 1, "try")
    assert (counts.load(key).payload, counts.load(copy).payload) == ("0", "what if")


def test_deleted_for_good_means_gone_from_the_files_too(counts: SavedCounts, settings: Settings) -> None:
    key = counts.create("0")
    counts.save(key, "1", 1, "a very particular act name")
    counts.delete(key)
    with pytest.raises(SavedMissing, match="no saved count has this link"):
        counts.load(key)
    with open_database(settings).reading() as connection:
        acts = connection.execute(text("SELECT act FROM saved_states")).scalars().all()
    assert "a very particular act name" not in acts
    for path in settings.home.glob("record.db*"):
        assert b"a very particular act name" not in path.read_bytes()


def test_only_the_hash_of_a_key_is_stored(counts: SavedCounts, settings: Settings) -> None:
    key = counts.create("0")
    counts.share(key)
    with open_database(settings).reading() as connection:
        rows = connection.execute(text("SELECT * FROM saved_counts")).all()
    assert rows and not any(value in (key, share_key(key)) for row in rows for value in row)


def test_too_large_a_count_is_refused_and_the_saved_one_stays(counts: SavedCounts) -> None:
    key = counts.create("0")
    with pytest.raises(
        TooLarge, match=r"this count has 4,000,001 characters and the server keeps at most 4,000,000"
    ):
        counts.save(key, "x" * (MAX_PAYLOAD_CHARS + 1), 1, "too much")
    assert (counts.load(key).payload, counts.load(key).revision) == ("0", 1)


def test_a_long_history_forgets_its_oldest_acts(counts: SavedCounts, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("store.saved.counts.MAX_STATES", 20)
    key = counts.create("0")
    for number in range(1, 22):
        counts.save(key, str(number), number, f"act {number}")
    saved = counts.load(key)
    undone = 0
    while saved.undo is not None:
        saved = counts.undo(key, saved.revision)
        undone += 1
    assert (undone, saved.payload) == (19, "2")


@pytest.mark.parametrize("key", ["", "nonsense", "../../etc", "' OR 1=1 --", "\ud800", "x" * 100_000])
def test_a_wrong_key_opens_nothing(counts: SavedCounts, key: str) -> None:
    with pytest.raises(SavedMissing, match="no saved count has this link"):
        counts.load(key)


def test_switched_off_nothing_is_opened(tmp_path: Path) -> None:
    assert open_saved_counts(Settings(home=tmp_path / "home", save_counts=False)) is None
    assert not (tmp_path / "home").exists()
