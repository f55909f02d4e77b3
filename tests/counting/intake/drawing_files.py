"""draw.io and Visio files written from a few words, the way the tools save them."""

from __future__ import annotations

import base64
import io
import zipfile
import zlib
from urllib.parse import quote
from xml.sax.saxutils import quoteattr


def shape(
    node: str, words: str, style: str = "rounded=0;html=1;", parent: str = "1", at: str = "0,0,80,40"
) -> str:
    x, y, width, height = at.split(",")
    head = f"<mxCell id={quoteattr(node)} value={quoteattr(words)} style={quoteattr(style)}"
    return (
        f"{head} vertex='1' parent='{parent}'>"
        f"<mxGeometry x='{x}' y='{y}' width='{width}' height='{height}' as='geometry'/></mxCell>"
    )


def arrow(
    before: str, after: str, words: str = "", style: str = "endArrow=classic;", points: str = ""
) -> str:
    ends = f"source='{before}'" if before else ""
    ends += f" target='{after}'" if after else ""
    head = f"<mxCell id='{before}-{after}' value={quoteattr(words)} style='{style}' edge='1' parent='1'"
    return f"{head} {ends}><mxGeometry relative='1' as='geometry'>{points}</mxGeometry></mxCell>"


def page(*cells: str, name: str = "Page-1", packed: bool = False) -> str:
    root = f"<root><mxCell id='0'/><mxCell id='1' parent='0'/>{''.join(cells)}</root>"
    model = f"<mxGraphModel>{root}</mxGraphModel>"
    if packed:
        squeeze = zlib.compressobj(9, zlib.DEFLATED, -15)
        data = squeeze.compress(quote(model, safe="~()*!.'").encode()) + squeeze.flush()
        model = base64.b64encode(data).decode()
    return f"<diagram name={quoteattr(name)}>{model}</diagram>"


def drawio(*pages: str) -> bytes:
    return f"<mxfile host='app.diagrams.net'>{''.join(pages)}</mxfile>".encode()


VISIO = "http://schemas.microsoft.com/office/visio/2012/main"
RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def vshape(
    number: int, words: str, master: int = 0, at: str = "1,1,1,0.5", inside: str = "", cells: str = ""
) -> str:
    """A shape with its middle at x, y (y upwards) and its width and height."""
    x, y, width, height = at.split(",")
    stencil = f"Master='{master}'" if master else ""
    group = f"<Shapes>{inside}</Shapes>" if inside else ""
    kind = "Group" if inside else "Shape"
    text = f"<Text><cp IX='0'/>{words}\n</Text>" if words else ""
    return (
        f"<Shape ID='{number}' Type='{kind}' {stencil}><Cell N='PinX' V='{x}'/><Cell N='PinY' V='{y}'/>"
        f"<Cell N='Width' V='{width}'/><Cell N='Height' V='{height}'/>{cells}{text}{group}</Shape>"
    )


def vline(number: int, words: str = "", ends: str = "0,0,1,1", cells: str = "") -> str:
    x, y, to_x, to_y = ends.split(",")
    places = (("BeginX", x), ("BeginY", y), ("EndX", to_x), ("EndY", to_y))
    lines = "".join(f"<Cell N='{name}' V='{value}'/>" for name, value in places)
    text = f"<Text>{words}</Text>" if words else ""
    return f"<Shape ID='{number}' Type='Shape' Master='99'>{lines}{cells}{text}</Shape>"


def glue(line: int, before: int, after: int) -> str:
    return (
        f"<Connect FromSheet='{line}' FromCell='EndX' ToSheet='{after}' ToCell='PinX'/>"
        f"<Connect FromSheet='{line}' FromCell='BeginX' ToSheet='{before}' ToCell='PinX'/>"
    )


def vsdx(pages: dict[str, tuple[str, str]], masters: dict[int, str] | None = None) -> bytes:
    """`pages` are name -> (shapes, connects), `masters` number -> universal name; 99 is the connector."""
    out = io.BytesIO()
    names = {99: "Dynamic connector", **(masters or {})}
    listing = "".join(
        f"<Page ID='{n}' Name={quoteattr(name)} NameU='Page-{n}'><PageSheet/><Rel r:id='rId{n}'/></Page>"
        for n, name in enumerate(pages, 1)
    )
    relations = "".join(f"<Relationship Id='rId{n}' Target='page{n}.xml'/>" for n in range(1, len(pages) + 1))
    stencils = "".join(f"<Master ID='{n}' NameU={quoteattr(name)}/>" for n, name in names.items())
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("visio/document.xml", f"<VisioDocument xmlns='{VISIO}'/>")
        archive.writestr(
            "visio/pages/pages.xml", f"<Pages xmlns='{VISIO}' xmlns:r='{RELATIONS}'>{listing}</Pages>"
        )
        archive.writestr("visio/pages/_rels/pages.xml.rels", f"<Relationships>{relations}</Relationships>")
        archive.writestr("visio/masters/masters.xml", f"<Masters xmlns='{VISIO}'>{stencils}</Masters>")
        for n, (shapes, connects) in enumerate(pages.values(), 1):
            body = f"<Shapes>{shapes}</Shapes><Connects>{connects}</Connects>"
            archive.writestr(
                f"visio/pages/page{n}.xml", f"<PageContents xmlns='{VISIO}'>{body}</PageContents>"
            )
    return out.getvalue()
