"""The report's own data inside a report file, so that the file can be checked and counted on."""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from typing import Any

from counting.report.as_json import report_as_dict
from counting.report.build import Report
from counting.runfile import MAX_FILE_BYTES
from counting.steps import RunError

NAME = "workflow-count"
_DAMAGED = "The data inside the file is damaged. Take an undamaged copy, or download the report again."


def pack(report: Report) -> str:
    """The JSON report, compressed, as one line of base64."""
    text = json.dumps(report_as_dict(report), separators=(",", ":"))
    return base64.b64encode(zlib.compress(text.encode("ascii"), 9)).decode("ascii")


def unpack(packed: str) -> Any:
    """The decoded JSON of a packed report. RunError when it is damaged or unpacks to more than a report."""
    try:
        squeezed = base64.b64decode("".join(packed.split()), validate=True)
        unpacker = zlib.decompressobj()
        data = unpacker.decompress(squeezed, MAX_FILE_BYTES + 1)
        if len(data) > MAX_FILE_BYTES or not unpacker.eof:
            raise RunError(_DAMAGED)
        return json.loads(data)
    except (binascii.Error, zlib.error, ValueError, RecursionError) as error:
        raise RunError(_DAMAGED) from error


def pieces(packed: str, size: int) -> tuple[str, ...]:
    """The packed report cut for cells that hold `size` characters; each says its place, as "1/3:..."."""
    parts = [packed[start : start + size] for start in range(0, len(packed), size)]
    return tuple(f"{number}/{len(parts)}:{part}" for number, part in enumerate(parts, 1))


def joined(found: list[str]) -> str:
    """The packed report from its pieces, in the order they stand."""
    return "".join(piece.partition(":")[2] for piece in found)
