"""The configuration reference is what the settings classes say, and a page of the docs names every door."""

from __future__ import annotations

from pathlib import Path

from doors.configuration import COMMAND, reference

PAGE = Path(__file__).resolve().parent.parent.parent / "docs" / "configuration.md"


def test_the_configuration_reference_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == reference(), f"out of date; run: {COMMAND}"


def test_no_secret_has_a_default() -> None:
    rows = [line.split("|") for line in reference().splitlines() if "**Secret.**" in line and "_" in line]
    variables = {
        row[1].strip(): row[2].strip() for row in rows if row[1].strip().startswith(("`RECORD", "`DOORS"))
    }
    assert variables == {"`RECORD_SNAPSHOT_KEYS`": "unset", "`DOORS_MCP_TOKENS`": "unset"}
