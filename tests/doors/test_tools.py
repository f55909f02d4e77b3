"""What a tool takes, gives and refuses: schemas, structured content, errors in words."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from mcp.server import Server

from doors.server import build_server
from store import DocumentRead, Envelope, Outline, Record, Settings
from store.index.embedder import load_embedder
from tests.doors.calls import call, text, tools
from tests.store.corpora import NOTES, write_corpus
from tests.store.fakes import FailingEmbedder

STEP = {"text": "Write the offer", "tag": "AI"}


@pytest.fixture(scope="module")
def server(record: Record) -> Server[Any]:
    return build_server(lambda: record)


def tiny(tmp_path: Path, record_yaml: str = "", **parts: Any) -> Server[Any]:
    """A server over a small corpus that nobody has published."""
    corpus = write_corpus(tmp_path / "corpus", NOTES, record_yaml=record_yaml)
    record = Record.open(Settings(home=tmp_path / "home", corpus=corpus), **parts)  # type: ignore[call-arg]
    return build_server(lambda: record)


def test_the_schemas_are_those_of_the_python_api(server: Server[Any]) -> None:
    listed = tools(server)
    assert list(listed) == ["search", "read", "outline", "count"]
    for tool, model in (("search", Envelope), ("read", DocumentRead), ("outline", Outline)):
        assert listed[tool].output_schema == model.model_json_schema(mode="serialization")
    search = listed["search"].input_schema["properties"]
    assert (search["query"]["minLength"], search["query"]["maxLength"]) == (1, 2000)
    assert (search["k"]["minimum"], search["k"]["maximum"], search["k"]["default"]) == (1, 50, 10)
    assert search["min_trust_tier"]["enum"] == ["unverified", "machine-confirmed", "human-reviewed"]
    step = listed["count"].input_schema["$defs"]["StepArguments"]["properties"]
    assert {"enum": ["AI", "DECISION", "TYPING"], "type": "string"} in step["tag"]["anyOf"]


def test_every_tool_is_read_only(server: Server[Any]) -> None:
    for tool in tools(server).values():
        assert tool.annotations is not None
        assert tool.annotations.read_only_hint is True
        assert tool.annotations.destructive_hint is False
        assert tool.annotations.open_world_hint is False


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("search", {"query": "When is a step a DECISION?", "k": 2}),
        ("read", {"name": "R5-written-rule"}),
        ("outline", {"limit": 3}),
        ("count", {"steps": [STEP]}),
    ],
)
def test_structured_content_and_one_text_block_say_the_same(
    server: Server[Any], tool: str, arguments: dict[str, Any]
) -> None:
    result = call(server, tool, arguments)
    assert not result.is_error, text(result)
    assert json.loads(text(result)) == result.structured_content


@pytest.mark.parametrize(
    ("tool", "arguments", "words"),
    [
        ("search", {}, "query is missing"),
        ("search", {"query": "  "}, "query is '  ': String should have at least 1 character"),
        ("search", {"query": "x" * 2001}, "(2,003 characters): String should have at most 2000 characters"),
        ("search", {"query": "x", "k": 0}, "k is 0: Input should be greater than or equal to 1"),
        ("search", {"query": "x", "k": 51}, "k is 51: Input should be less than or equal to 50"),
        ("search", {"query": "x", "k": "5"}, "k is '5': Input should be a valid integer"),
        ("search", {"query": "x", "k": True}, "k is True: Input should be a valid integer"),
        ("search", {"query": "x", "min_trust_tier": "gold"}, "min_trust_tier is 'gold': Input should be"),
        ("search", {"query": "x", "limit": 5}, "limit is no argument of this tool"),
        ("read", {"name": ""}, "name is ''"),
        ("outline", {"limit": 5000}, "limit is 5000"),
        ("outline", {"offset": -1}, "offset is -1"),
        ("count", {"steps": "none"}, "steps is 'none': Input should be a valid list"),
        ("count", {"steps": [STEP, {"text": "Send", "tag": "ROBOT"}]}, "steps, number 2, tag is 'ROBOT'"),
        ("count", {"steps": [{"text": "Send", "minutes": -1}]}, "steps, number 1, minutes is -1"),
        ("count", {"steps": [{"text": "Send", "outward": "yes"}]}, "steps, number 1, outward is 'yes'"),
    ],
)  # fmt: skip
def test_bad_arguments_are_refused_by_the_schema_in_words(
    server: Server[Any], tool: str, arguments: dict[str, Any], words: str
) -> None:
    result = call(server, tool, arguments)
    assert result.is_error
    assert text(result).startswith(f"{tool} was not called: its arguments were refused.\n")
    assert words in text(result)
    assert "pydantic" not in text(result)


@pytest.mark.parametrize(
    ("tool", "arguments", "words"),
    [
        ("read", {"name": "nothing-like-it"}, "this record serves no document named 'nothing-like-it'."),
        ("count", {"steps": [{"text": " "}]}, "Step 1: A step has no text."),
        ("count", {"steps": [{**STEP, "reason": "presence"}]}, "has the reason 'presence' but is not"),
        ("count", {"steps": [STEP], "edges": [["s1", "s9"]]}, "The flow names step 's9'"),
        ("nonsense", {}, "There is no tool 'nonsense'. There are: search, read, outline, count."),
    ],
)  # fmt: skip
def test_what_cannot_be_done_is_said_in_words(
    server: Server[Any], tool: str, arguments: dict[str, Any], words: str
) -> None:
    result = call(server, tool, arguments)
    assert result.is_error
    assert words in text(result)


def test_an_uncalibrated_floor_is_an_error_that_starts_with_its_slug(tmp_path: Path) -> None:
    server = tiny(tmp_path, "gate: {floor: uncalibrated}\n")
    for tool, arguments in (("search", {"query": "bread"}), ("read", {"name": "bread"}), ("outline", {})):
        result = call(server, tool, arguments)
        assert result.is_error
        assert text(result).splitlines()[0].startswith("ksor-uncalibrated")


def test_nothing_published_is_an_outcome_of_search_and_an_error_of_read(tmp_path: Path) -> None:
    server = tiny(tmp_path)
    found = call(server, "search", {"query": "bread"})
    assert not found.is_error
    assert (found.structured_content["ok"], found.structured_content["reason"]) == (False, "unpublished")
    read = call(server, "read", {"name": "bread"})
    assert read.is_error
    assert "nothing is published yet" in text(read)


def test_a_dead_provider_is_an_outage_and_leaks_nothing(tmp_path: Path) -> None:
    space = load_embedder().space
    result = call(tiny(tmp_path, embedder=lambda: FailingEmbedder(space)), "search", {"query": "bread"})
    assert result.structured_content["reason"] == "unavailable"
    assert "secret" not in text(result)


def test_a_broken_setting_or_a_crash_shows_no_path_and_no_stack(record: Record, tmp_path: Path) -> None:
    broken = write_corpus(tmp_path / "corpus", NOTES)
    opened = [record]
    server = build_server(lambda: opened.pop() if opened else Record.open(settings))
    settings = Settings(home=tmp_path / "home", corpus=broken)  # type: ignore[call-arg]
    (broken / "record.yaml").write_text("corpus_id: tiny\ngate: {floor: 7}\n", encoding="utf-8")
    misconfigured = call(server, "search", {"query": "bread"})
    assert misconfigured.is_error
    assert text(misconfigured).startswith("The record is not set up correctly")

    def crash() -> Record:
        raise RuntimeError(f"secret at {tmp_path}")

    calls = iter([record])
    crashing = build_server(lambda: next(calls, None) or crash())
    crashed = call(crashing, "search", {"query": "bread"})
    assert crashed.is_error
    assert text(crashed).startswith("search failed inside the server.")
    assert str(tmp_path) not in text(crashed) + text(misconfigured)
