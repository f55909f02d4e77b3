"""The one process: the workbench at /, agents at /mcp, health beside them. One record for all of them."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.middleware import Middleware
from streamlit.web.server.starlette.starlette_app import App

from doors.agents import AgentsDoor
from doors.caps import Cap
from doors.health import Health
from doors.requestlines import RequestLines
from doors.safety import check_bind
from doors.settings import DoorSettings
from store import Record, open_record

log = logging.getLogger(__name__)

WORKBENCH = Path(__file__).parent.parent / "app.py"


def create_app(settings: DoorSettings, record: Callable[[], Record] = open_record) -> App:
    """Raises SettingsError where the bind is unsafe, RecordError where the record cannot be opened."""
    check_bind(settings)
    agents = AgentsDoor(settings, record)
    health = Health(record)

    @asynccontextmanager
    async def lifespan(_: App) -> AsyncIterator[None]:
        health.start()
        async with agents.manager.run():
            log.info("ready for requests", extra={"facts": {"public": not settings.is_loopback}})
            yield
        record().close()

    return App(
        WORKBENCH,
        lifespan=lifespan,
        routes=[*agents.routes(), *health.routes()],
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
