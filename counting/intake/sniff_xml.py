"""What an XML text is by its first element, whatever its prefix and its name say."""

from __future__ import annotations

import re

from counting.intake.draft import IntakeError
from counting.intake.refusals import refusal

_BEFORE_ROOT = re.compile(
    r"(?:\s+|\ufeff|<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^<>\[]*(?:\[.*?\])?\s*>)*", re.DOTALL
)
_ROOT = re.compile(r"<(?:([A-Za-z_][\w.-]*):)?([A-Za-z_][\w.-]*)([^>]*)>?")
_READERS = {"mxfile": "drawio", "mxgraphmodel": "drawio", "log": "xes"}
_REFUSED = {
    "html": "web page",
    "svg": "svg",
    "package": "xpdl",
    "pnml": "petri net",
    "epml": "event chain",
    "aml": "event chain",
    "xmi": "uml",
    "model": "uml",
    "visiodocument": "legacy visio",
    "worddocument": "flat office",
    "workbook": "flat office",
    "document": "open document",
    "stylesheet": "program",
}


def xml_kind(text: str) -> str | None:
    """The reader for an XML text; None when it is no XML. Raises IntakeError for XML that is not read."""
    start = _BEFORE_ROOT.match(text)
    offset = start.end() if start else 0
    if re.match(r"<!DOCTYPE\s+html", text[:offset].lstrip(), re.IGNORECASE):
        raise refusal("web page")
    root = _ROOT.match(text, offset)
    declared = "<?xml" in text[:offset]
    if not root:
        if declared:
            raise IntakeError("This XML file has no first element: it is cut off or empty. Export it again.")
        return None
    name = root[2].lower()
    if name == "definitions":
        return _definitions(text, root)
    if name in _READERS:
        return _READERS[name]
    if name == "package" and "schemas.microsoft.com" in root[3]:
        raise refusal("flat office")
    if name == "svg" and re.search(r"""content\s*=\s*["']&lt;mx(?:file|GraphModel)""", root[3]):
        return "drawio"  # the drawing travels inside the picture
    if name in _REFUSED and (declared or name in ("html", "svg") or "xmlns" in root[3]):
        raise refusal(_REFUSED[name])
    if declared or "xmlns" in root[3]:
        raise IntakeError(
            f"This is XML with the first element <{root[2]}>, which is no kind of workflow known here. "
            "Export the workflow as BPMN 2.0 XML, diagrams.net (.drawio) or XES, or paste the steps."
        )
    return None  # Markdown may begin with a tag


def _definitions(text: str, root: re.Match[str]) -> str:
    """BPMN, DMN, CMMN and WSDL all begin with <definitions>; the namespace, else the contents, tell."""
    prefix = root[1]
    namespace = re.search(rf"""xmlns{":" + prefix if prefix else ""}\s*=\s*["']([^"']*)""", root[3])
    own = (namespace[1] if namespace else "").upper()
    if "BPMN" in own:
        return "bpmn"
    for mark, kind in (("DMN", "dmn"), ("CMMN", "cmmn"), ("WSDL", "wsdl")):
        if mark in own:
            raise refusal(kind)
    if re.search(r"<(?:[\w.-]+:)?(?:process|collaboration|choreography)[\s>/]", text):
        return "bpmn"
    raise IntakeError(
        "This XML has the first element <definitions> but no process in it. "
        "Export the process itself as BPMN 2.0 XML from the tool it came from."
    )
