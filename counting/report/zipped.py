"""Office files packed the same way every time: one order, one date."""

from __future__ import annotations

import io
import zipfile

_DATE = (1980, 1, 1, 0, 0, 0)  # the first a zip can hold


def repack(data: bytes) -> bytes:
    """The same parts in the same order with a fixed date, so that one report is one file, byte by byte."""
    out = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(data)) as old,
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as new,
    ):
        for entry in old.infolist():
            fixed = zipfile.ZipInfo(entry.filename, _DATE)
            fixed.compress_type = zipfile.ZIP_DEFLATED
            fixed.external_attr = 0o600 << 16
            fixed.create_system = 3
            new.writestr(fixed, old.read(entry))
    return out.getvalue()
