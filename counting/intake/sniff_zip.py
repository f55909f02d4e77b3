"""What a zip is by the parts inside, whatever its name says."""

from __future__ import annotations

from zipfile import ZipFile

from counting.intake.archive import check_office, open_zip, part_names, read_part
from counting.intake.draft import IntakeError
from counting.intake.refusals import refusal
from counting.intake.source import Source

_OFFICE = (
    ("word/document.xml", "docx"),
    ("word/document2.xml", "docx"),
    ("xl/workbook.xml", "xlsx"),
    ("visio/document.xml", "vsdx"),
)
_REFUSED = (
    ("ppt/presentation.xml", "slides"),
    ("xl/workbook.bin", "binary workbook"),
    ("mimetype", "open document"),
)
_WORKFLOW = (".bpmn", ".bpmn20.xml", ".drawio", ".vsdx", ".docx", ".xlsx", ".puml", ".mmd", ".xes", ".xes.gz")
_LISTED = 3  # names of an archive that are shown


def zip_kind(source: Source) -> str:
    """ "docx", "xlsx", "vsdx", or "zip" for an archive around other files. Raises IntakeError otherwise."""
    names = set(part_names(open_zip(source)))
    for part, kind in _OFFICE:
        if part in names:
            check_office(source)
            return kind
    for part, kind in _REFUSED:
        if part in names:
            raise refusal(kind)
    return "zip"


def inner_file(source: Source) -> Source:
    """The one file of an archive that describes a workflow; it is read in memory, no path is followed."""
    archive = open_zip(source)
    names = part_names(archive)
    if not names:
        raise IntakeError("This archive is empty: there is nothing to read. Give the file itself.")
    name = _chosen(archive, names)
    return Source(read_part(archive, name), name.rpartition("/")[2], source.caps)


def _chosen(archive: ZipFile, names: tuple[str, ...]) -> str:
    """The only file, the definition of a Power Automate package, or the only file of a workflow kind."""
    for fits in (
        names,
        [name for name in names if name.endswith("/definition.json") and "flows/" in name],
        [name for name in names if name.lower().startswith("workflows/") and name.endswith(".json")],
        [name for name in names if name.lower().endswith(_WORKFLOW)],
    ):
        if len(fits) == 1:
            return fits[0]
    shown = ", ".join(repr(name[:60]) for name in names[:_LISTED])
    more = f" and {len(names) - _LISTED:,} more" if len(names) > _LISTED else ""
    raise IntakeError(
        f"This archive holds {len(names):,} files ({shown}{more}): which one is the workflow is not clear. "
        "Unpack it and give that one file."
    )
