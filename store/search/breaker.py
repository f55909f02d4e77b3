"""A circuit breaker: a provider that is down is left alone, so it costs one call and not every user."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from enum import StrEnum


class BreakerState(StrEnum):
    CLOSED = "closed"  # calls go through
    OPEN = "open"  # no call goes through
    HALF_OPEN = "half-open"  # one call is trying; the others do not wait for it


class Breaker:
    """Opens after `failures` failed calls in a row; after `rest_seconds` one call tries, and closes it."""

    def __init__(
        self, failures: int, rest_seconds: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._limit = failures
        self._rest_seconds = rest_seconds
        self._clock = clock
        self._lock = threading.Lock()
        self._failed_in_a_row = 0
        self._opened_at = 0.0
        self._state = BreakerState.CLOSED

    @property
    def state(self) -> BreakerState:
        return self._state

    def allows(self) -> bool:
        """Whether the caller may call now. Whoever is allowed must report `succeeded` or `failed`."""
        with self._lock:
            if self._state is BreakerState.CLOSED:
                return True
            if self._state is BreakerState.OPEN and self._clock() - self._opened_at >= self._rest_seconds:
                self._state = BreakerState.HALF_OPEN
                return True
            return False

    def succeeded(self) -> None:
        with self._lock:
            self._failed_in_a_row = 0
            self._state = BreakerState.CLOSED

    def failed(self) -> None:
        with self._lock:
            self._failed_in_a_row += 1
            if self._state is BreakerState.HALF_OPEN or self._failed_in_a_row >= self._limit:
                self._state = BreakerState.OPEN
                self._opened_at = self._clock()
