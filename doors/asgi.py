"""The one process: the workbench at /, agents at /mcp, health beside them. One record for all of them."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from mcp.server.auth.middleware.bearer_auth import BearerAuthBackend, RequireAuthMiddleware
from mcp.server.streamable_http_manager import StreamableHTTPASGIApp, StreamableHTTPSessionManager
from starlette.middleware import Middleware
from starlette.middleware.authentication import AuthenticationMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp
from streamlit.web.server.starlette.starlette_app import App

from doors.caps import Cap
from doors.health import Health
from doors.requestlines import RequestLines
from doors.safety import BearerTokens, check_bind, transport_security
from doors.server import build_server
from doors.settings import DoorSettings
from store import Record, open_record

log = logging.getLogger(__name__)

WORKBENCH = Path(__file__).parent.parent / "app.py"
MCP_PATHS = ("/mcp", "/mcp/")


def create_app(settings: DoorSettings, record: Callable[[], Record] = open_record) -> App:
    """Raises SettingsError where the bind is unsafe, RecordError where the record cannot be opened."""
    check_bind(settings)
    manager = _session_manager(settings, record)
    agents = _agents_door(settings, manager)
    health = Health(record)

    @asynccontextmanager
    async def lifespan(_: App) -> AsyncIterator[None]:
        health.start()
        async with manager.run():
            log.info("ready for requests", extra={"facts": {"public": not settings.is_loopback}})
            yield
        record().close()

    return App(
        WORKBENCH,
        lifespan=lifespan,
        routes=[
            *(Route(path, agents, methods=["POST"]) for path in MCP_PATHS),
            *(Route(path, _no_stream, methods=["GET", "DELETE"]) for path in MCP_PATHS),
            *health.routes(),
        ],
        middleware=[
            Middleware(RequestLines),
            Middleware(
                Cap,
                kind="websocket",
                most=settings.max_sessions,
                what="browser sessions",
                variable="DOORS_MAX_SESSIONS",
            ),
        ],
    )


async def _no_stream(_: Request) -> Response:
    """There is no session to listen to or to end: each call is a POST of its own."""
    return PlainTextResponse("This door takes POST only.", status_code=405, headers={"Allow": "POST"})


def _session_manager(settings: DoorSettings, record: Callable[[], Record]) -> StreamableHTTPSessionManager:
    """Stateless, so that any replica answers any request: the tools keep nothing between two calls."""
    return StreamableHTTPSessionManager(
        build_server(record),
        json_response=True,
        stateless=True,
        security_settings=transport_security(settings),
        max_request_body_size=settings.max_body_bytes,
    )


def _agents_door(settings: DoorSettings, manager: StreamableHTTPSessionManager) -> ASGIApp:
    door: ASGIApp = StreamableHTTPASGIApp(manager)
    if settings.mcp_tokens:
        door = RequireAuthMiddleware(door, required_scopes=[])
        door = AuthenticationMiddleware(door, backend=BearerAuthBackend(BearerTokens(settings.mcp_tokens)))
    return Cap(door, kind="http", most=settings.max_calls, what="requests", variable="DOORS_MAX_CALLS")
