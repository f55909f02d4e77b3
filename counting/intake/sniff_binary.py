"""What a file is by its first bytes, whatever its name says."""

from __future__ import annotations

from counting.intake.pictures import PNG
from counting.intake.refusals import refusal

_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
# The name of a stream inside an OLE container, and what the container then is.
_OLE_STREAMS = (
    ("EncryptedPackage", "encrypted office"),
    ("WordDocument", "legacy word"),
    ("Workbook", "legacy excel"),
    ("Book", "legacy excel"),
    ("VisioDocument", "legacy visio"),
    ("PowerPoint Document", "legacy slides"),
    ("__properties_version1.0", "outlook"),
)
_REFUSED = (
    (b"\xff\xd8\xff", "picture"),
    (b"GIF87a", "picture"),
    (b"GIF89a", "picture"),
    (b"BM", "picture"),
    (b"II*\x00", "picture"),
    (b"MM\x00*", "picture"),
    (b"{\\rtf", "rtf"),
    (b"7z\xbc\xaf\x27\x1c", "packed"),
    (b"Rar!\x1a\x07", "packed"),
    (b"BZh", "packed"),
    (b"\xfd7zXZ\x00", "packed"),
    (b"\x28\xb5\x2f\xfd", "packed"),
    (b"ID3", "sound or film"),
    (b"OggS", "sound or film"),
    (b"fLaC", "sound or film"),
    (b"\x1aE\xdf\xa3", "sound or film"),
    (b"MZ", "program"),
    (b"\x7fELF", "program"),
    (b"SQLite format 3\x00", "program"),
    (b"\xca\xfe\xba\xbe", "program"),
)


def binary_kind(data: bytes) -> str | None:
    """ "zip", "gzip", "png" or "pdf"; None for what may be text. Raises IntakeError otherwise."""
    if data.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return "zip"
    if data.startswith(b"\x1f\x8b"):
        return "gzip"
    if data.startswith(PNG):
        return "png"  # it may carry its drawing with it
    if b"%PDF-" in data[:1024]:
        return "pdf"
    if data.startswith(_OLE):
        raise refusal(_ole_kind(data))
    if data[:4] == b"RIFF":
        raise refusal("picture" if data[8:12] == b"WEBP" else "sound or film")
    if data[4:8] == b"ftyp":
        raise refusal("sound or film")
    for mark, kind in _REFUSED:
        if data.startswith(mark) and not (len(mark) <= 3 and _reads_as_text(data)):
            raise refusal(kind)
    return None


def _ole_kind(data: bytes) -> str:
    for stream, kind in _OLE_STREAMS:
        if stream.encode("utf-16-le") in data:
            return kind
    return "ole"


def _reads_as_text(data: bytes) -> bool:
    """A short mark can be the beginning of a word ("BMW orders..."): binary files hold zeros."""
    return b"\x00" not in data[:4096]
