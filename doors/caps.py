"""How much at once: requests to the agents' door and browser sessions, each counted and capped."""

from __future__ import annotations

from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

RETRY_AFTER_SECONDS = 1


class Cap:
    """Lets `most` requests of one kind (http or websocket) through at a time; the next one gets a 429."""

    def __init__(self, app: ASGIApp, kind: str, most: int, what: str, variable: str) -> None:
        self._app = app
        self._kind = kind
        self._most = most
        self._full = f"{most} {what} are open, which is the most ({variable}). Try again in a moment."
        self._open = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != self._kind:
            await self._app(scope, receive, send)
        elif self._open >= self._most:
            await self._refuse(scope, receive, send)
        else:
            self._open += 1
            try:
                await self._app(scope, receive, send)
            finally:
                self._open -= 1

    async def _refuse(self, scope: Scope, receive: Receive, send: Send) -> None:
        response = JSONResponse(
            {"error": "too_many_requests", "error_description": self._full},
            status_code=429,
            headers={"Retry-After": str(RETRY_AFTER_SECONDS)},
        )
        await _send(response, scope, receive, send)


async def _send(response: Response, scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await WebSocket(scope, receive, send).send_denial_response(response)
    else:
        await response(scope, receive, send)
