"""Audit rows of the read path, written beside it: a search never waits for another process's transaction."""

from __future__ import annotations

import atexit
import logging
import threading
from collections import deque
from collections.abc import Callable

from store.errors import StoreUnavailable
from store.index.acts import AuditRow
from store.index.catalog import Catalog

MOST_WAITING = 10_000
"""Rows kept while the database does not answer; the oldest go first, and the log says so."""

BATCH_ROWS = 200
"""Rows per transaction: short enough for other writers, and what is written is written."""

GATHER_SECONDS = 0.2
"""Rows are written this long after the first of them, so that a busy moment is not spent on its own audit."""

RETRY_SECONDS = 1.0
FLUSH_SECONDS = 10.0
CLOSE_SECONDS = 3.0
"""A process that ends does not wait longer for a database that is down."""

log = logging.getLogger(__name__)


class AuditTrail:
    """Takes rows at once, writes them in order, many to a transaction. `flush` waits until all are kept."""

    def __init__(self, catalog: Callable[[], Catalog]) -> None:
        self._catalog = catalog
        self._waiting: deque[AuditRow] = deque()
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self._writing: list[AuditRow] = []
        self._hurried = 0
        """How many callers of `flush` wait now."""

    def add(self, row: AuditRow) -> None:
        with self._changed:
            if len(self._waiting) >= MOST_WAITING:
                self._waiting.popleft()
                log.error("the database has not answered for long: the oldest audit row was dropped")
            self._waiting.append(row)
            self._start()
            if len(self._waiting) == 1:
                self._changed.notify_all()

    def flush(self, timeout_seconds: float = FLUSH_SECONDS) -> bool:
        """Wait until every row is in the database; False when it did not answer in time."""
        with self._changed:
            self._hurried += 1
            self._changed.notify_all()
            try:
                return self._changed.wait_for(lambda: not self._unwritten(), timeout_seconds)
            finally:
                self._hurried -= 1

    def close(self) -> None:
        """Flush and end the thread."""
        if not self.flush(CLOSE_SECONDS):
            log.error("%d audit rows were not written: the database does not answer", self._unwritten())
        with self._changed:
            self._thread = None
            self._changed.notify_all()
        atexit.unregister(self.close)

    def _unwritten(self) -> int:
        return len(self._waiting) + len(self._writing)

    def _start(self) -> None:
        if self._thread is None:
            self._thread = threading.Thread(target=self._write_all, name="audit", daemon=True)
            self._thread.start()
            atexit.register(self.close)

    def _write_all(self) -> None:
        while self._take():
            kept = self._write(self._writing)
            with self._changed:
                if not kept:
                    self._waiting.extendleft(reversed(self._writing))
                self._writing = []
                self._changed.notify_all()
                if not kept:
                    self._changed.wait_for(self._ended, RETRY_SECONDS)

    def _take(self) -> bool:
        """Wait for rows and take the oldest; False when the trail was closed."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._ended())
            self._changed.wait_for(lambda: self._hurried or self._ended(), GATHER_SECONDS)
            while not self._ended() and self._waiting and len(self._writing) < BATCH_ROWS:
                self._writing.append(self._waiting.popleft())
            return not self._ended()

    def _ended(self) -> bool:
        """Whether the calling thread is no longer the trail's: it was closed, and perhaps opened again."""
        return self._thread is not threading.current_thread()

    def _write(self, rows: list[AuditRow]) -> bool:
        try:
            catalog = self._catalog()
            with catalog.database.writing() as connection:
                for row in rows:
                    catalog.acts.write_audit(
                        connection, row.act, row.who, row.outcome, row.generation,
                        subject=row.subject, at=row.at, **row.sizes,
                    )  # fmt: skip
        except StoreUnavailable:
            return False
        return True
