"""Call a tool with the SDK's own client, from a test that is not asynchronous."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import anyio
from mcp.client import Client
from mcp_types import CallToolResult, Tool

T = TypeVar("T")


def with_client(server: Any, use: Callable[[Client], Awaitable[T]], **options: Any) -> T:
    """`server`: a Server in this process, the address of one, or a transport."""

    async def run() -> T:
        async with Client(server, **options) as client:
            return await use(client)

    return anyio.run(run)


def call(server: Any, tool: str, arguments: dict[str, Any] | None = None) -> CallToolResult:
    return with_client(server, lambda client: client.call_tool(tool, arguments or {}))


def tools(server: Any) -> dict[str, Tool]:
    async def listed(client: Client) -> dict[str, Tool]:
        return {tool.name: tool for tool in (await client.list_tools()).tools}

    return with_client(server, listed)


def text(result: CallToolResult) -> str:
    """The one text block of a result."""
    [block] = result.content
    assert block.type == "text"
    return block.text
