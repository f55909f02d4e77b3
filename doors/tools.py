"""The four tools: what each takes, what it gives, what it does. The same objects as the Python API."""

from __future__ import annotations

import json
import logging
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from mcp_types import CallToolResult, TextContent, Tool, ToolAnnotations
from pydantic import BaseModel, ValidationError

from counting import RunError
from doors.arguments import (
    Arguments,
    CountArguments,
    OutlineArguments,
    ReadArguments,
    SearchArguments,
    readable,
)
from doors.counted import CountResult, count_run
from doors.words import ToolName, description
from store import DocumentRead, Envelope, Outline, Record, RecordError, SettingsError, Uncalibrated

log = logging.getLogger(__name__)

MISCONFIGURED = (
    "The record is not set up correctly, so it cannot be asked. This says nothing about what it covers. "
    "Whoever runs it sees the reason with `python -m store status`."
)
CRASHED = (
    "{tool} failed inside the server. This says nothing about what the record covers. Try again; "
    "if it stays, tell whoever runs the server."
)


@dataclass(frozen=True)
class Answer:
    """What a call came to. `outcome` is one word for the log, never a text of the caller's."""

    result: CallToolResult
    outcome: str


@dataclass(frozen=True)
class Door:
    """One tool. `act` runs in a worker thread and raises RecordError or RunError."""

    name: ToolName
    title: str
    takes: type[BaseModel]
    gives: type[BaseModel]
    act: Callable[[Callable[[], Record], Any], BaseModel]


def _search(record: Callable[[], Record], asked: SearchArguments) -> Envelope:
    return record().search(asked.query, asked.k, asked.min_trust_tier)


def _read(record: Callable[[], Record], asked: ReadArguments) -> DocumentRead:
    return record().read(asked.name, asked.heading, asked.snapshot_token, asked.min_trust_tier)


def _outline(record: Callable[[], Record], asked: OutlineArguments) -> Outline:
    return record().outline(asked.node, asked.depth, asked.limit, asked.offset, asked.min_trust_tier)


def _count(_: Callable[[], Record], asked: CountArguments) -> CountResult:
    return count_run(asked)


DOORS = {
    door.name: door
    for door in (
        Door("search", "Search the record", SearchArguments, Envelope, _search),
        Door("read", "Read a document of the record", ReadArguments, DocumentRead, _read),
        Door("outline", "List what the record serves", OutlineArguments, Outline, _outline),
        Door("count", "Count a tagged run", CountArguments, CountResult, _count),
    )
}


def listed() -> list[Tool]:
    """The tools as `tools/list` shows them."""
    return [
        Tool(
            name=door.name,
            title=door.title,
            description=description(door.name),
            input_schema=door.takes.model_json_schema(),
            output_schema=door.gives.model_json_schema(mode="serialization"),
            annotations=ToolAnnotations(
                title=door.title,
                read_only_hint=True,
                destructive_hint=False,
                idempotent_hint=True,
                open_world_hint=False,
            ),
        )
        for door in DOORS.values()
    ]


def call(record: Callable[[], Record], tool: str, arguments: Mapping[str, Any]) -> Answer:
    """Run a tool. Every failure is an answer in words: no path, no stack, no driver's text."""
    door = DOORS.get(tool)  # type: ignore[call-overload]  # any name may be asked for
    if door is None:
        return _refused(f"There is no tool {tool[:60]!r}. There are: {', '.join(DOORS)}.", "unknown_tool")
    try:
        asked = door.takes.model_validate(dict(arguments))
        return _answered(door.act(record, asked))
    except ValidationError as error:
        return _refused(readable(tool, error), "refused")
    except Uncalibrated as error:
        return _refused(str(error), "uncalibrated")
    except SettingsError:
        return _refused(MISCONFIGURED, "misconfigured")
    except (RecordError, RunError) as error:
        return _refused(str(error), type(error).__name__)
    except Exception as error:
        where = traceback.extract_tb(error.__traceback__)[-1]
        log.error("%s failed: %s in %s, line %s", tool, type(error).__name__, where.name, where.lineno)
        return _refused(CRASHED.format(tool=tool), "crashed")


def _answered(answer: BaseModel) -> Answer:
    content = answer.model_dump(mode="json")
    text = TextContent(type="text", text=json.dumps(content, ensure_ascii=False))
    return Answer(CallToolResult(content=[text], structured_content=content), content.get("reason") or "ok")


def _refused(message: str, outcome: str) -> Answer:
    return Answer(CallToolResult(content=[TextContent(type="text", text=message)], is_error=True), outcome)


__all__ = ["DOORS", "Answer", "Arguments", "Door", "call", "listed"]
