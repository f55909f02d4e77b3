"""What the shapes of a flowchart are to a count; shared by every drawing that has boxes and arrows."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from counting.intake.caps import PARTS, Caps, refuse
from counting.intake.draft import Draft, IntakeError, Position, Proposal
from counting.intake.flow import Edge, Kind, Node, Standing, amount, counts_in_words, flow_of
from counting.intake.questions import ANSWERED_WHY, Finding, is_answered
from counting.intake.source import Source
from counting.intake.wordlist import words

EVENT_WHY = "A start, an end or something that happens is not an act."
NOTE_WHY = "A note on the drawing is not an act."
STORE_WHY = "A document or a data store is not an act."
LINK_WHY = "A connector to another place of the drawing is not an act."
FRAME_WHY = "A frame around other shapes; they are listed in its place."
JOIN_WHY = "A fork or join of branches is notation, not an act."
LOOSE_WHY = "A text beside the flow, joined to nothing."

_ENDS = re.compile(
    r"(?:the |process |workflow )?(?:start|begin|end|stop|finish|finished|done|exit|ende|anfang|beginn|fin|"
    r"début|debut|inicio|início|final|einde|terminate[ds]?|completed|closed)"
    r"(?:\s*(?:of|the|process|workflow|flow|here|point|event|state|\d))*[.!]?",
    re.IGNORECASE,
)
_ACTS = words(
    """accept activate add address adjust advise agree allocate analyse analyze announce answer append
    apply appoint appraise approve archive arrange ask assemble assess assign attach attend audit
    authorise authorize await back balance begin bill block book brief bring build buy calculate
    calibrate call cancel capture carry categorise categorize change charge check choose clarify
    classify clean clear close code collect communicate compare compile complete compose compute conduct
    configure confirm connect consolidate consult contact contract convert cook copy correct count
    create cut deactivate debit decide decline define delete deliver deploy describe design destroy
    detect determine develop diagnose discard discuss dispatch display dispose distribute document
    download draft draw drive drop edit email enable end enrich enter escalate establish estimate
    evaluate examine execute explain export extract fetch file fill filter finalise finalize find finish
    fix forward freeze gather generate get give grade grant group hand handle heat help hire hold
    identify implement import improve inform initialise initialize initiate insert inspect install
    integrate interview invite invoice isolate issue join keep label launch learn list load locate lock
    log look mail maintain make manage manufacture map mark match measure meet merge message mix monitor
    move negotiate notify observe obtain offer open order organise organize pack package pay perform
    pick place plan plot polish post prepare prescribe present press preview print prioritise prioritize
    process procure produce prove provide publish pull purchase push put quote raise rate read rebuild
    receive recommend reconcile record recover register reject release remind remove renew rent repair
    repeat replace reply report request research reserve reset resolve respond restart restore retrieve
    return review revise rework run save scan schedule score screen search select sell send set settle
    setup share ship show sign simulate sort specify split start stop store study submit subscribe
    suggest summarise summarize supply support switch take talk tell terminate test track train
    transcribe transfer translate transmit transport treat triage turn type unload unpack update upgrade
    upload use validate verify visit wait warn wash weigh welcome wrap write"""
)


# These begin a state or name a thing as often as they begin an act: alone they are no act.
_NOUNS_TOO = words(
    """address answer bill book budget cash change charge check contact contract copy design display
    document draft drive edit exchange file fill form grade grant group help hold invoice issue label
    list log look mail map mark match measure message monitor offer order package plan plot post press
    process purchase quote rate record release rent repair reply report request research reserve return
    review run schedule score screen sort stock store study support switch talk test track train
    transfer transport turn type update upgrade use visit wait wrap"""
)
_HAPPENS = words(
    "arrives comes is was has needs exists occurs happens starts ends begins expires fails arrived received"
)


_JUMP = re.compile(
    r"(?:go(?:es)? (?:back )?to|return to|back to|jump to|repeat from|continue (?:with|at))\s+"
    r"(?:step\s+)?(.{3,80})$",
    re.IGNORECASE,
)
_MOST_JUMPS = 100  # each is compared with every shape
_ARTICLES = words("the a an step")


class Form(StrEnum):
    """What the shape of an element says about it, before its words are read."""

    ACT = "act"
    QUESTION = "question"
    TERMINAL = "terminal"  # an oval: an event at either end of the flow, an act inside it
    EVENT = "event"
    JOIN = "join"
    STORE = "store"
    NOTE = "note"
    LINK = "link"
    FRAME = "frame"


@dataclass(frozen=True)
class Shape:
    """One shape with words; `text` is cleaned, "" for a shape without any."""

    id: str
    text: str
    original: str
    form: Form
    position: Position
    actor: str | None = None
    procedure: int = 0
    notes: tuple[str, ...] = ()


class _Ways:
    """Which shapes lead to which, and back."""

    def __init__(self, edges: Sequence[Edge]) -> None:
        self.into: dict[str, list[str]] = {}
        self.out: dict[str, list[str]] = {}
        for edge in edges:
            if edge.kind is Kind.FLOW:
                self.into.setdefault(edge.after, []).append(edge.before)
                self.out.setdefault(edge.before, []).append(edge.after)

    def joined(self, shape: str) -> bool:
        return bool(self.into.get(shape) or self.out.get(shape))

    def inside(self, shape: str) -> bool:
        return bool(self.into.get(shape) and self.out.get(shape))

    def branches(self, shape: str) -> bool:
        return len(set(self.out.get(shape, ()))) > 1


def _with_jumps(shapes: Sequence[Shape], edges: Sequence[Edge]) -> tuple[list[Shape], list[Edge]]:
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


def nodes_of(shapes: Sequence[Shape], edges: Sequence[Edge]) -> list[Node]:
    """The shapes as nodes of a flow, loose ones last."""
    ways = _Ways(edges)
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
    shapes, edges = _with_jumps(shapes, edges)
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


def _node(shape: Shape, by_id: dict[str, Shape], ways: _Ways, any_joined: bool) -> Node:
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


def _standing(shape: Shape, by_id: dict[str, Shape], ways: _Ways, any_joined: bool) -> tuple[Standing, str]:
    if not shape.text or not re.search(r"\w", shape.text):
        return Standing.SILENT, ""
    if _is_question(shape, ways):
        answered = is_answered(shape.text, _findings(shape, by_id, ways))
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


def _is_question(shape: Shape, ways: _Ways) -> bool:
    """A diamond, or another shape of the flow that asks and branches."""
    if shape.form is Form.QUESTION:
        return ways.branches(shape.id) or shape.text.endswith("?") or not acts(shape.text)
    asks = shape.form in (Form.ACT, Form.TERMINAL) and shape.text.endswith("?")
    return asks and ways.branches(shape.id)


def _is_event(shape: Shape, ways: _Ways) -> bool:
    if _ENDS.fullmatch(shape.text):
        return True
    return shape.form is Form.TERMINAL and not ways.inside(shape.id) and not acts(shape.text)


def through_frames(
    links: Sequence[tuple[str, str, str]], members: Mapping[str, Sequence[str]], caps: Caps
) -> list[tuple[str, str, str]]:
    """(before, after, label) between shapes: an arrow at a frame goes to where its flow begins, or ends.

    `members` are the shapes inside a frame, those of frames in it included.
    """
    entered = {after for _, after, _ in links}
    left = {before for before, _, _ in links}
    found: list[tuple[str, str, str]] = []
    for before, after, label in links:
        befores = _ends(members[before], left) if before in members else [before]
        afters = _ends(members[after], entered) if after in members else [after]
        if len(found) + len(befores) * len(afters) > caps.edges:
            words = f"The drawing has more than {caps.edges:,} arrows"
            raise refuse("edges", caps.edges, words, PARTS)
        found.extend((one, other, label) for one in befores for other in afters)
    return found


def _ends(members: Sequence[str], joined: set[str]) -> list[str]:
    return [shape for shape in members if shape not in joined] or list(members[:1])


def acts(text: str) -> bool:
    """True for words that begin like an act ("Send the offer"), not for a state ("Order received")."""
    if re.search(r"\b(?:\w{2,}ed|sent|paid|done|lost|made|met|built|held)[.!]?$", text):
        return False
    found = re.findall(r"[^\W\d_]+", text.lower())
    if not found or found[0] not in _ACTS:
        return False
    if found[0] in _NOUNS_TOO:
        return len(found) > 1 and found[1] not in _HAPPENS
    return True


def _findings(question: Shape, by_id: dict[str, Shape], ways: _Ways) -> list[Finding]:
    """What leads straight to a question: the nearest act on every way, or an event that answers nothing."""
    found: list[Finding] = []
    waiting = [(before, True, "") for before in ways.into.get(question.id, ())]
    seen: set[str] = {question.id}
    while waiting:
        place, direct, join = waiting.pop()
        if place in seen:
            continue
        seen.add(place)
        shape = by_id.get(place)
        if shape is not None and shape.text and shape.form in (Form.ACT, Form.STORE, Form.TERMINAL):
            found.append(Finding(shape.text, direct, join=join))
        elif shape is not None and shape.form is Form.EVENT:
            found.append(Finding("", direct, join=join))
        else:
            form = shape.form if shape is not None else Form.FRAME
            further = direct and form is not Form.QUESTION
            join = place if form is Form.JOIN and len(ways.into.get(place, ())) > 1 else join
            waiting.extend((before, further, join) for before in ways.into.get(place, ()))
    return found
