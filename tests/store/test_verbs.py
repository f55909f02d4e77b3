"""The verbs as a person meets them in a shell: what they print, where, and with which exit status."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from store.__main__ import main
from tests.conftest import ROOT
from tests.store.conftest import SettingsFor
from tests.store.corpora import NOTES, document, write_corpus

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(
    tmp_path: Path,
    settings_for: SettingsFor,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> Run:
    """Run a verb on a corpus of three notes and a store of its own: exit status, stdout, stderr.

    It runs in this process, which has the model already; the environment and the arguments are real.
    """
    settings = settings_for(write_corpus(tmp_path / "corpus", NOTES))
    monkeypatch.setenv("RECORD_CORPUS", str(settings.corpus))
    monkeypatch.setenv("RECORD_HOME", str(settings.home))
    if settings.database_url and settings.chroma_url:
        monkeypatch.setenv("RECORD_DATABASE_URL", settings.database_url)
        monkeypatch.setenv("RECORD_CHROMA_URL", settings.chroma_url)

    def run(*words: str, **variables: str) -> tuple[int, str, str]:
        with monkeypatch.context() as patch, pytest.raises(SystemExit) as end:
            patch.setattr(sys, "argv", ["store", *words])
            for name, value in variables.items():
                patch.setenv(name, value)
            main()
        return int(end.value.code or 0), *capfd.readouterr()

    return run


def test_the_life_of_a_record(run: Run, tmp_path: Path) -> None:
    assert run("rollback") == (
        1,
        "",
        "there is no earlier generation to roll back to. Nothing was changed.\n",
    )
    assert run("ingest", "--by", "human:owner") == (
        0,
        "generation 1 is served now: 3 documents, 3 passages (3 added, 0 changed, 0 removed; "
        "3 texts encoded, 0 carried on).\n",
        "",
    )
    assert run("ingest")[:2] == (0, "unchanged, generation 1 already serves this corpus.\n")
    status = json.loads(run("status")[1])
    assert {key: status[key] for key in ("corpus_id", "generation", "documents", "passages", "gate")} == {
        "corpus_id": "tiny",
        "generation": 1,
        "documents": 3,
        "passages": 3,
        "gate": "off",
    }
    assert status["embedding_space"]["dimension"] == 384
    stars = tmp_path / "corpus/documents/stars.md"
    stars.write_text(document("# Stars\n\nStars shine.\n", title="Stars"))
    assert run("ingest")[1] == (
        "generation 2 is served now: 4 documents, 4 passages (1 added, 0 changed, 0 removed; "
        "1 texts encoded, 3 carried on).\n"
    )
    assert run("rollback", "--by", "human:owner") == (0, "generation 1 is served again: 3 documents.\n", "")
    assert run("gc") == (0, "nothing to remove; kept 1, 2.\n", "")
    assert run("takedown", "add", "bees", "--by", "human:owner", "--why", "wrong") == (
        0,
        "documents/bees is withdrawn now, and takedowns.yaml says so.\n",
        "",
    )
    listed = run("takedown", "list")[1]
    assert re.fullmatch(
        r"2\S+\+00:00\tadd\tdocuments/bees\thuman:owner\twrong\nwithdrawn now: documents/bees\.\n", listed
    )
    assert run("takedown", "revoke", "bees", "--by", "human:owner", "--why", "right")[:2] == (
        0,
        "documents/bees is no longer withdrawn, and takedowns.yaml says so.\n",
    )
    rows = [json.loads(line) for line in run("audit", "--since", "1h", "--json")[1].splitlines()]
    assert [(row["act"], row["who"], row["outcome"], row["generation"]) for row in rows] == [
        ("flip", "human:owner", "flipped", 1),
        ("ingest", "human:owner", "published", 1),
        ("ingest", "process:cli", "unchanged", 1),
        ("flip", "process:cli", "flipped", 2),
        ("ingest", "process:cli", "published", 2),
        ("rollback", "human:owner", "rolled back", 1),
        ("gc", "process:cli", "collected", 1),
        ("takedown", "human:owner", "withdrawn", 1),
        ("takedown", "human:owner", "served again", 1),
    ]
    text = run("audit", "--since", "1d", "--act", "takedown", "--limit", "1")[1]
    assert re.fullmatch(
        r"2\S+\+00:00\ttakedown\thuman:owner\tserved again\tgeneration 1\tdocuments/bees\t-\n", text
    )


@pytest.mark.parametrize(
    ("words", "variables", "status", "error"),
    [
        (
            ("audit", "--since", "once"),
            {},
            1,
            "--since is 'once': write an age (30m, 24h, 7d), a day (2026-11-30) or an instant "
            "(2026-11-30T09:00:00+00:00).\n",
        ),
        (
            ("ingest", "--by", "ada"),
            {},
            1,
            "--by is 'ada': write human:<id>, process:<id> or <producer>/<version>.\n",
        ),
        (
            ("status",),
            {"RECORD_CORPUS": "/nowhere/at-all"},
            1,
            "the corpus folder 'at-all' has no record.yaml. "
            "Set RECORD_CORPUS to a folder that holds record.yaml and documents/.\n",
        ),
        (
            ("ingest",),
            {"RECORD_MIN_TRUST_TIER": "best"},
            1,
            "RECORD_MIN_TRUST_TIER is 'best': Input should be 'unverified', 'machine-confirmed' or "
            "'human-reviewed'\n",
        ),
        (
            ("journey", "none.json"),
            {},
            1,
            "none.json cannot be read (No such file or directory).\n",
        ),
    ],
)
def test_a_refusal_is_one_plain_message(
    run: Run, words: tuple[str, ...], variables: dict[str, str], status: int, error: str
) -> None:
    assert run(*words, **variables) == (status, "", error)


def test_an_ingest_of_a_broken_corpus_prints_every_finding_and_no_stack(run: Run, tmp_path: Path) -> None:
    (tmp_path / "corpus/documents/bees.md").write_text("no frontmatter")
    (tmp_path / "corpus/documents/boats.md").write_bytes(b"\xff")
    status, out, error = run("ingest")
    assert (status, out) == (1, "")
    assert error == (
        "documents/bees.md:1: broken-frontmatter: the file has no frontmatter: its first line is not `---`.\n"
        "    fix: Open the file with a line `---`, then `key: value` lines, then a line `---`.\n"
        "documents/boats.md:1: not-utf-8: byte 1 of the file (0xff) is not UTF-8.\n"
        "    fix: Save the file as UTF-8.\n"
        "the corpus has 2 findings, so nothing was changed: what was served before is still served.\n"
    )


def test_a_wrong_option_is_a_usage_error(run: Run) -> None:
    status, out, error = run("ingest", "--fast")
    assert (status, out) == (2, "")
    assert "No such option: --fast" in error


def test_starting_a_verb_loads_no_model_and_no_vector_store() -> None:
    heavy = "{'torch', 'sentence_transformers', 'chromadb', 'bm25s'}"
    program = f"import sys, store.__main__; print(sorted({heavy} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("[]\n", "")


@pytest.mark.parametrize(
    "verb", [("status",), ("search", "bees"), ("read", "bees"), ("ingest",)], ids=lambda v: v[0]
)
def test_a_home_that_cannot_be_made_or_written_is_a_setting_to_change(
    run: Run, tmp_path: Path, verb: tuple[str, ...]
) -> None:
    (tmp_path / "taken").write_text("a file")
    own = {"RECORD_DATABASE_URL": "", "RECORD_CHROMA_URL": ""}
    assert run(*verb, RECORD_HOME=str(tmp_path / "taken/inside"), **own) == (
        1,
        "",
        "the folder 'inside' for the record's own files cannot be made (Not a directory). "
        "Set RECORD_HOME to a folder that can be made and written.\n",
    )
    assert run(*verb, RECORD_HOME="/proc", **own) == (  # a folder nobody can write to, whoever runs the test
        1,
        "",
        "the folder 'proc' for the record's own files cannot be written (No such file or directory). "
        "Set RECORD_HOME to a folder that can be made and written.\n",
    )


def test_a_search_before_anything_is_published_says_so_to_a_person(run: Run, tmp_path: Path) -> None:
    said = (
        "nothing is published yet: this record has no active generation. "
        "Run `python -m store ingest` to publish the corpus.\n"
    )
    status, out, err = run("search", "what do bees make?")
    assert (status, json.loads(out)["reason"], err) == (0, "unpublished", said)
    queries = tmp_path / "queries.txt"
    queries.write_text("bees\nboats\n")
    status, out, err = run("search", "--batch", str(queries))
    assert (status, [json.loads(line)["reason"] for line in out.splitlines()], err) == (
        0,
        ["unpublished", "unpublished"],
        said,
    )
