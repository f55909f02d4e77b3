"""One line in the log per request: its kind, how it ended, how long it took. No address, query or text."""

from __future__ import annotations

import logging
import time
import uuid
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from doors import logs

log = logging.getLogger(__name__)
KNOWN = frozenset({"", "mcp", "health", "_stcore", "static", "media", "auth", "oauth2callback", "component"})
QUIET = ("/health/", "/static/", "/_stcore/health")
"""What an orchestrator or a page load asks all the time is logged only when it fails."""


class RequestLines:
    """Outermost of all middleware: whatever the inner ones refuse is in the log too."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        held: dict[str, Any] = {
            "id": uuid.uuid4().hex[:12],
            "kind": scope["type"],
            "method": scope.get("method", "GET"),
            "path": _place(scope["path"]),
        }
        started = time.monotonic()
        before = logs.facts.set(held)
        try:
            await self._app(scope, receive, _watched(send, held))
        except BaseException as error:
            held["error"] = type(error).__name__
            raise
        finally:
            logs.facts.reset(before)
            held["ms"] = round(1000 * (time.monotonic() - started))
            if not (scope["path"].startswith(QUIET) and held.get("status", 500) < 400):
                log.info("request", extra={"facts": held})


def _watched(send: Send, held: dict[str, Any]) -> Send:
    async def watch(message: Message) -> None:
        match message["type"]:
            case "http.response.start" | "websocket.http.response.start":
                held["status"] = message["status"]
            case "websocket.accept":
                held["status"] = 101
            case "websocket.close":
                held.setdefault("status", 403)
        await send(message)

    return watch


def _place(path: str) -> str:
    """The door a path belongs to: two known words at most, never an id, a file name or free text."""
    words = path.strip("/").split("/")
    if words[0] not in KNOWN:
        return "/(page)"
    second = words[1] if len(words) > 1 and words[0] in ("health", "_stcore", "auth") else ""
    return "/" + "/".join(word for word in (words[0], second if second.isidentifier() else "") if word)
