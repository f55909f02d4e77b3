"""Is the process alive, and can the record answer: for an orchestrator, a proxy and a person with curl."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

import anyio.to_thread
from pydantic import BaseModel, ConfigDict
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from store import Record, RecordError, SettingsError, Status
from store.envelope import State
from store.ingest.publish import publish

log = logging.getLogger(__name__)

STARTING = "The model and the served generation are being loaded."
FAILED = "Asking the record failed inside the process; the log says where."
NOT_SET_UP = "The record is not set up correctly: run `python -m store status` to see why."


class Ready(BaseModel):
    """`ready` is true when a search can be answered now. `record` is null when it cannot even be opened."""

    model_config = ConfigDict(frozen=True)

    ready: bool
    problem: str | None
    record: Status | None


class Health:
    """What the process knows of itself. `start` loads in the background, so that a slow load delays none."""

    def __init__(self, record: Callable[[], Record]) -> None:
        self._record = record
        self._loaded = threading.Event()

    def start(self) -> None:
        threading.Thread(target=self._load, name="loading the record", daemon=True).start()

    def ready(self) -> Ready:
        try:
            record = self._record()
            status = record.status()
        except SettingsError:
            return Ready(ready=False, problem=NOT_SET_UP, record=None)
        except RecordError as error:
            return Ready(ready=False, problem=str(error), record=None)
        problem = status.problem or self._why_not(record, status.state)
        return Ready(ready=problem is None, problem=problem, record=status)

    def answer(self) -> Ready:
        """`ready`, whatever happens: a check that fails is an answer too."""
        try:
            return self.ready()
        except Exception:
            log.exception("the readiness check failed")
            return Ready(ready=False, problem=FAILED, record=None)

    def _why_not(self, record: Record, state: State) -> str | None:
        if state == "unpublished":
            return "Nothing is published yet: run `python -m store ingest`, or wait where it is running."
        if not self._loaded.is_set():
            return STARTING
        try:
            record.warm()
        except RecordError as error:
            return str(error)
        return None if state == "serving" else f"The record is {state}."

    def _load(self) -> None:
        """Publish a first generation where the deployment wants that, then load. A failure is tried later."""
        try:
            record = self._record()
            if record.settings.auto_ingest and record.status().state == "unpublished":
                publish(record.settings, who="process:doors")
            record.warm()
        except Exception as error:
            log.warning("loading the record failed: %s", type(error).__name__)
        finally:
            self._loaded.set()

    def routes(self) -> list[Route]:
        return [Route("/health/live", _live), Route("/health/ready", self._ready)]

    async def _ready(self, _: Request) -> JSONResponse:
        answer = await anyio.to_thread.run_sync(self.answer)
        return JSONResponse(answer.model_dump(mode="json"), status_code=200 if answer.ready else 503)


async def _live(_: Request) -> JSONResponse:
    return JSONResponse({"live": True})
