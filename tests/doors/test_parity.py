"""The same question gets the same answer, and the same run the same count, whichever way it comes in."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest
from typer.testing import CliRunner

from counting import Reason, Tag, tally
from counting.__main__ import app as counting_cli
from counting.report import build
from counting.report.as_json import count_as_dict, report_as_dict
from counting.runfile import run_from
from doors.server import build_server
from pages.parts.session import Stage
from store import Record
from tests.doors.calls import with_client
from tests.doors.served import Served

ROOT = Path(__file__).resolve().parent.parent.parent
WAIT_SECONDS = 120

WORK = [
    "approving an invoice", "copying a number into a form", "calling the next patient", "drafting a reply",
    "checking the delivery note", "signing the contract", "reading a free-form complaint",
    "sorting applications", "sending the monthly report", "repairing the pump",
]  # fmt: skip
QUESTIONS = [
    *(f"Is {work} a DECISION?" for work in WORK),
    *(f"which tag for {work}" for work in WORK),
    *(f"where does a person have to stay when {work} is automated" for work in WORK),
    *(f"{work} and then {other}, one step or two?" for work, other in zip(WORK, reversed(WORK), strict=True)),
    "what is a gate?", "how much of my shop can be automated", "percentage", "R5", "x",
    "WHY DOES A COUNT NEED A FRACTION", "what does this record not cover?", "the price of a license",
    "best pizza in town", "gate ~ “quoted” — ünïcode",
]  # fmt: skip
assert len(QUESTIONS) == 50
ASKED = [
    *((query, 10, "unverified") for query in QUESTIONS[:30]),
    *((query, 3, "unverified") for query in QUESTIONS[30:45]),
    *((query, 7, "machine-confirmed") for query in QUESTIONS[45:]),
]
ALWAYS_DIFFERENT = {"retrieved_at", "token", "expires_at"}


def steady(answer: Any) -> Any:
    """An answer without its time stamps and tokens."""
    if isinstance(answer, dict):
        return {key: steady(value) for key, value in answer.items() if key not in ALWAYS_DIFFERENT}
    return [steady(value) for value in answer] if isinstance(answer, list) else answer


@pytest.fixture(scope="module")
def through_python(record: Record) -> list[Any]:
    return [steady(record.search(*asked).model_dump(mode="json")) for asked in ASKED]


def test_fifty_queries_through_mcp(served: Served, through_python: list[Any]) -> None:
    async def ask(client: Any) -> list[Any]:
        return [
            (
                await client.call_tool("search", {"query": query, "k": k, "min_trust_tier": tier})
            ).structured_content
            for query, k, tier in ASKED
        ]

    assert [steady(answer) for answer in with_client(f"{served.url}/mcp", ask)] == through_python


def test_fifty_queries_through_the_command_line(
    doors_env: dict[str, str], through_python: list[Any], tmp_path: Path
) -> None:
    answers: dict[tuple[str, int, str], Any] = {}
    for k, tier in dict.fromkeys((k, tier) for _, k, tier in ASKED):
        queries = [query for query, *rest in ASKED if rest == [k, tier]]
        batch = tmp_path / "queries.txt"
        batch.write_text("\n".join(queries) + "\n", encoding="utf-8")
        done = subprocess.run(
            [sys.executable, "-m", "store", "search", "--batch", str(batch),
             "--k", str(k), "--min-trust-tier", tier],
            cwd=ROOT, env=doors_env, capture_output=True, text=True, check=True,
        )  # fmt: skip
        found = [steady(json.loads(line)) for line in done.stdout.splitlines()]
        answers |= {(query, k, tier): answer for query, answer in zip(queries, found, strict=True)}
    assert [answers[asked] for asked in ASKED] == through_python


def test_fifty_queries_through_the_page(
    doors_env: dict[str, str], through_python: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The raw answer that the search page shows, for every query."""
    for name in ("RECORD_HOME", "RECORD_DEPLOYMENT"):
        monkeypatch.setenv(name, doors_env[name])
    page = AppTest.from_file(str(ROOT / "app.py"), default_timeout=WAIT_SECONDS).run()
    page.switch_page("pages/search.py").run()
    answers = []
    for query, k, tier in ASKED:
        page.text_input(key="query").set_value(query)
        page.number_input(key="k").set_value(k)
        page.selectbox(key="tier").set_value(tier)
        [button] = [each for each in page.button if each.label == "Search"]
        button.click().run()
        assert not page.exception
        [raw] = page.json
        answers.append(steady(json.loads(raw.value)))
    assert answers == through_python


def runs() -> list[dict[str, Any]]:
    """20 runs of every kind a person can tag: complete, incomplete, empty, branching, with every mark."""
    drawn = random.Random(7)
    made = [{"title": "no steps", "steps": []}, {"title": "nothing tagged", "steps": [{"text": "Look"}]}]
    for number in range(18):
        steps = [_step(drawn, place) for place in range(drawn.randint(1, 25))]
        run: dict[str, Any] = {"title": f"run {number}", "trigger": "a mail", "steps": steps}
        if number % 3 == 0 and len(steps) > 2:
            run["edges"] = [[f"n{a}", f"n{a + 1}"] for a in range(len(steps) - 1)] + [["n0", "n2"]]
        made.append(run)
    return made


def _step(drawn: random.Random, place: int) -> dict[str, Any]:
    tag = drawn.choice([*Tag, *Tag, *Tag, None])
    return {
        "id": f"n{place}",
        "text": f"Do thing {place} of the work",
        "tag": tag,
        "reason": drawn.choice([*Reason, None]) if tag is Tag.DECISION else None,
        "gate": drawn.choice([None, None, True, False]),
        "outward": drawn.random() < 0.3,
        "minutes": drawn.choice([None, 3, 2.5]),
        "unsplit": drawn.random() < 0.1,
        "kept_by_others": "an unknown key",
    }


RUNS = runs()
NAMES = ["headline", "count", "gates", "longest_unattended_stretch", "unattended_stretches", "g2_warnings",
         "decisions_by_reason", "unsplit"]  # fmt: skip


def counted(report: dict[str, Any]) -> dict[str, Any]:
    return {name: report[name] for name in NAMES}


@pytest.fixture(scope="module")
def in_python() -> list[dict[str, Any]]:
    return [counted(report_as_dict(build(run_from(run)))) for run in RUNS]


def test_twenty_counts_through_python_and_the_report(in_python: list[dict[str, Any]]) -> None:
    assert len(RUNS) == 20
    assert [count_as_dict(tally(run_from(run))) for run in RUNS] == [each["count"] for each in in_python]


def test_twenty_counts_through_mcp(record: Record, in_python: list[dict[str, Any]]) -> None:
    async def ask(client: Any) -> list[Any]:
        return [(await client.call_tool("count", run)).structured_content for run in RUNS]

    assert with_client(build_server(lambda: record), ask) == in_python


def test_twenty_counts_through_the_command_line(in_python: list[dict[str, Any]], tmp_path: Path) -> None:
    answers = []
    for number, run in enumerate(RUNS):
        file = tmp_path / f"{number}.json"
        file.write_text(json.dumps(run), encoding="utf-8")
        done = CliRunner().invoke(counting_cli, ["report", str(file), "--format", "json"])
        assert done.exit_code == 0, done.output
        answers.append(counted(json.loads(done.stdout)))
    assert answers == in_python


def test_one_count_through_a_real_process(in_python: list[dict[str, Any]], tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    file.write_text(json.dumps(RUNS[5]), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "counting", "report", str(file), "--format", "json"],
        cwd=ROOT, env=dict(os.environ), capture_output=True, check=True,
    )  # fmt: skip
    assert counted(json.loads(done.stdout)) == in_python[5]


def test_twenty_counts_through_the_page(
    doors_env: dict[str, str], in_python: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every run dropped as a file, and what the result then says."""
    for name in ("RECORD_HOME", "RECORD_DEPLOYMENT"):
        monkeypatch.setenv(name, doors_env[name])
    page = AppTest.from_file(str(ROOT / "app.py"), default_timeout=WAIT_SECONDS).run()
    for number, (run, expected) in enumerate(zip(RUNS, in_python, strict=True)):
        page.session_state["stage"] = Stage.DESCRIBE
        page.run()
        file = json.dumps({"format": "workflow-count", **run}).encode()
        page.file_uploader(key="file").upload(f"{number}.json", file).run()
        page.session_state["stage"] = Stage.RESULT
        page.run()
        assert not page.exception
        said = _said(page)
        missing = [words for words in _on_screen(expected) if words not in said]
        assert missing == [], f"run {number}: {said}"


def _said(page: AppTest) -> str:
    parts = [*page.metric, *page.markdown, *page.caption, *page.warning]
    return "\n".join(str(part.value) for part in parts).replace("\\", "").replace("\u2060", "")


def _on_screen(expected: dict[str, Any]) -> list[str]:
    """What the result page has to say about these numbers."""
    count, totals = expected["count"], expected["count"]["totals"]
    if count["percentage"] is None:
        told = [expected["headline"]]
    else:
        told = [
            f"{count['percentage']} %",
            f"**{count['automatable']} of {count['steps']} steps**: {totals['AI']} AI and "
            f"{totals['TYPING']} TYPING. Kept by a person: {totals['DECISION']}.",
        ]
    if count["steps"]:
        longest = expected["longest_unattended_stretch"]
        told += [
            f"**Gates:** {_numbered(expected['gates'])}",
            f"**Longest unattended stretch:** {longest or 'none'}",
            f"**Open warnings (G2):** {_numbered(expected['g2_warnings'])}",
            *(f"DECISION by {why}: {n}" for why, n in expected["decisions_by_reason"].items() if n),
        ]
    return told


def _numbered(numbers: list[int]) -> str:
    steps = "step" if len(numbers) == 1 else "steps"
    return f"{len(numbers)} ({steps} {', '.join(map(str, numbers))})" if numbers else "0"
