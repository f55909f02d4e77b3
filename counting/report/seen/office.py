"""Parts of an office file, read safely."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import TYPE_CHECKING
from zipfile import ZipFile

from counting.intake.archive import part_names, read_part
from counting.intake.caps import Caps
from counting.intake.markup import parse
from counting.report.seen.look import Row

if TYPE_CHECKING:
    from lxml.etree import _Element as Element


def xml_part(archive: ZipFile, name: str, caps: Caps) -> Element:
    """The root of an XML part. IntakeError for broken XML, entities or too deep a nesting."""
    return parse(read_part(archive, name).decode("utf-8", "replace"), caps, "part of the file")


def parts_under(archive: ZipFile, folder: str, ending: str = "") -> tuple[str, ...]:
    return tuple(
        sorted(name for name in part_names(archive) if name.startswith(folder) and name.endswith(ending))
    )


def pictures_in(archive: ZipFile, folder: str) -> Iterator[Row]:
    """One row per picture, by its bytes; the order of the parts does not count."""
    marks = sorted(
        hashlib.sha256(read_part(archive, name)).hexdigest() for name in parts_under(archive, folder)
    )
    for mark in marks:
        yield Row("a picture", mark)
