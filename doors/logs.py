"""Structured logs: one JSON object a line, on standard error, and nothing of anybody's text in it.

Our own messages are written so that they hold no user's text. Other libraries' messages are not in our hands:
of those only the template is kept, never what was filled in, and of an exception only its type and place.
"""

from __future__ import annotations

import contextvars
import json
import logging
import sys
import traceback
from datetime import UTC, datetime
from typing import Any, TextIO

OURS = ("doors", "store", "counting", "workbench")
FIXED_WORDS = ("uvicorn.error",)
"""Loggers of libraries whose messages without arguments are sentences written in their source."""

facts: contextvars.ContextVar[dict[str, Any] | None] = contextvars.ContextVar("facts", default=None)
"""What the request being served adds to its one line; None outside a request."""


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": _message(record),
        }
        line |= getattr(record, "facts", {})
        if record.exc_info and record.exc_info[0] is not None:
            line["error"] = record.exc_info[0].__name__
            if frames := traceback.extract_tb(record.exc_info[2]):
                line["where"] = f"{frames[-1].name}:{frames[-1].lineno}"
        return json.dumps(line, ensure_ascii=False, default=str)


def _message(record: logging.LogRecord) -> str:
    name = record.name
    if name.split(".")[0] in OURS:
        return record.getMessage()
    if (record.args or name in FIXED_WORDS) and isinstance(record.msg, str):
        return record.msg
    return f"(a message of {record.module}, line {record.lineno}; its text is not logged)"


def start(stream: TextIO | None = None) -> None:
    """Make JSON lines the only way anything is logged in this process."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonLines())
    handler.addFilter(_worth_a_line)
    logging.captureWarnings(True)
    logging.root.handlers[:] = [handler]
    logging.root.setLevel(logging.WARNING)
    for name in OURS:
        logging.getLogger(name).setLevel(logging.INFO)
    if "streamlit" in sys.modules:
        _quiet_streamlit()
    for name in list(logging.root.manager.loggerDict):
        _hand_up(logging.getLogger(name))


def _quiet_streamlit() -> None:
    """Its loggers are made when they are first used, each with a handler of its own: give them none."""
    from streamlit import logger

    logger.setup_formatter = _hand_up
    logger.update_formatter()


def _hand_up(logger: logging.Logger) -> None:
    logger.handlers.clear()
    logger.propagate = True


def _worth_a_line(record: logging.LogRecord) -> bool:
    return record.levelno >= logging.WARNING or record.name.split(".")[0] in OURS


def note(**words: str | int | float) -> None:
    """Add to the line of the request being served; outside one, write a line."""
    held = facts.get()
    if held is not None:
        held.update(words)
    else:
        logging.getLogger("doors.calls").info("call", extra={"facts": words})
