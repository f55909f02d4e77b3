"""What all automations share: branches by a written rule, helpers, and the draft at the end."""

from __future__ import annotations

import re
from collections.abc import Sequence

from counting.intake.draft import Draft, IntakeError, Position, Proposal
from counting.intake.flow import Edge, Node, Standing, counts_in_words, flow_of
from counting.intake.source import Source
from counting.intake.wordlist import words

TRIGGER_WHY = "A trigger says when the run begins; it is not an act."
WAIT_WHY = "Waiting is not a step; what ends the wait is."
HELPER_WHY = "A technical helper of the automation, not an act of the workflow."
RULE_WHY = (
    "A branch by a rule written in the automation, over values that are already there; not a step (R5)."
)
CONTAINER_WHY = "A frame around other actions; they are listed in its place."
OFF_WHY = "Switched off in the automation."
STICKY_WHY = "A sticky note is not an act."
END_WHY = "The end of the run, or of a branch of it, is not an act."

_ASKING = words(
    """is are was were has have had does do did can could should will would if switch choice condition
    filter router route which what who when whether branch decision"""
)


def asks(name: str) -> bool:
    """True for the name of a branch that is a question or only says that it branches."""
    tokens = re.findall(r"[^\W\d_]+", name.lower())
    if not tokens or name.rstrip().endswith("?"):
        return True
    if tokens[0] in ("do", "filter", "route"):  # "Do fraud check" is an act, "Do we ship" is not
        return len(tokens) == 1 or tokens[1] in ("we", "i", "they", "you")
    return tokens[0] in _ASKING


def position_of(what: str, name: str) -> Position:
    """`node "Send mail"`: where an element of an automation is found."""
    return Position(f'{what} "{name}"')


def end_of(frame: Node) -> Node:
    """The silent node that stands for the end of a frame around other actions."""
    return silent(f"{frame.id}//end", frame.procedure)


def silent(node_id: str, procedure: int) -> Node:
    """A node that only carries the flow."""
    return Node(node_id, "", "", Position(""), Standing.SILENT, procedure=procedure)


def draft_of(
    source: Source,
    kind: str,
    nodes: Sequence[Node],
    edges: Sequence[Edge],
    *,
    procedures: tuple[str, ...] = ("",),
    notes: tuple[str, ...] = (),
) -> Draft:
    """The draft of an automation. Raises IntakeError when nothing in it is an act."""
    flow = flow_of(nodes, edges, source.caps)
    if not any(item.proposed is not Proposal.SKIPPED for item in flow.items):
        raise IntakeError(
            f"This {kind} has {len(flow.items)} elements, none an act: "
            "only triggers, helpers, branches or notes. "
            "Export the automation that does the work, or paste the steps, one act per line."
        )
    several = f", {len(procedures)} separate procedures" if len(procedures) > 1 else ""
    return Draft(
        kind=kind,
        understood=f"{kind}{several}: {counts_in_words(flow.items)}",
        items=flow.items,
        procedures=procedures,
        title=procedures[0],
        edges=flow.edges,
        notes=(*source.notes, *flow.notes, *notes),
    )
