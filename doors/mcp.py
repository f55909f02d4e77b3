"""`python -m doors.mcp`: the agents' door over standard input and output."""

from __future__ import annotations

import sys
import threading
from contextlib import suppress
from typing import Any

import anyio
from mcp.server import Server
from mcp.server.stdio import stdio_server

from doors import logs
from doors.server import build_server
from store import RecordError, open_record

WHO = "process:mcp"


async def serve(server: Server[Any]) -> None:
    async with stdio_server() as (incoming, outgoing):
        await server.run(incoming, outgoing, server.create_initialization_options())


def _warm() -> None:
    """Load the model while the agent says hello; what fails here is said by the call that needs it."""
    with suppress(RecordError):
        open_record(who=WHO).warm()


def main() -> int:
    logs.start()
    try:
        server = build_server(lambda: open_record(who=WHO))
    except RecordError as error:
        print(f"The agents' door could not open the record: {error}", file=sys.stderr)
        return 2
    threading.Thread(target=_warm, name="loading the record", daemon=True).start()
    anyio.run(serve, server)
    open_record(who=WHO).close()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
