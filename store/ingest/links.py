"""The links of a document: those that point inside the corpus must arrive."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import unquote

from markdown_it.token import Token

from store.ingest.chunks import blocks_of, markdown
from store.ingest.documents import ReadDocument
from store.ingest.findings import Finding

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//")
_NOT_IN_ANCHOR = re.compile(r"[^\w\- ]")


@dataclass(frozen=True)
class Link:
    """`target` as written, `line` of the body from 0."""

    target: str
    line: int


def links_of(body: str) -> Iterator[Link]:
    """Links and pictures in order; what stands in code is none."""
    for token in markdown().parse(body):
        line = token.map[0] if token.map else 0
        yield from (Link(target, line) for child in token.children or () if (target := _target(child)))


def _target(token: Token) -> str | None:
    address = token.attrs.get("href") if token.type == "link_open" else token.attrs.get("src")
    return address if isinstance(address, str) else None


def dead_links(
    read: ReadDocument, files: Collection[str], anchors: Callable[[str], Collection[str]]
) -> Iterator[Finding]:
    """A link whose file or heading is not there. `files` are the paths a link may mean."""
    for link in links_of(read.document.body):
        path, _, anchor = unquote(link.target).partition("#")
        if _SCHEME.match(link.target):
            continue
        found = _resolve(read.file, path.split("?")[0], files)
        line = read.body_line + link.line
        if found is None:
            yield Finding(
                "dead-link",
                read.file,
                line,
                f"the link to `{link.target}` points at a file the corpus does not have.",
                "Correct the path (it starts at this file's folder), or remove the link.",
            )
        elif anchor and found.endswith(".md") and anchor.casefold() not in anchors(found):
            yield Finding(
                "dead-link",
                read.file,
                line,
                f"the link to `{link.target}` points at a heading that {found} does not have.",
                "Correct the part after #, or remove it.",
            )


def _resolve(file: str, path: str, files: Collection[str]) -> str | None:
    """The file a link means: from its own folder, with a leading / from documents/ or the corpus."""
    if not path:
        return file
    folders = ["documents", ""] if path.startswith("/") else [posixpath.dirname(file)]
    for folder in folders:
        target = posixpath.normpath(posixpath.join(folder, path.lstrip("/")))
        if target in files:
            return target
    return None


def anchors_of(documents: Mapping[str, ReadDocument]) -> Callable[[str], Collection[str]]:
    """Per file, the anchors of its headings as GitHub makes them; each file is read once, when asked for."""
    known: dict[str, set[str]] = {}

    def anchors(file: str) -> Collection[str]:
        if file not in known:
            known[file] = _anchors(documents[file].document.body) if file in documents else set()
        return known[file]

    return anchors


def _anchors(body: str) -> set[str]:
    found: set[str] = set()
    for block in blocks_of(body):
        if block.level:
            anchor = _NOT_IN_ANCHOR.sub("", block.heading.casefold()).replace(" ", "-")
            copies = 1
            while (name := anchor if copies == 1 else f"{anchor}-{copies - 1}") in found:
                copies += 1
            found.add(name)
    return found
