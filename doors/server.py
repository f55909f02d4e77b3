"""The MCP server: what agents are told, what they can call. Transports are elsewhere."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import anyio.to_thread
from mcp.server import Server
from mcp.server.context import ServerRequestContext
from mcp_types import CallToolRequestParams, CallToolResult, ListToolsResult, PaginatedRequestParams

from doors import logs, tools
from doors.words import instructions
from store import Record

NAME = "workflow-count"
WORKERS = 8
"""Calls that compute at the same time; on few cores more of them make every one later."""


def build_server(record: Callable[[], Record]) -> Server[Any]:
    """A server over the record that `record` opens. Raises RecordError when its manifest cannot be read."""
    manifest = record().manifest
    listing = ListToolsResult(tools=tools.listed())
    schemas = {tool.name: tool.input_schema for tool in listing.tools}
    workers = anyio.CapacityLimiter(WORKERS)

    async def list_tools(_: ServerRequestContext[Any], __: PaginatedRequestParams | None) -> ListToolsResult:
        return listing

    async def call_tool(_: ServerRequestContext[Any], asked: CallToolRequestParams) -> CallToolResult:
        started = time.monotonic()
        answer = await anyio.to_thread.run_sync(
            tools.call, record, asked.name, asked.arguments or {}, limiter=workers
        )
        known = asked.name if asked.name in tools.DOORS else "unknown"
        logs.note(tool=known, outcome=answer.outcome, tool_ms=round(1000 * (time.monotonic() - started)))
        return answer.result

    return Server(
        NAME,
        title=manifest.title or None,
        instructions=instructions(manifest.title, manifest.covers, manifest.does_not_cover),
        get_tool_input_schema=schemas.get,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )
