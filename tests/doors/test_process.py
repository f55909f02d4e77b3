"""The one process: the workbench, the agents' door and health, over one record."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from bench.browser import Browser
from doors.asgi import create_app
from pages.parts import records
from store import Record, open_record
from tests.doors.calls import call, text, tools, with_client
from tests.doors.served import ROOT, Served, running

RUN = {
    "title": "A short run",
    "steps": [
        {"text": "Write the offer", "tag": "AI"},
        {"text": "Approve the offer", "tag": "DECISION", "reason": "accountability"},
        {"text": "Send the offer", "tag": "TYPING", "outward": True},
    ],
}


def drive(server: Any) -> dict[str, Any]:
    """Every tool once, with the SDK's own client."""
    return {
        "tools": list(tools(server)),
        "search": call(server, "search", {"query": "When is it a DECISION?"}).structured_content["ok"],
        "read": call(server, "read", {"name": "documents/rules/R1-split"}).structured_content["slug"],
        "outline": call(server, "outline", {"limit": 1}).structured_content["has_more"],
        "count": call(server, "count", RUN).structured_content["headline"],
        "refused": text(call(server, "search", {"query": "x", "k": 99})).splitlines()[1],
    }  # fmt: skip


DRIVEN = {
    "tools": ["search", "read", "outline", "count"],
    "search": True,
    "read": "R1-split",
    "outline": True,
    "count": "67 % (2 of 3 steps)",
    "refused": "- k is 99: Input should be less than or equal to 50.",
}


def test_agents_come_in_over_http(served: Served) -> None:
    assert drive(f"{served.url}/mcp") == DRIVEN


def test_agents_come_in_over_standard_input_and_output(doors_env: dict[str, str]) -> None:
    """One process, one conversation: every tool, and nothing but the protocol on standard output."""
    parameters = StdioServerParameters(
        command=sys.executable, args=["-m", "doors.mcp"], env=doors_env, cwd=ROOT
    )

    async def converse() -> list[Any]:
        async with Client(stdio_client(parameters)) as client:
            listed = [tool.name for tool in (await client.list_tools()).tools]
            found = await client.call_tool("search", {"query": "When is a step a DECISION?"})
            read = await client.call_tool("read", {"name": "R1-split"})
            outline = await client.call_tool("outline", {"limit": 1})
            counted = await client.call_tool("count", RUN)
            refused = await client.call_tool("search", {"query": "x", "k": 99})
            return [
                listed,
                found.structured_content["ok"],
                read.structured_content["slug"],
                outline.structured_content["has_more"],
                counted.structured_content["headline"],
                text(refused).splitlines()[1],
            ]

    assert asyncio.run(converse()) == list(DRIVEN.values())


def test_an_older_client_is_served_too(served: Served) -> None:
    async def version(client: Any) -> tuple[str, str]:
        counted = await client.call_tool("count", RUN)
        return client.protocol_version, counted.structured_content["headline"]

    assert with_client(f"{served.url}/mcp", version, mode="legacy") == ("2025-11-25", DRIVEN["count"])


def test_people_come_in_at_the_root(served: Served) -> None:
    async def look() -> list[str]:
        browser = await Browser.open(served.url)
        try:
            return browser.words
        finally:
            await browser.close()

    assert "<title>Streamlit</title>" in httpx.get(served.url).text
    assert "Count a workflow" in asyncio.run(look())


def test_health_says_alive_and_what_is_served(served: Served) -> None:
    assert httpx.get(f"{served.url}/health/live").json() == {"live": True}
    ready = httpx.get(f"{served.url}/health/ready").json()
    assert (ready["ready"], ready["problem"]) == (True, None)
    assert (ready["record"]["corpus_id"], ready["record"]["state"]) == ("workflow-count", "serving")


def test_it_is_alive_but_not_ready_while_nothing_is_published(
    doors_env: dict[str, str], tmp_path: Path
) -> None:
    env = {**doors_env, "RECORD_HOME": str(tmp_path / "home"), "RECORD_AUTO_INGEST": "off"}
    with running(env, tmp_path / "log") as empty:
        assert empty.wait_until("/health/live", 200).json() == {"live": True}
        answer = empty.wait_until("/health/ready", 503).json()
        assert (answer["ready"], answer["record"]["state"]) == (False, "unpublished")
        assert answer["problem"].startswith("Nothing is published yet: run `python -m store ingest`")


def test_the_pages_and_the_doors_hold_the_same_record(
    doors_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RECORD_HOME", str(doors_home))
    assert records.record() is open_record()
    assert create_app.__defaults__ == (open_record,)
    assert isinstance(open_record(), Record)


def test_a_request_is_one_json_line_without_its_text(served: Served) -> None:
    secret = "Zanzibar quokka invoice for Mrs Example"

    async def paste() -> None:
        browser = await Browser.open(served.url)
        browser.fill("Paste the description", f"1. Read the {secret}\n2. Send it")
        await browser.press("Read the steps")
        assert any(secret in word for word in browser.words)
        await browser.close()

    before = len(served.lines())
    call(f"{served.url}/mcp", "search", {"query": secret})
    call(f"{served.url}/mcp", "count", {"steps": [{"text": secret, "tag": "AI"}]})
    call(f"{served.url}/mcp", "count", {"steps": [{"text": secret, "tag": secret}]})
    call(f"{served.url}/mcp", "read", {"name": secret})
    call(f"{served.url}/mcp", secret, {})
    httpx.get(f"{served.url}/search", params={"q": secret})
    asyncio.run(paste())
    written = served.lines()[before:]
    first, *others = [(line["tool"], line["outcome"]) for line in written if "tool" in line]
    assert first in (("search", "ok"), ("search", "abstained"))
    assert others == [
        ("count", "ok"),
        ("count", "refused"),
        ("read", "NotInRecord"),
        ("unknown", "unknown_tool"),
    ]
    assert {line["message"] for line in written if line["logger"] == "doors.requestlines"} == {"request"}
    logged = served.log.read_text(encoding="utf-8")
    assert [word for word in ("Zanzibar", "quokka", "Mrs") if word in logged] == []
