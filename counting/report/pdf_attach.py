"""A PDF canvas that attaches a file, which any PDF reader can save."""

from __future__ import annotations

from typing import Any

from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFName, PDFStream, PDFString
from reportlab.pdfgen.canvas import Canvas


class AttachingCanvas(Canvas):
    """`name` and `attached` are the file; it is added when the document is saved."""

    def __init__(self, *args: Any, name: str, attached: bytes, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._attachment = (name, attached)

    def save(self) -> None:
        name, data = self._attachment
        document: Any = vars(self)["_doc"]  # the stubs leave it out
        kind = PDFDictionary({"Type": PDFName("EmbeddedFile"), "Subtype": PDFName("application/json")})
        stream = document.Reference(PDFStream(dictionary=kind, content=data))
        file = PDFDictionary(
            {
                "Type": PDFName("Filespec"),
                "F": PDFString(name),
                "UF": PDFString(name),
                "Desc": PDFString("The same report as data"),
                "EF": PDFDictionary({"F": stream}),
            }
        )
        names = PDFArray([PDFString(name), document.Reference(file)])
        document.Catalog.Names = PDFDictionary({"EmbeddedFiles": PDFDictionary({"Names": names})})
        super().save()
