"""Stand-ins for the embedding provider and for time. Everything else in the tests is the real part."""

from __future__ import annotations

import socket
import threading
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta

from store.errors import EmbedUnavailable
from store.index.embedder import Embedder, Matrix, Space


class FailingEmbedder:
    """A provider that is down: every call fails."""

    def __init__(self, space: Space) -> None:
        self.space = space
        self.calls = 0

    def encode(self, texts: Sequence[str]) -> Matrix:
        self.calls += 1
        raise ConnectionError("secret-host.internal:443 refused, see /home/secret/trace.log")


class UnloadableEmbedder:
    """A provider that cannot even be loaded; `load` stands in for load_embedder."""

    def __init__(self) -> None:
        self.loads = 0

    def load(self) -> Embedder:
        self.loads += 1
        raise EmbedUnavailable("the embedding model could not be loaded.")


class SlowEmbedder:
    """The real provider behind a door that can be held shut: while it is, every call hangs."""

    def __init__(self, real: Embedder) -> None:
        self._real = real
        self.space = real.space
        self.open_door = threading.Event()
        self.calls = 0

    def encode(self, texts: Sequence[str]) -> Matrix:
        self.calls += 1
        self.open_door.wait()
        return self._real.encode(texts)


class FlappingEmbedder:
    """The real provider, failing while `down` is set. `calls` counts every call that reached it."""

    def __init__(self, real: Embedder) -> None:
        self._real = real
        self.space = real.space
        self.down = False
        self.calls = 0

    def encode(self, texts: Sequence[str]) -> Matrix:
        self.calls += 1
        if self.down:
            raise ConnectionError("reset by peer")
        return self._real.encode(texts)


class OtherSpaceEmbedder:
    """The real provider, claiming another embedding space, as another model would."""

    def __init__(self, real: Embedder) -> None:
        self._real = real
        self.space = Space("other-model@000000000000", real.space.dim)

    def encode(self, texts: Sequence[str]) -> Matrix:
        return self._real.encode(texts)


class SilentServer:
    """A server that takes every connection and never says a word."""

    def __enter__(self) -> SilentServer:
        self._socket = socket.create_server(("127.0.0.1", 0))
        self._held: list[socket.socket] = []
        threading.Thread(target=self._take_all, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        for taken in [self._socket, *self._held]:
            taken.close()

    @property
    def address(self) -> str:
        """host:port"""
        host, port = self._socket.getsockname()
        return f"{host}:{port}"

    def _take_all(self) -> None:
        with suppress(OSError):
            while True:
                self._held.append(self._socket.accept()[0])


class HandClock:
    """A clock that a test moves by hand. Called, it says the time; `seconds()` is for a breaker."""

    def __init__(self, at: datetime = datetime(2026, 6, 1, 12, tzinfo=UTC)) -> None:
        self.at = at

    def __call__(self) -> datetime:
        return self.at

    def seconds(self) -> float:
        return self.at.timestamp()

    def move(self, **by: float) -> None:
        self.at += timedelta(**by)
