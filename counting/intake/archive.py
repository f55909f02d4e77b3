"""Archives opened in memory: parts counted, sizes summed, nothing run, no path inside followed."""

from __future__ import annotations

import io
import zlib
from zipfile import BadZipFile, LargeZipFile, ZipFile

from counting.intake.caps import MIB, Caps, refuse
from counting.intake.draft import IntakeError
from counting.intake.source import Source

_SMALLER = "Cut it down to the part that describes the workflow, or paste the steps."
_CHUNK = 1024 * 1024
GZIP, DEFLATE = 31, -15  # zlib's window bits: with a gzip header, and bare
_XML_STARTS = (b"<", b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")
_DAMAGE = (BadZipFile, KeyError, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError, ValueError)


def open_zip(source: Source) -> ZipFile:
    """The zip in `source`, checked. Raises IntakeError for a broken, encrypted or oversized one.

    The sizes an entry states bound what reading it can give, so their sum is checked before anything is read.
    """
    try:
        archive = ZipFile(io.BytesIO(source.data))
    except (BadZipFile, LargeZipFile, ValueError, OSError, NotImplementedError) as error:
        raise IntakeError(f"This file is a damaged archive ({error}). Save or download it again.") from None
    entries = archive.infolist()
    if len(entries) > source.caps.archive_entries:
        found = f"The file has {len(entries):,} parts inside"
        raise refuse("archive_entries", source.caps.archive_entries, found, _SMALLER)
    unpacked = sum(entry.file_size for entry in entries)
    if unpacked > source.caps.unpacked_bytes:
        found = f"Unpacked, the file holds {unpacked / MIB:,.0f} MB"
        raise refuse("unpacked_bytes", source.caps.unpacked_bytes, found, _SMALLER)
    if any(entry.flag_bits & 0x1 for entry in entries):
        raise IntakeError("This archive is protected by a password. Remove the protection and save it again.")
    return archive


def part_names(archive: ZipFile) -> tuple[str, ...]:
    """The files inside, without folders and without what operating systems add."""
    names = [entry.filename for entry in archive.infolist()]
    return tuple(
        name
        for name in names
        if name and not name.endswith(("/", ".DS_Store")) and not name.startswith("__MACOSX/")
    )


def _is_extra(name: str) -> bool:
    return name.endswith(("/", ".DS_Store")) or name.startswith("__MACOSX/")


def read_part(archive: ZipFile, name: str) -> bytes:
    """One part of a checked archive. Raises IntakeError when it is damaged or missing."""
    try:
        return archive.read(name)
    except (
        BadZipFile,
        KeyError,
        zlib.error,
        EOFError,
        NotImplementedError,
        RuntimeError,
        OSError,
        ValueError,
    ) as error:
        raise IntakeError(
            f"A part of this file is damaged ({name[:80]!r}: {error}). Save it again."
        ) from None


def check_office(source: Source) -> None:
    """Refuse an office file whose parts define entities or hide their encoding: no program writes such."""
    archive = open_zip(source)
    for name in part_names(archive):
        if not name.lower().endswith((".xml", ".rels", ".vml")):
            continue
        part = read_part(archive, name).replace(b"\x00", b"").strip()
        if b"<!ENTITY" in part or (part and not part.startswith(_XML_STARTS)):
            raise IntakeError(
                f"A part of this file ({name[:80]!r}) is no plain XML: it defines entities, which can pull "
                "in other files or fill the memory, or hides its encoding. It is not opened. "
                "Save it again from the program it came from."
            )


def inflate(data: bytes, caps: Caps, *, wbits: int, what: str) -> bytes:
    """Unpack deflated data, stopping at the cap. `wbits` is GZIP or DEFLATE."""
    found: list[bytes] = []
    size = 0
    while data:
        unpacker = zlib.decompressobj(wbits)
        while data and not unpacker.eof:
            try:
                piece = unpacker.decompress(data, _CHUNK)
            except zlib.error as error:
                raise IntakeError(f"This {what} is damaged ({error}). Save or download it again.") from None
            data = unpacker.unconsumed_tail
            found.append(piece)
            size += len(piece)
            if size > caps.unpacked_bytes:
                start = f"Unpacked, the {what} holds more than {caps.unpacked_bytes / MIB:,.0f} MB"
                raise refuse("unpacked_bytes", caps.unpacked_bytes, start, _SMALLER)
        if not unpacker.eof:
            raise IntakeError(f"This {what} ends too early. Save or download it again.")
        # Several gzip members in a row are one file; padding after the last is not.
        rest = unpacker.unused_data
        data = rest if wbits == GZIP and rest.startswith(b"\x1f\x8b") else b""
    return b"".join(found)
