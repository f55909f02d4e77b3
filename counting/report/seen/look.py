"""Bytes -> what is in a report file, whatever its name says."""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from counting.intake.archive import open_zip, part_names
from counting.intake.caps import MIB, Caps
from counting.intake.source import Source

# A report is larger than the text it was counted from, but no larger than a run file may be.
CAPS = Caps(file_bytes=25 * MIB, text_chars=25_000_000, rows=200_000)
_BPMN_START = re.compile(r"<(?:\w+:)?definitions\b")


@dataclass(frozen=True)
class Row:
    """One visible line of a report: where it stands, and what it says."""

    where: str
    text: str


@dataclass(frozen=True)
class Seen:
    """`content` is the decoded JSON report the file carries, None where it carries none."""

    format: str
    content: Any
    rows: tuple[Row, ...]


def see(data: bytes) -> Seen:
    """Read a report file. IntakeError or RunError for what cannot be read."""
    source = Source(data, caps=CAPS)
    kind, module = _kind(source)
    seen: Seen = getattr(import_module(f"counting.report.seen.{module}"), f"see_{kind}")(source)
    return seen


def _kind(source: Source) -> tuple[str, str]:
    """The format and the module that reads it, by the bytes alone."""
    if b"%PDF-" in source.data[:1024]:
        return "pdf", "pdf"
    if source.data.startswith(b"PK"):
        names = part_names(open_zip(source))
        return ("xlsx", "sheets") if "xl/workbook.xml" in names else ("docx", "word")
    start = source.text[:20_000].lstrip("\ufeff \n\t")
    if start.startswith("{"):
        return "json", "texts"
    if start.startswith("<") and _BPMN_START.search(start):
        return "bpmn", "model"
    if re.match(r"(?i)<!doctype html|<html", start):
        return "html", "page"
    if re.match(r'"?Section"?[,;\t]"?No\.', start):
        return "csv", "texts"
    return "md", "texts"
