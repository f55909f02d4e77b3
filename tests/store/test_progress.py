"""What a long act says while it runs, where stderr is a file and no terminal."""

from __future__ import annotations

import re

import pytest

from store.commands.progress import progress_bar


def test_an_act_of_minutes_says_each_tenth_once(capsys: pytest.CaptureFixture[str]) -> None:
    with progress_bar("training", minutes=True) as progress:
        for done in range(0, 2001, 40):
            progress(done, 2000)
    said = re.sub(r"after \d+ s", "after _ s", capsys.readouterr().err)
    assert said.splitlines() == [f"training: {done:,} of 2,000 after _ s" for done in range(200, 2001, 200)]


def test_a_short_act_says_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    with progress_bar("measuring") as progress:
        progress(1, 1)
    assert capsys.readouterr().err == ""


def test_an_act_over_nothing_ends(capsys: pytest.CaptureFixture[str]) -> None:
    with progress_bar("training", minutes=True) as progress:
        progress(0, 0)
    assert capsys.readouterr().err == ""
