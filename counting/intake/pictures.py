"""Pictures that carry their draw.io drawing with them (.drawio.png, .drawio.svg)."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from urllib.parse import unquote

from counting.intake.archive import inflate
from counting.intake.refusals import refusal
from counting.intake.source import Source

PNG = b"\x89PNG\r\n\x1a\n"
_ZLIB = 15  # window bits of a plain zlib stream
_KEYWORDS = (b"mxfile", b"mxGraphModel")


def drawing(source: Source) -> Source:
    """The drawing in a PNG. Raises IntakeError for a picture that is only a picture."""
    for kind, chunk in _chunks(source.data):
        keyword, _, rest = chunk.partition(b"\x00")
        if keyword not in _KEYWORDS:
            continue
        if kind == b"tEXt":
            return _as_source(rest, source)
        if kind == b"zTXt":
            return _as_source(
                inflate(rest[1:], source.caps, wbits=_ZLIB, what="drawing in the picture"), source
            )
    raise refusal("picture")


def _as_source(text: bytes, source: Source) -> Source:
    return Source(unquote(text.decode("latin-1")).encode(), source.name, source.caps)


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The kind and the contents of each part of a PNG whose checksum holds."""
    place = len(PNG)
    while place + 12 <= len(data):
        (length,) = struct.unpack(">I", data[place : place + 4])
        kind, chunk = data[place + 4 : place + 8], data[place + 8 : place + 8 + length]
        checksum = data[place + 8 + length : place + 12 + length]
        if len(checksum) < 4 or zlib.crc32(kind + chunk) != struct.unpack(">I", checksum)[0]:
            return
        yield kind, chunk
        place += 12 + length
