"""Shapes that only say where the flow goes on ("Return to packing"): arrows in words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from counting.intake.flow import Edge
from counting.intake.shapes import Form, Shape
from counting.intake.wordlist import words

_JUMP = re.compile(
    r"(?:go(?:es)? (?:back )?to|return to|back to|jump to|repeat from|continue (?:with|at))\s+"
    r"(?:step\s+)?(.{3,80})$",
    re.IGNORECASE,
)
_MOST_JUMPS = 100  # each is compared with every shape
_ARTICLES = words("the a an step")


def with_jumps(shapes: Sequence[Shape], edges: Sequence[Edge]) -> tuple[list[Shape], list[Edge]]:
    """ "Return to packing" is an arrow in words, not an act, where one other shape is about packing."""
    found, more = list(shapes), list(edges)
    jumps = [
        (place, jump[1])
        for place, shape in enumerate(shapes)
        if shape.form is Form.ACT and (jump := _JUMP.match(shape.text))
    ]
    for place, words_said in jumps[:_MOST_JUMPS]:
        target = _named(words_said, shapes[place], shapes)
        if target is not None:
            found[place] = replace(shapes[place], form=Form.LINK)
            more.append(Edge(shapes[place].id, target.id))
    return found, more


def _named(words_said: str, jump: Shape, shapes: Sequence[Shape]) -> Shape | None:
    """The one shape all the words are about; None where none or several could be meant."""
    said = set(re.findall(r"\w+", words_said.lower())) - _ARTICLES
    fitting = [
        shape
        for shape in shapes
        if shape.procedure == jump.procedure
        and shape.id != jump.id
        and shape.form is Form.ACT
        and said
        and said <= set(re.findall(r"\w+", shape.text.lower()))
    ]
    return fitting[0] if len(fitting) == 1 else None
