"""What intake hands over: a draft a person corrects before it becomes a run."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class IntakeError(ValueError):
    """The file cannot be read as a workflow. The message says what was found, what is missing, what to do."""


class Proposal(StrEnum):
    """What intake proposes for one item of the source."""

    STEP = "step"
    SKIPPED = "skipped"
    SPLIT = "split"


@dataclass(frozen=True)
class Position:
    """Where an item came from.

    `words` says it to a person ("line 12", "sheet Tasks, cell B4", "page 2", "element Task_1"). `start` and
    `end` are character offsets into `Draft.source`, end excluded; None where the source is not shown as text.
    `line` counts from 1 where the source has lines.
    """

    words: str
    start: int | None = None
    end: int | None = None
    line: int | None = None


@dataclass(frozen=True)
class Item:
    """One line, cell, sentence or element of the source, in flow order.

    `text` is the cleaned act, `original` the words as they stood. `actor` None is honestly unknown.
    `why` gives the reason of a skip or a split; `rule` names it (R12, R1). `parts` are the proposed steps of
    a split. `decision`: the item asks for a choice, so DECISION is proposed. `procedure` indexes
    `Draft.procedures`. `notes` holds flow remarks ("repeat from step 4").
    """

    id: str
    text: str
    original: str
    position: Position
    proposed: Proposal = Proposal.STEP
    actor: str | None = None
    why: str = ""
    rule: str | None = None
    parts: tuple[str, ...] = ()
    decision: bool = False
    procedure: int = 0
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Draft:
    """A source read into items.

    `kind` names the format to a person ("BPMN model"), `understood` is the one sentence about what was found.
    `procedures` are the names of the procedures in the file (at least one). `edges` are (item id, item id)
    pairs between items proposed as steps, None where the source has no flow of its own. `source` is the
    decoded text to show beside the steps, None where there is none to show. `notes` are honest remarks (an
    encoding that was guessed, a language read by sentences only).
    """

    kind: str
    understood: str
    items: tuple[Item, ...]
    procedures: tuple[str, ...] = ("",)
    title: str = ""
    edges: tuple[tuple[str, str], ...] | None = None
    source: str | None = None
    notes: tuple[str, ...] = ()
