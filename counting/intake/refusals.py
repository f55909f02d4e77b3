"""What is said about files that are known and not read: what was found and which export to use."""

from __future__ import annotations

from counting.intake.draft import IntakeError

_PASTE = "or paste the steps, one act per line."

SENTENCES: dict[str, str] = {
    "empty": f"The file is empty: there is nothing to read. Choose another file, {_PASTE}",
    "encrypted office": (
        "This is an Office document protected by a password: its text cannot be read. "
        "Open it, remove the password (File, Info, Protect) and save it again."
    ),
    "legacy word": (
        "This is a Word document of the old kind (.doc): its text cannot be read safely. "
        "Open it and save it as .docx, or as PDF with text."
    ),
    "legacy excel": (
        "This is an Excel workbook of the old kind (.xls): its cells cannot be read safely. "
        "Open it and save it as .xlsx or CSV."
    ),
    "legacy visio": (
        "This is a Visio drawing of the old kind (.vsd or .vdx): its shapes cannot be read. "
        "Open it and save it as .vsdx."
    ),
    "legacy slides": f"This is a slide deck of the old kind (.ppt). Save its text as DOCX or PDF, {_PASTE}",
    "outlook": f"This is an Outlook message (.msg). Save it as text (.txt), {_PASTE}",
    "ole": (
        "This is a file of an old Office program whose content is not read. "
        "Save it as .docx, .xlsx, .vsdx, PDF or text."
    ),
    "slides": "This is a slide deck: slides hold headlines, not an ordered list of acts. "
    f"Save it as PDF, {_PASTE}",
    "binary workbook": "This is a binary Excel workbook (.xlsb). Open it and save it as .xlsx or CSV.",
    "open document": (
        "This is an OpenDocument file (.odt, .ods or .odg). "
        "Save it as .docx, .xlsx or PDF from the program it came from."
    ),
    "picture": (
        "This is a picture: there is no text in it that could be read, and nothing is guessed from pixels. "
        f"Export the drawing itself (BPMN 2.0 XML, .drawio, .vsdx), {_PASTE}"
    ),
    "sound or film": f"This is a recording, not a description. Write the workflow down {_PASTE}",
    "program": f"This is a program or a database, not a description of a workflow. Give a document, {_PASTE}",
    "packed": "This is a packed archive. Unpack it and give the one file that describes the workflow.",
    "rtf": "This is a Rich Text file (.rtf). Open it and save it as .docx or as plain text.",
    "web page": f"This is a web page (HTML). Save it as PDF or as text, {_PASTE}",
    "svg": (
        "This is a drawing saved as a picture (SVG): its boxes and arrows are only lines now. "
        "Export the drawing itself (BPMN 2.0 XML, .drawio, .vsdx)."
    ),
    "dmn": (
        "This is a DMN decision table: it holds rules, not the steps of a run. "
        "Export the process that uses it as BPMN 2.0 XML."
    ),
    "cmmn": "This is a CMMN case model, which has no order of steps. Export a BPMN 2.0 process, " + _PASTE,
    "wsdl": "This is a web service description (WSDL): it holds operations, not the steps of a run. "
    "Give the process.",
    "xpdl": "This is an XPDL model. Export the process as BPMN 2.0 XML from the tool it came from.",
    "petri net": "This is a Petri net (PNML). Export the process as BPMN 2.0 XML from the tool it came from.",
    "event chain": "This is an ARIS or EPC model. "
    "Export the process as BPMN 2.0 XML from the tool it came from.",
    "uml": f"This is a UML model (XMI). Export the activity as BPMN 2.0 XML or PlantUML, {_PASTE}",
    "flat office": "This is an Office document saved as a single XML file. Save it as .docx or .xlsx.",
    "own run": (
        "This is a saved count of this workbench, not a new description. "
        "To go on where it was left, drop it on the count page, at Describe."
    ),
    "meeting": (
        "This is a meeting transcript: people talking, with no procedure written in it. "
        f"Write down the steps that were agreed, {_PASTE}"
    ),
    "subtitles": (
        "This is a transcript with time marks: people talking, with no procedure written in it. "
        f"Write down the steps that were agreed, {_PASTE}"
    ),
    "settings": (
        "This is a YAML file: settings for a program, not a description for people. "
        "Export a state machine or an automation as JSON. "
        f"Give the page that describes the workflow, {_PASTE}"
    ),
    "graphviz": "This is a Graphviz drawing (DOT), which is not read. "
    f"Draw the flow as Mermaid, in diagrams.net or in a BPMN tool, {_PASTE}",
    "source code": (
        "This is the source code of a program, not a description for people. "
        f"Give the page that describes the workflow, {_PASTE}"
    ),
    "whiteboard": (
        "This is a whiteboard drawing (Excalidraw). "
        f"Draw the flow in diagrams.net or a BPMN tool and export that, {_PASTE}"
    ),
    "node-red": f"This is a Node-RED flow, which is not read. Write its acts down {_PASTE}",
    "api": "This is an API description (OpenAPI): it holds calls, not the steps of a run. "
    f"Write the steps down {_PASTE}",
}


def refusal(kind: str) -> IntakeError:
    """The error for a kind of file that is known and not read."""
    return IntakeError(SENTENCES[kind])
