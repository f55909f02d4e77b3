"""Report -> one HTML page: no script, no other file, readable on paper, light and dark."""

from __future__ import annotations

from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from counting.report import cells, payload
from counting.report.build import Report
from counting.report.picture import pictures
from counting.report.picture_svg import svg
from counting.report.sections import sections

_TEMPLATE = "page.html.j2"


def write_html(report: Report) -> bytes:
    """UTF-8. The template escapes every text; only our own drawing goes in as markup."""
    page = _environment().get_template(_TEMPLATE)
    drawn = [Markup(svg(picture)) for picture in pictures(report)]  # noqa: S704  escaped by the XML writer
    return page.render(
        title=cells.title(report),
        count=report.count,
        sections=sections(report),
        words=cells.words,
        pictures=drawn,
        payload_name=payload.NAME,
        payload=payload.pack(report),
    ).encode("utf-8")


def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(Path(__file__).parent / "html"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
