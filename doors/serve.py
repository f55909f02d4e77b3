"""`python -m doors.serve`: the workbench, the agents' door and health in one process."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated

import typer
import uvicorn
from streamlit import config
from streamlit.runtime.runtime_util import get_max_message_size_bytes

from doors import logs
from doors.asgi import WORKBENCH, create_app
from doors.settings import DoorSettings, open_door_settings
from store import RecordError

SHUTDOWN_SECONDS = 10
PING_SECONDS = 20
IDLE_SECONDS = 150
"""Longer than a proxy or a client keeps an idle connection (Caddy: 120), so that neither meets it closing."""


def serve(
    host: Annotated[
        str | None, typer.Option(help="Address to listen on. Default: DOORS_HOST, else 127.0.0.1.")
    ] = None,
    port: Annotated[
        int | None, typer.Option(help="Port to listen on. Default: DOORS_PORT, else 8501.")
    ] = None,
    allow_anonymous: Annotated[
        bool, typer.Option("--allow-anonymous", help="Let everybody in where the address is public.")
    ] = False,
) -> None:
    """Serve the workbench at /, agents at /mcp, and /health/live and /health/ready."""
    logs.start()
    told = {"host": host, "port": port, "allow_anonymous": allow_anonymous or None}
    try:
        settings = open_door_settings(**{name: value for name, value in told.items() if value is not None})
        server = uvicorn.Server(uvicorn_config(settings))
    except RecordError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(2) from None
    with suppress(SystemExit):  # how uvicorn ends when it cannot listen; what that means is said below
        server.run()
    if not server.started:
        typer.echo(f"Could not listen on {settings.host}:{settings.port}. Is the port in use?", err=True)
        raise typer.Exit(3)


def uvicorn_config(settings: DoorSettings) -> uvicorn.Config:
    """As `streamlit run` sets uvicorn up, with our log lines in place of its own."""
    config._main_script_path = str(WORKBENCH)
    config.set_option("server.fileWatcherType", "none")  # what is served is not being written
    if settings.secrets_file is not None:
        config.set_option("secrets.files", [str(settings.secrets_file.absolute())])
    app = create_app(settings)
    return uvicorn.Config(
        app,
        host=settings.host.strip("[]"),
        port=settings.port,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        ws="websockets-sansio",
        ws_max_size=get_max_message_size_bytes(),
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_SECONDS,
        timeout_keep_alive=IDLE_SECONDS,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
    )


if __name__ == "__main__":
    typer.run(serve)
