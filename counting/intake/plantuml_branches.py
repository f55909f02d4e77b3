"""Where the flow of an activity diagram stands: open ends, and the branches and loops it is inside of."""

from __future__ import annotations

from dataclasses import dataclass, field

from counting.intake.flow import Edge

End = tuple[str, str]  # an element the flow leaves, and what it says on leaving
OTHERWISE = "otherwise"


@dataclass
class _Block:
    """An open if, switch, while, repeat or fork: where it began and the ends collected so far."""

    kind: str
    start: str
    ends: list[End] = field(default_factory=list)
    has_else: bool = False
    branches: int = 0
    breaks: list[End] = field(default_factory=list)
    backward: str = ""


class Branches:
    """Joins elements, named by their ids, in the order a diagram tells them; `edges` is the result.

    A statement that closes what was never opened changes nothing.
    """

    def __init__(self) -> None:
        self.edges: list[Edge] = []
        self._open: list[End] = []
        self._blocks: list[_Block] = []

    def then(self, element: str) -> None:
        """The flow goes on with this element."""
        self.edges.extend(Edge(before, element, label) for before, label in self._open)
        self._open = [(element, "")]

    def stop(self) -> None:
        """The flow ends here; what follows is reached another way or not at all."""
        self._open = []

    def say(self, label: str) -> None:
        """The arrows to what comes next carry words of their own."""
        self._open = [(place, said or label) for place, said in self._open]

    def choose(self, question: str, kind: str, label: str) -> None:
        """An if, switch or while: `question` is asked, its first branch begins."""
        self.then(question)
        self._blocks.append(_Block(kind, question))
        self._open = [(question, label)]

    def choose_again(self, question: str, refused: str, label: str) -> bool:
        """An elseif: reached when the question before was answered with `refused`."""
        if not self._blocks:
            return False
        block = self._blocks[-1]
        block.ends.extend(self._open)
        self._open = [(block.start, refused or OTHERWISE)]
        self.then(question)
        block.start = question
        self._open = [(question, label)]
        return True

    def branch(self, label: str, *, is_else: bool = False) -> bool:
        """The next branch of the open question: a case, or the else."""
        if not self._blocks:
            return False
        block = self._blocks[-1]
        if block.kind != "switch" or block.branches:
            block.ends.extend(self._open)
        block.branches += 1
        block.has_else |= is_else
        self._open = [(block.start, label)]
        return True

    def close_branches(self) -> None:
        """An endif or endswitch: all branches go on together, past an if without else too."""
        if self._blocks:
            block = self._blocks.pop()
            if block.kind == "if" and not block.has_else:
                block.ends.append((block.start, OTHERWISE))
            self._open = [*block.ends, *self._open]

    def close_while(self, label: str) -> None:
        if self._blocks and self._blocks[-1].kind == "while":
            block = self._blocks.pop()
            if block.backward:
                self.then(block.backward)
            self.then(block.start)
            self._open = [(block.start, label), *block.breaks]

    def begin(self, kind: str, element: str) -> None:
        """A repeat or fork begins at an element without words."""
        self.then(element)
        self._blocks.append(_Block(kind, element))

    def close_repeat(self, question: str, again: str, done: str) -> None:
        if self._blocks and self._blocks[-1].kind == "repeat":
            block = self._blocks.pop()
            self.then(question)
            if block.backward:
                self.edges.append(Edge(question, block.backward, again))
                self.edges.append(Edge(block.backward, block.start))
            else:
                self.edges.append(Edge(question, block.start, again))
            self._open = [(question, done), *block.breaks]

    def backward(self, element: str) -> bool:
        """The act on the way back of the open loop."""
        if self._blocks:
            self._blocks[-1].backward = element
        return bool(self._blocks)

    def fork_again(self) -> None:
        if self._blocks:
            self._blocks[-1].ends.extend(self._open)
            self._open = [(self._blocks[-1].start, "")]

    def join(self, element: str) -> None:
        if self._blocks and self._blocks[-1].kind == "fork":
            self._open = [*self._blocks.pop().ends, *self._open]
            self.then(element)

    def leave_loop(self) -> None:
        """A break: on behind the innermost loop."""
        for block in reversed(self._blocks):
            if block.kind in ("while", "repeat"):
                block.breaks.extend(self._open)
                break
        self._open = []
