"""What a person has in hand: the run, the draft it came from, and every act that led here."""

from __future__ import annotations

from dataclasses import dataclass, field

from counting import Run
from counting.intake.draft import Draft

MAX_ACTS = 500  # how many acts undo can reach back; the oldest fall off


@dataclass(frozen=True)
class Work:
    """`draft` is None when the run was opened, reloaded or typed by hand."""

    run: Run
    draft: Draft | None = None


@dataclass(frozen=True)
class Act:
    """One act in words a person reads on the undo button, and the work after it."""

    words: str
    work: Work


@dataclass(frozen=True)
class History:
    """Acts in order; `at` is the one in force, everything after it can be redone."""

    acts: tuple[Act, ...] = field(default_factory=lambda: (Act("start", Work(Run(title=""))),))
    at: int = 0

    @property
    def work(self) -> Work:
        return self.acts[self.at].work

    @property
    def undoable(self) -> str | None:
        """The act an undo takes back, in words; None at the start."""
        return self.acts[self.at].words if self.at else None

    @property
    def redoable(self) -> str | None:
        return self.acts[self.at + 1].words if self.at + 1 < len(self.acts) else None

    def do(self, words: str, work: Work) -> History:
        """Add an act; what was undone before it is gone. Work that does not change is no act."""
        if work == self.work:
            return self
        acts = (*self.acts[: self.at + 1], Act(words, work))[-MAX_ACTS:]
        return History(acts, len(acts) - 1)

    def amend(self, work: Work) -> History:
        """The act in force with other work: what the record adds is no act of a person."""
        act = Act(self.acts[self.at].words, work)
        return History((*self.acts[: self.at], act, *self.acts[self.at + 1 :]), self.at)

    def undo(self) -> History:
        return History(self.acts, max(self.at - 1, 0))

    def redo(self) -> History:
        return History(self.acts, min(self.at + 1, len(self.acts) - 1))
