"""The agents' door over HTTP, without the workbench: who may come in, how much, how often."""

from __future__ import annotations

import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import anyio
import anyio.to_thread
import httpx
import pytest
from starlette.applications import Starlette

from doors.agents import AgentsDoor
from doors.settings import DoorSettings
from store import Record

T = TypeVar("T")
TOKEN = "a-token-for-tests-only-000001"
OTHER = "a-token-for-tests-only-000002"
HEADERS = {"Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2025-06-18"}
LIST = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
SEARCH = {
    "jsonrpc": "2.0",
    "id": 2,
    "method": "tools/call",
    "params": {"name": "search", "arguments": {"query": "a gate"}},
}


def at_the_door(
    settings: DoorSettings, record: Callable[[], Record], use: Callable[[httpx.AsyncClient], Awaitable[T]]
) -> T:
    """Run `use` with a client of this door, in this process."""
    door = AgentsDoor(settings, record)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        async with door.manager.run():
            yield

    app = Starlette(routes=door.routes(), lifespan=lifespan)

    async def run() -> T:
        transport = httpx.ASGITransport(app=app)
        async with (
            app.router.lifespan_context(app),
            httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8501") as client,
        ):
            return await use(client)

    return anyio.run(run)


def posted(
    settings: DoorSettings,
    record: Record,
    headers: Mapping[str, str] | None = None,
    body: Any = LIST,
) -> httpx.Response:
    async def post(client: httpx.AsyncClient) -> httpx.Response:
        return await client.post("/mcp", json=body, headers={**HEADERS, **(headers or {})})

    return at_the_door(settings, lambda: record, post)


def test_a_call_is_answered_in_one_post(record: Record) -> None:
    response = posted(DoorSettings(), record)
    assert response.status_code == 200
    assert [tool["name"] for tool in response.json()["result"]["tools"]] == [
        "search", "read", "outline", "count",
    ]  # fmt: skip


@pytest.mark.parametrize("method", ["GET", "DELETE"])
def test_there_is_no_stream_and_no_session(record: Record, method: str) -> None:
    async def ask(client: httpx.AsyncClient) -> httpx.Response:
        return await client.request(method, "/mcp", headers=HEADERS)

    response = at_the_door(DoorSettings(), lambda: record, ask)
    assert (response.status_code, response.headers["Allow"]) == (405, "POST")


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "evil.example"}, 421),
        ({"Host": "evil.example:8501"}, 421),
        ({"Host": "count.example.org"}, 200),
        ({"Host": "count.example.org:8443"}, 200),
        ({"Host": "localhost:8501"}, 200),
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "https://count.example.org"}, 200),
        ({"Origin": "http://localhost:3000"}, 200),
        ({"Origin": "https://count.example.org.evil.example"}, 403),
    ],
)
def test_hosts_and_origins_from_elsewhere_are_refused(
    record: Record, headers: dict[str, str], status: int
) -> None:
    settings = DoorSettings(allowed_hosts=("count.example.org",))
    assert posted(settings, record, headers).status_code == status


@pytest.mark.parametrize(
    ("authorization", "status"),
    [
        (None, 401),
        ("Bearer ", 401),
        (f"Bearer {TOKEN[:-1]}", 401),
        (f"Bearer {TOKEN}x", 401),
        (f"Basic {TOKEN}", 401),
        (f"Bearer {TOKEN}", 200),
        (f"bearer {OTHER}", 200),
    ],
)
def test_with_tokens_set_only_a_whole_token_comes_in(
    record: Record, authorization: str | None, status: int
) -> None:
    settings = DoorSettings(mcp_tokens=(TOKEN, OTHER))
    response = posted(settings, record, {"Authorization": authorization} if authorization else None)
    assert response.status_code == status
    if status == 401:
        assert response.json() == {"error": "invalid_token", "error_description": "Authentication required"}
        assert response.headers["WWW-Authenticate"].startswith("Bearer ")


def test_a_body_over_the_cap_is_refused_before_it_is_read(record: Record) -> None:
    large = {**LIST, "params": {"padding": "x" * 2_000}}
    response = posted(DoorSettings(max_body_bytes=1_024), record, body=large)
    assert (response.status_code, response.text) == (413, "Request body too large")


def test_one_call_too_many_is_told_to_come_again(record: Record) -> None:
    """Both places are taken by calls that are really waiting; the third is refused, then let in."""
    waiting, go = threading.Semaphore(0), threading.Event()

    def slow() -> Record:
        if threading.current_thread() is not threading.main_thread():
            waiting.release()
            go.wait(60)
        return record

    async def crowd(client: httpx.AsyncClient) -> list[httpx.Response]:
        answers: list[httpx.Response] = []

        async def post() -> None:
            answers.append(await client.post("/mcp", json=SEARCH, headers=HEADERS))

        async with anyio.create_task_group() as group:
            for _ in range(2):
                group.start_soon(post)
            for _ in range(2):
                assert await anyio.to_thread.run_sync(lambda: waiting.acquire(timeout=60))
            await post()
            go.set()
        await post()
        return answers

    refused, *let_in = at_the_door(DoorSettings(max_calls=2), slow, crowd)
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "1")
    assert refused.json() == {
        "error": "too_many_requests",
        "error_description": "2 requests are open, which is the most (DOORS_MAX_CALLS). "
        "Try again in a moment.",
    }
    assert [answer.status_code for answer in let_in] == [200, 200, 200]
