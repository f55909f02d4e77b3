"""`read_run`: from the bytes of any file to a draft, by what is in it and never by what it is called."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module

from counting.intake import mail, pictures
from counting.intake.archive import GZIP, inflate
from counting.intake.caps import MIB, Caps, refuse
from counting.intake.draft import Draft, IntakeError
from counting.intake.encodable import encodable
from counting.intake.refusals import refusal
from counting.intake.sniff_binary import binary_kind
from counting.intake.sniff_json import json_kind
from counting.intake.sniff_text import text_kind
from counting.intake.sniff_xml import xml_kind
from counting.intake.sniff_zip import inner_file, zip_kind
from counting.intake.source import Source

# Each kind has one module with `read(source) -> Draft`, imported when it is needed.
KINDS = (
    "bpmn drawio vsdx mermaid plantuml embedded n8n power_automate make step_functions trello eventlog xes "
    "plain markdown rst tables xlsx docx pdf"
)
_JSON = re.compile(r"\s*(?:(\{\s*[\"}]|\[\s*[\[{\"])|\[)")
_MAX_WRAPPERS = 2  # a .gz of a .zip is opened, a nest of archives is not


def read_run(data: bytes, name: str = "", caps: Caps | None = None) -> Draft:
    """A file or a paste as a draft of a run.

    `name` is the file name, for words to people and where the content leaves a doubt. `caps` None means the
    defaults and what INTAKE_* variables say. Raises IntakeError, and nothing else, with a plain sentence.
    """
    source = Source(data, name, caps or Caps.from_env(os.environ))
    try:
        return read_source(source)
    except IntakeError:
        raise
    except RecursionError:
        raise refuse("nesting", source.caps.nesting, "The file is nested too deep", _SIMPLER) from None
    except MemoryError:
        raise IntakeError(f"The file needs more memory than there is. {_SIMPLER}") from None
    except Exception as error:  # whatever a parser meets in a damaged file must not become a stack trace
        raise IntakeError(
            f"The file could not be read: something in it is damaged ({type(error).__name__}). {_SIMPLER}"
        ) from error


_SIMPLER = "Save it again from the program it came from, or paste the steps, one act per line."


def read_source(source: Source) -> Draft:
    """The same without the net under it: what a reader lets through comes out."""
    for _ in range(_MAX_WRAPPERS + 1):
        _check_size(source)
        kind = kind_of(source)
        match kind:
            case "gzip":
                source = _unpacked(source)
            case "zip":
                source = inner_file(source)
            case "png":
                source = pictures.drawing(source)
            case "mail":
                source = mail.body(source)
            case _:
                return encodable(_reader(kind)(source))
    raise refusal("packed")


def kind_of(source: Source) -> str:
    """The kind of a source by its content. Raises IntakeError for what is known and not read."""
    binary = binary_kind(source.data)
    if binary == "zip":
        return zip_kind(source)
    if binary is not None:
        return binary
    text = source.decoded.text
    kind = xml_kind(text) or _json(source)
    if kind:
        return kind
    return "mail" if mail.holds(text) else text_kind(source)


def _json(source: Source) -> str | None:
    """The reader for JSON; a text that only begins like a list ("[x] done") is none."""
    start = _JSON.match(source.decoded.text)
    if not start:
        return None
    try:
        value = source.json
    except IntakeError:
        if start[1]:
            raise
        return None
    return json_kind(value)


def _reader(kind: str) -> Reader:
    reader: Reader = import_module(f"counting.intake.{kind}").read
    return reader


Reader = Callable[[Source], Draft]


def _check_size(source: Source) -> None:
    if not source.data.strip(b"\x00 \t\r\n"):
        raise refusal("empty")
    if len(source.data) > source.caps.file_bytes:
        raise too_large(len(source.data), source.caps)


def too_large(size: int, caps: Caps) -> IntakeError:
    """The error for a file of that many bytes."""
    advice = "Give the part that describes the workflow, or paste the steps."
    return refuse("file_bytes", caps.file_bytes, f"The file is {size / MIB:,.1f} MB", advice)


def _unpacked(source: Source) -> Source:
    name = re.sub(r"\.gz$", "", source.name, flags=re.IGNORECASE)
    data = inflate(source.data, source.caps, wbits=GZIP, what="compressed file")
    return Source(data, name, replace(source.caps, file_bytes=source.caps.unpacked_bytes))
