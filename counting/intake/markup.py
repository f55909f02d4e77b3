"""XML read safely: no entities, no external files, no network, and no deeper than the cap."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.entities import name2codepoint
from typing import TYPE_CHECKING, Any

from counting.intake.caps import Caps, refuse
from counting.intake.draft import IntakeError

if TYPE_CHECKING:
    from lxml.etree import XMLParser, XMLSyntaxError
    from lxml.etree import _Element as Element

# What XML 1.0 may not contain; drawing tools leave such characters in names all the same.
_ILLEGAL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_ILLEGAL_REFERENCE = re.compile(r"&#(?:x(?:0?[0-8bcefBCEF]|1[0-9a-fA-F])|0*(?:[0-8]|1[124-9]|2[0-9]|3[01]));")
# Names XML does not know and HTML does; drawing tools write them into labels.
_HTML_ENTITY = re.compile(r"&(?!(?:amp|lt|gt|quot|apos);)([A-Za-z][A-Za-z0-9]{1,30});")
_LIBRARY_DEPTH = 256  # libxml2 itself stops here


def parse(text: str, caps: Caps, what: str = "XML file") -> Element:
    """The root element. Raises IntakeError for broken XML, entities of its own, or too deep a nesting."""
    from lxml import etree

    clean = _ILLEGAL_REFERENCE.sub(" ", _ILLEGAL.sub(" ", text)).lstrip()
    data = _HTML_ENTITY.sub(_character, clean).encode("utf-8", errors="replace")
    try:
        root = etree.fromstring(data, _parser(recover=False))
    except etree.XMLSyntaxError as error:
        root = _without_namespaces(data)
        if root is None:
            raise _broken(error, data, caps, what) from None
    dtd: Any = root.getroottree().docinfo.internalDTD  # the stubs do not know what a DTD holds
    if dtd is not None and dtd.entities():
        raise entities_refused(what)
    _check_depth(root, caps)
    return root


def _character(found: re.Match[str]) -> str:
    code = name2codepoint.get(found[1])
    return chr(code) if code is not None else found[0]


def _parser(recover: bool) -> XMLParser:
    from lxml import etree

    return etree.XMLParser(
        encoding="utf-8",  # the text is already decoded; what the declaration says no longer counts
        recover=recover,
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        dtd_validation=False,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
    )


def _without_namespaces(data: bytes) -> Element | None:
    """The root when namespaces are all that is wrong: no such prefix, or no valid address."""
    from lxml import etree

    parser = _parser(recover=True)
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError:
        return None
    harmless = root is not None and all(entry.domain_name == "NAMESPACE" for entry in parser.error_log)
    return root if harmless else None


def local(element: Element) -> str:
    """The tag without its namespace; "" for what is no element."""
    tag = element.tag
    return re.split("[}:]", tag)[-1] if isinstance(tag, str) else ""


def children(element: Element) -> Iterator[Element]:
    """The child elements, without comments and the like."""
    return (child for child in element if isinstance(child.tag, str))


def attribute(element: Element, name: str) -> str:
    """An attribute by its name in no or in any namespace, "" where it is missing."""
    plain = element.get(name)
    if plain is not None:
        return str(plain)
    for key, value in element.attrib.items():
        if re.split("[}:]", str(key))[-1] == name:
            return str(value)
    return ""


def line_of(element: Element) -> int:
    """The line the element starts on, from 1; 0 where it is not known."""
    known: Any = element  # the stubs do not know the type of the line
    return int(known.sourceline or 0)


def _broken(error: XMLSyntaxError, data: bytes, caps: Caps, what: str) -> IntakeError:
    reason = str(getattr(error, "msg", None) or error)
    line, column = getattr(error, "position", (0, 0))
    if "entit" in reason.lower() and b"<!ENTITY" in data:
        return entities_refused(what)
    if "depth" in reason.lower():
        return refuse("nesting", min(caps.nesting, _LIBRARY_DEPTH), "Elements are nested too deep", _FLATTEN)
    return IntakeError(
        f"This {what} is broken at line {line}, column {column}: {reason}. "
        "Export it again from the tool it came from."
    )


_FLATTEN = "Export the workflow again, or give its steps as a list."


def entities_refused(what: str) -> IntakeError:
    """The error for a file that defines entities of its own."""
    return IntakeError(
        f"This {what} defines entities of its own, which can pull in other files or fill the memory: "
        "it is not opened. Export it again without a document type (<!DOCTYPE ...>)."
    )


def _check_depth(root: Element, caps: Caps) -> None:
    level = [root]
    depth = 0
    while level:
        depth += 1
        if depth > caps.nesting:
            raise refuse(
                "nesting", caps.nesting, f"Elements are nested more than {caps.nesting} deep", _FLATTEN
            )
        level = [child for element in level for child in element]
