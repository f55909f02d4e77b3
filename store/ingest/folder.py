"""Walking the corpus folder: which files are in it, and which of them must not be read."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from store.ingest.findings import Finding

DOCUMENTS = "documents"
NAVIGATION = ("index.md", "log.md")
"""OKF's own pages about a folder; without frontmatter they are no documents."""
MAX_FILE_BYTES = 20_000_000
_FORBIDDEN = set("#?|\\") | {chr(code) for code in range(32)}
_OTHER_MARKDOWN = {".markdown", ".mdown", ".mkd", ".md"}


@dataclass(frozen=True)
class Folder:
    """`paths`: every file and folder a link may mean. `documents`: the Markdown files, in name order."""

    root: Path
    paths: frozenset[str]
    documents: tuple[str, ...]

    def read(self, file: str) -> bytes:
        return (self.root / file).read_bytes()


def open_folder(root: Path, findings: list[Finding]) -> Folder:
    """Look through `documents/` without following a link out of the corpus."""
    paths = set(_walk(root, findings))
    documents = tuple(sorted(path for path in paths if _is_document(root, path, findings)))
    return Folder(root, frozenset(paths), documents)


def _walk(root: Path, findings: list[Finding]) -> Iterator[str]:
    real_root = root.resolve()
    for folder, folders, files in os.walk(root):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in [*folders, *sorted(files)]:
            path = Path(folder, name)
            file = path.relative_to(root).as_posix()
            if path.is_symlink() and not _inside(path, real_root):
                findings.append(_escapes(file))
            elif path.is_symlink() and path.is_dir():
                findings.append(_linked_folder(file))
            elif not name.startswith("."):
                yield file


def _inside(path: Path, real_root: Path) -> bool:
    try:
        return path.resolve(strict=True).is_relative_to(real_root)
    except OSError:
        return False


def _is_document(root: Path, file: str, findings: list[Finding]) -> bool:
    path = root / file
    if not file.startswith(f"{DOCUMENTS}/") or not path.is_file():
        return False
    if not file.endswith(".md"):
        if path.suffix.lower() in _OTHER_MARKDOWN:
            findings.append(_other_ending(file))
        return False
    if path.stat().st_size > MAX_FILE_BYTES:
        findings.append(_too_large(file, path.stat().st_size))
        return False
    if _FORBIDDEN & set(file):
        findings.append(_bad_name(file))
        return False
    return path.name not in NAVIGATION or path.read_bytes()[:6].removeprefix(b"\xef\xbb\xbf").startswith(
        b"---"
    )


def _escapes(file: str) -> Finding:
    why = "it is a link that leads out of the corpus folder, or to nothing."
    return Finding("escapes-corpus", file, None, why, "Put the file itself here, or remove the link.")


def _linked_folder(file: str) -> Finding:
    why = "it is a link to a folder, which would publish the same documents under two names."
    return Finding("linked-folder", file, None, why, "Put the folder itself here, or remove the link.")


def _other_ending(file: str) -> Finding:
    why = "it looks like a Markdown document and would be passed over: only files that end in .md are read."
    return Finding("wrong-ending", file, None, why, "Rename it so that it ends in .md.")


def _too_large(file: str, size: int) -> Finding:
    why = f"it has {size:,} bytes, more than the {MAX_FILE_BYTES:,} a document may have."
    return Finding("too-large", file, None, why, "Cut it into several documents.")


def _bad_name(file: str) -> Finding:
    why = f"the name {file!r} has a character in it that a citation could not carry."
    return Finding(
        "bad-name", repr(file).strip("'"), None, why, "Rename it; leave out # ? | \\ and control characters."
    )
