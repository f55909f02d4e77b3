"""What is worked out of a run is worked out once: again only for another run."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from counting import Run
from pages.parts import session
from pages.parts.session import Key

T = TypeVar("T")


def once(name: str, run: Run, make: Callable[[Run], T]) -> T:
    """`make(run)`, remembered in this session under `name` for as long as `run` is the same object."""
    held: tuple[Run, T] | None = session.get(Key.MADE).get(name)
    if held is not None and held[0] is run:
        return held[1]
    made = make(run)
    session.put(Key.MADE, session.get(Key.MADE) | {name: (run, made)})
    return made
