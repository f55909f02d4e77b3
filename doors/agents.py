"""The agents' door over HTTP: caps, bearer tokens, host and origin checks, then the tools."""

from __future__ import annotations

from collections.abc import Callable

from mcp.server.auth.middleware.bearer_auth import BearerAuthBackend, RequireAuthMiddleware
from mcp.server.streamable_http_manager import StreamableHTTPASGIApp, StreamableHTTPSessionManager
from starlette.middleware.authentication import AuthenticationMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from doors.caps import Cap
from doors.safety import BearerTokens, transport_security
from doors.server import build_server
from doors.settings import DoorSettings
from store import Record

PATHS = ("/mcp", "/mcp/")


class AgentsDoor:
    """`manager.run()` has to be entered in the process's lifespan before `routes` are asked anything."""

    def __init__(self, settings: DoorSettings, record: Callable[[], Record]) -> None:
        # Stateless, so that any replica answers any request: the tools keep nothing between two calls.
        self.manager = StreamableHTTPSessionManager(
            build_server(record),
            json_response=True,
            stateless=True,
            security_settings=transport_security(settings),
            max_request_body_size=settings.max_body_bytes,
        )
        door: ASGIApp = StreamableHTTPASGIApp(self.manager)
        if settings.mcp_tokens:
            door = RequireAuthMiddleware(door, required_scopes=[])
            door = AuthenticationMiddleware(
                door, backend=BearerAuthBackend(BearerTokens(settings.mcp_tokens))
            )
        self._door = Cap(
            door, kind="http", most=settings.max_calls, what="requests", variable="DOORS_MAX_CALLS"
        )

    def routes(self) -> list[Route]:
        return [
            *(Route(path, self._door, methods=["POST"]) for path in PATHS),
            *(Route(path, _no_stream, methods=["GET", "DELETE"]) for path in PATHS),
        ]


async def _no_stream(_: Request) -> Response:
    """There is no session to listen to or to end: each call is a POST of its own."""
    return PlainTextResponse("This door takes POST only.", status_code=405, headers={"Allow": "POST"})
