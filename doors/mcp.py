"""`python -m doors.mcp`: the agents' door over standard input and output."""

from __future__ import annotations

import sys
from typing import Any

import anyio
from mcp.server import Server
from mcp.server.stdio import stdio_server

from doors import logs
from doors.server import build_server
from store import RecordError, open_record


async def serve(server: Server[Any]) -> None:
    async with stdio_server() as (incoming, outgoing):
        await server.run(incoming, outgoing, server.create_initialization_options())


def main() -> int:
    logs.start()
    try:
        server = build_server(lambda: open_record(who="process:mcp"))
    except RecordError as error:
        print(f"The agents' door could not open the record: {error}", file=sys.stderr)
        return 2
    anyio.run(serve, server)
    open_record(who="process:mcp").close()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
