"""What the shapes of a flowchart are to a count; shared by every drawing that has boxes and arrows."""

from __future__ import annotations

import re
from collections.abc import Sequence

from counting.intake.act_words import acts, is_end
from counting.intake.caps import PARTS, refuse
from counting.intake.draft import Draft, IntakeError, Proposal
from counting.intake.flow import Edge, Node, Standing, amount, counts_in_words, flow_of
from counting.intake.jumps import with_jumps
from counting.intake.questions import ANSWERED_WHY, is_answered
from counting.intake.shapes import Form, Shape, Ways, findings_before
from counting.intake.source import Source

EVENT_WHY = "A start, an end or something that happens is not an act."
NOTE_WHY = "A note on the drawing is not an act."
STORE_WHY = "A document or a data store is not an act."
LINK_WHY = "A connector to another place of the drawing is not an act."
FRAME_WHY = "A frame around other shapes; they are listed in its place."
JOIN_WHY = "A fork or join of branches is notation, not an act."
LOOSE_WHY = "A text beside the flow, joined to nothing."


def nodes_of(shapes: Sequence[Shape], edges: Sequence[Edge]) -> list[Node]:
    """The shapes as nodes of a flow, loose ones last."""
    ways = Ways(edges)
    by_id = {shape.id: shape for shape in shapes}
    ordered = sorted(shapes, key=lambda shape: not ways.joined(shape.id))
    any_joined = any(ways.joined(shape.id) for shape in shapes)
    return [_node(shape, by_id, ways, any_joined) for shape in ordered]


def draft_of(
    source: Source,
    kind: str,
    shapes: Sequence[Shape],
    edges: Sequence[Edge],
    *,
    about: str = "",
    procedures: tuple[str, ...] = ("",),
    shown: str | None = None,
    notes: tuple[str, ...] = (),
) -> Draft:
    """The draft of a drawing. Raises IntakeError when no shape says what is done."""
    if len(shapes) > 2 * source.caps.items or len(edges) > source.caps.edges:
        found = f"The drawing has {len(shapes):,} shapes and {len(edges):,} arrows"
        raise refuse("items", source.caps.items, found, PARTS)
    shapes, edges = with_jumps(shapes, edges)
    flow = flow_of(nodes_of(shapes, edges), edges, source.caps)
    if not any(item.proposed is not Proposal.SKIPPED for item in flow.items):
        raise IntakeError(
            f"This {kind} has {amount(len(shapes), 'shape')} but none that says what is done. "
            "Write the acts into the shapes and export it again, or paste the steps, one act per line."
        )
    return Draft(
        kind=kind,
        understood=f"{kind}{about}: {counts_in_words(flow.items)}",
        items=flow.items,
        procedures=procedures,
        title=procedures[0],
        edges=flow.edges,
        source=shown,
        notes=(*source.notes, *flow.notes, *notes),
    )


def _node(shape: Shape, by_id: dict[str, Shape], ways: Ways, any_joined: bool) -> Node:
    standing, why = _standing(shape, by_id, ways, any_joined)
    return Node(
        id=shape.id,
        text=shape.text,
        original=shape.original,
        position=shape.position,
        standing=standing,
        actor=shape.actor,
        why=why,
        procedure=shape.procedure,
        notes=shape.notes,
        question=shape.form is Form.QUESTION or standing is Standing.DECISION,
    )


def _standing(shape: Shape, by_id: dict[str, Shape], ways: Ways, any_joined: bool) -> tuple[Standing, str]:
    if not shape.text or not re.search(r"\w", shape.text):
        return Standing.SILENT, ""
    if _is_question(shape, ways):
        answered = is_answered(shape.text, findings_before(shape, by_id, ways))
        return (Standing.SKIPPED, ANSWERED_WHY) if answered else (Standing.DECISION, "")
    match shape.form:
        case Form.EVENT:
            return Standing.SKIPPED, EVENT_WHY
        case Form.JOIN:
            return Standing.SKIPPED, JOIN_WHY
        case Form.LINK:
            return Standing.SKIPPED, LINK_WHY
        case Form.FRAME:
            return Standing.SKIPPED, FRAME_WHY
        case Form.NOTE if not ways.inside(shape.id):
            return Standing.SKIPPED, NOTE_WHY
        case Form.STORE if not (ways.joined(shape.id) and acts(shape.text)):
            return Standing.SKIPPED, STORE_WHY
        case _ if _is_event(shape, ways):
            return Standing.SKIPPED, EVENT_WHY
        case _ if any_joined and not ways.joined(shape.id) and not acts(shape.text):
            return Standing.SKIPPED, LOOSE_WHY
    return Standing.STEP, ""


def _is_question(shape: Shape, ways: Ways) -> bool:
    """A diamond, or another shape of the flow that asks and branches."""
    if shape.form is Form.QUESTION:
        return ways.branches(shape.id) or shape.text.endswith("?") or not acts(shape.text)
    asks = shape.form in (Form.ACT, Form.TERMINAL) and shape.text.endswith("?")
    return asks and ways.branches(shape.id)


def _is_event(shape: Shape, ways: Ways) -> bool:
    if is_end(shape.text):
        return True
    return shape.form is Form.TERMINAL and not ways.inside(shape.id) and not acts(shape.text)
