"""One JSON object a line, and nothing of anybody's text in it."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator

import pytest

from doors import logs
from doors.requestlines import _place

SECRET = "the patient's own words"


@pytest.fixture
def stream() -> Iterator[io.StringIO]:
    """What `logs.start` writes to; what was there before is put back."""
    before, level = logging.root.handlers[:], logging.root.level
    target = io.StringIO()
    logs.start(target)
    yield target
    logging.root.handlers[:], logging.root.level = before, level


def lines(stream: io.StringIO) -> list[dict[str, object]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_our_own_messages_are_kept_whole(stream: io.StringIO) -> None:
    logging.getLogger("doors.health").warning("loading the record failed: %s", "StoreUnavailable")
    [line] = lines(stream)
    assert (line["level"], line["logger"]) == ("warning", "doors.health")
    assert line["message"] == "loading the record failed: StoreUnavailable"


def test_of_another_library_only_the_template_and_the_place_are_kept(stream: io.StringIO) -> None:
    stranger = logging.getLogger("some.library")
    stranger.warning("could not parse %r", SECRET)
    stranger.warning(f"could not parse {SECRET}")
    try:
        raise ValueError(SECRET)
    except ValueError:
        stranger.exception("failed on %s", SECRET)
    assert SECRET not in stream.getvalue()
    first, second, third = lines(stream)
    assert first["message"] == "could not parse %r"
    assert str(second["message"]).startswith("(a message of test_logs, line ")
    assert third["error"] == "ValueError"
    assert str(third["where"]).startswith("test_of_another_library")


def test_chatter_of_other_libraries_is_left_out(stream: io.StringIO) -> None:
    logging.getLogger("some.library").setLevel(logging.INFO)
    logging.getLogger("some.library").info("hello")
    assert stream.getvalue() == ""


@pytest.mark.parametrize(
    ("path", "place"),
    [
        ("/", "/"),
        ("/mcp", "/mcp"),
        ("/health/ready", "/health/ready"),
        ("/_stcore/stream", "/_stcore/stream"),
        ("/_stcore/upload_file/3f6c-session/9-file", "/_stcore/upload_file"),
        ("/media/5ad1f0.csv", "/media"),
        ("/what a visitor typed", "/(page)"),
        ("/search", "/(page)"),
    ],
)
def test_a_path_is_logged_without_what_is_personal_in_it(path: str, place: str) -> None:
    assert _place(path) == place
