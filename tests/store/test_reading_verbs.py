"""search, read and outline from a shell: JSON on standard output, one plain message on standard error."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from store.__main__ import main
from store.record import Record
from store.settings import Settings

Shell = Any


@pytest.fixture
def shell(published: Settings, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Shell:
    """Runs a verb on the published store; returns exit status, standard output and standard error."""
    for name in ("home", "corpus", "database_url", "chroma_url"):
        monkeypatch.setenv(f"RECORD_{name.upper()}", str(getattr(published, name) or ""))

    def run(*arguments: str) -> tuple[object, str, str]:
        monkeypatch.setattr(sys, "argv", ["store", *arguments])
        with pytest.raises(SystemExit) as ended:
            main()
        said = capsys.readouterr()
        return ended.value.code, said.out, said.err

    return run


def without_times(answer: dict[str, Any]) -> dict[str, Any]:
    """An envelope without what differs from call to call: instants and tokens."""
    answer = json.loads(json.dumps(answer))
    for hit in answer["hits"]:
        del hit["provenance"]["retrieved_at"]
    if answer["snapshot"]:
        del answer["snapshot"]["token"], answer["snapshot"]["expires_at"]
    return answer


def test_search_prints_the_envelope_of_the_python_api(shell: Shell, published: Settings) -> None:
    status, out, err = shell("search", "what do bees make?", "--k", "2")
    with Record.open(published) as record:
        wire = record.search("what do bees make?", k=2).model_dump(mode="json")
    assert (status, err) == (0, "")
    assert without_times(json.loads(out)) == without_times(wire)
    _, out, _ = shell("search", "bees", "--min-trust-tier", "human-reviewed")
    assert json.loads(out)["reason"] == "abstained"


def test_a_batch_is_one_line_per_line(shell: Shell, tmp_path: Path) -> None:
    queries = tmp_path / "queries.txt"
    queries.write_bytes("what do bees make?\r\nwhy does a boat float?\n蜂\u2028 bread\n".encode())
    status, out, err = shell("search", "--batch", str(queries), "--k", "1")
    lines = [json.loads(line) for line in out.splitlines()]
    assert (status, err, len(lines)) == (0, "", 3)
    assert [line["hits"][0]["slug"] for line in lines] == ["bees", "boats", "bread"]
    assert without_times(lines[0]) == without_times(
        json.loads(shell("search", "what do bees make?", "--k", "1")[1])
    )


def test_a_line_that_cannot_be_asked_keeps_its_place(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "bees\n\n" + "x" * 2_001 + "\nboats"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    status, out, _ = shell("search", "--batch", "-", "--k", "1")
    lines = [json.loads(line) for line in out.splitlines()]
    assert status == 1
    assert [line.get("error", "answered") for line in lines] == [
        "answered",
        "the query is empty: ask a question, or paste a step of your workflow.",
        "the query has 2,001 characters; the most is 2,000. Shorten it, or ask about one step at a time.",
        "answered",
    ]


def test_read_and_outline_print_what_python_returns(shell: Shell) -> None:
    status, out, _ = shell("read", "bees", "--heading", "Bees")
    answer = json.loads(out)
    assert (status, answer["content"], answer["snapshot_status"]) == (
        0,
        "# Bees\n\nBees gather nectar and make honey in the hive.\n",
        "unpinned",
    )
    pinned = json.loads(shell("read", "bees", "--snapshot-token", answer["snapshot"]["token"])[1])
    assert pinned["snapshot_status"] == "pinned"
    status, out, _ = shell("outline", "--depth", "1", "--limit", "3", "--offset", "1")
    assert [row["title"] for row in json.loads(out)["rows"]] == ["Bees", "Boats", "Boats"]
    assert json.loads(shell("outline", "bees")[1])["total"] == 1


ONE_OF_TWO = 'give either a question, as in `search "what is a gate?"`, or --batch FILE.\n'


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["search", ""], "the query is empty: ask a question, or paste a step of your workflow.\n"),
        (["search"], ONE_OF_TWO),
        (["search", "x", "--batch", "y"], ONE_OF_TWO),
        (
            ["search", "--batch", "no/such.txt"],
            "--batch: 'such.txt' is no file that can be read. Give a text file.\n",
        ),
        (
            ["search", "x", "--min-trust-tier", "y"],
            "min_trust_tier is 'y': use one of unverified, machine-confirmed, human-reviewed.\n",
        ),
        (
            ["read", "hornets"],
            "this record serves no document named 'hornets'. The outline lists what it serves.\n",
        ),
        (["outline", "--limit", "0"], "limit is 0: give a whole number from 1 to 1000.\n"),
    ],
)
def test_what_is_refused_is_one_plain_message(shell: Shell, arguments: list[str], message: str) -> None:
    assert shell(*arguments) == (1, "", message)


def test_a_batch_that_is_no_text_is_refused(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\xff\xfe")
    assert shell("search", "--batch", str(tmp_path / "picture.png")) == (
        1,
        "",
        "--batch: 'picture.png' is not UTF-8 text. Save it as UTF-8.\n",
    )


def test_a_real_process_answers_and_keeps_its_audit(published: Settings) -> None:
    settings = {
        f"RECORD_{name.upper()}": str(getattr(published, name) or "")
        for name in ("home", "corpus", "database_url", "chroma_url")
    }
    done = subprocess.run(
        [sys.executable, "-m", "store", "search", "a query of a real process"],
        env={**os.environ, **settings},
        capture_output=True,
        text=True,
        check=True,
    )
    assert (json.loads(done.stdout)["ok"], done.stderr) == (True, "")
    with Record.open(published) as record:
        last = record.audit_rows(acts=["search"])[-1]
    assert (last.who, last.outcome, last.sizes["query_chars"]) == ("process:cli", "ok", 25)
