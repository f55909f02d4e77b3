"""A long run is read by the record beside the screen: a few steps at a time, in a thread that never draws."""

from __future__ import annotations

import atexit
import logging
import threading
import weakref
from collections.abc import Callable, Sequence

from counting import Suggestion
from store import RecordError

SLICE = 16  # steps asked in one go; a press that needs the model waits for no more than these
END_SECONDS = 10.0  # how long the end of the process waits for the slice being read
FAILED = "reading the steps failed."
Around = tuple[str, str, str, str]  # the text of a step, its actor, the step before, the step after
Ask = Callable[[Sequence[Around]], dict[Around, Suggestion]]

_log = logging.getLogger("workbench")
_readings: weakref.WeakSet[ReadAhead] = weakref.WeakSet()


@atexit.register
def _stop_all() -> None:
    """A thread inside the model when the interpreter goes away would take the process down with an abort."""
    for each in tuple(_readings):
        each.stop()
        each.wait(END_SECONDS)


class ReadAhead:
    """One reading of many steps. Its thread writes, the session reads; what is found stays after the end."""

    def __init__(self, wanted: Sequence[Around], ask: Ask) -> None:
        self.wanted = tuple(wanted)
        self.found: dict[Around, Suggestion] = {}
        self.problem: str | None = None
        self._ask = ask
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._read, name="read steps ahead", daemon=True)
        _readings.add(self)
        self._thread.start()

    @property
    def is_over(self) -> bool:
        return not self._thread.is_alive()

    def stop(self) -> None:
        """Read no further slice: nobody wants these steps any more."""
        self._stopped.set()

    def wait(self, seconds: float) -> bool:
        """Whether the reading was over within `seconds`."""
        self._thread.join(seconds)
        return self.is_over

    def _read(self) -> None:
        try:
            for start in range(0, len(self.wanted), SLICE):
                if self._stopped.is_set():
                    return
                self.found = self.found | self._ask(self.wanted[start : start + SLICE])
        except RecordError as error:
            self.problem = str(error)
        except Exception as error:
            _log.error("reading steps ahead: %s", type(error).__name__)
            self.problem = FAILED
