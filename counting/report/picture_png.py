"""A picture as PNG, for files that hold no drawings."""

from __future__ import annotations

import io

from PIL import Image, ImageDraw, ImageFont

from counting.report.fonts import BOLD, REGULAR
from counting.report.picture import PAPER, Disc, Label, Picture, Polygon, Shape

PIXELS_PER_POINT = 2
_FINER = 2  # drawn this much larger and then reduced, so that edges are smooth


def png(picture: Picture) -> bytes:
    """The picture on white, PIXELS_PER_POINT pixels to the point."""
    scale = PIXELS_PER_POINT * _FINER
    size = (round(picture.width * scale), round(picture.height * scale))
    image = Image.new("RGB", size, PAPER["paper"])
    pen = ImageDraw.Draw(image)
    for shape in picture.shapes:
        _draw(pen, shape, scale)
    out = io.BytesIO()
    image.reduce(_FINER).quantize(64, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    return out.getvalue()


def _draw(pen: ImageDraw.ImageDraw, shape: Shape, scale: int) -> None:
    match shape:
        case Polygon(points, role):
            pen.polygon([(x * scale, y * scale) for x, y in points], fill=PAPER[role])
        case Disc(x, y, radius, role, hollow):
            box = [value * scale for value in (x - radius, y - radius, x + radius, y + radius)]
            if hollow:
                pen.ellipse(box, outline=PAPER[role], width=2 * scale)
            else:
                pen.ellipse(box, fill=PAPER[role])
        case Label(x, y, text, role, size, bold, centred):
            font = ImageFont.truetype(BOLD if bold else REGULAR, size * scale)
            anchor = "ms" if centred else "ls"
            pen.text((x * scale, y * scale), text, fill=PAPER[role], font=font, anchor=anchor)
