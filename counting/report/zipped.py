"""Office files packed the same way every time: one order, one date."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from datetime import datetime

_PACKED = (1980, 1, 1, 0, 0, 0)  # the first date a zip can hold
_UNDATED = datetime(2000, 1, 1)


def repack(data: bytes, instead: Mapping[str, bytes] | None = None) -> bytes:
    """The same parts with a fixed date, so that one report is one file; `instead` replaces parts by name."""
    replaced = instead or {}
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for entry in old.infolist():
            fixed = zipfile.ZipInfo(entry.filename, _PACKED)
            fixed.compress_type = zipfile.ZIP_DEFLATED
            fixed.external_attr = 0o600 << 16
            fixed.create_system = 3
            new.writestr(fixed, replaced.get(entry.filename) or old.read(entry))
    return out.getvalue()


def date_of(stated: str) -> datetime:
    """The run's own date for a file's properties, so that nothing depends on when the file is written."""
    try:
        return datetime.strptime(stated[:10], "%Y-%m-%d")
    except ValueError:
        return _UNDATED
