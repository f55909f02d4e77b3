"""record.yaml keeps its words when a number in it changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from store.calibrate.declare import declare
from store.errors import SettingsError

BEFORE = """\
# Who we are.
corpus_id: tiny

# A floor is measured, never typed.
gate: "off"

retrieval:
  # The most characters.
  response_budget_chars: 24000
"""


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    (tmp_path / "record.yaml").write_text(BEFORE, encoding="utf-8")
    return tmp_path


def text_of(corpus: Path) -> str:
    return (corpus / "record.yaml").read_text(encoding="utf-8")


def test_one_block_is_exchanged_and_every_comment_stays(corpus: Path) -> None:
    declare(corpus, "gate", {"floor": 0.25, "digest": "abc"})
    assert text_of(corpus) == BEFORE.replace('gate: "off"\n', "gate:\n  floor: 0.25\n  digest: abc\n")
    declare(corpus, "gate", {"floor": 0.5, "leak": "5 % (1 of 20; 95 % confidence)"})
    measured = "gate:\n  floor: 0.5\n  leak: 5 % (1 of 20; 95 % confidence)\n"
    assert text_of(corpus) == BEFORE.replace('gate: "off"\n', measured)


def test_a_new_block_is_added_and_taken_out_again(corpus: Path) -> None:
    declare(corpus, "sure", {"at": 0.9})
    assert text_of(corpus) == BEFORE + "\nsure:\n  at: 0.9\n"
    declare(corpus, "sure", None)
    assert text_of(corpus) == BEFORE + "\n"


def test_a_form_that_cannot_be_exchanged_safely_is_left_alone(corpus: Path) -> None:
    odd = '{corpus_id: tiny, gate: "off"}\n'
    (corpus / "record.yaml").write_text(odd, encoding="utf-8")
    with pytest.raises(
        SettingsError, match=r"^record\.yaml holds its `gate` in a form that cannot be exchanged"
    ):
        declare(corpus, "gate", {"floor": 0.25})
    assert text_of(corpus) == odd
