"""Lines that only name work ("Backup", "Contract review"): steps where a file holds nothing better."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from counting.intake.draft import Item, Proposal

NOTE = "No line says an act: the names of work are proposed as steps. Say in each what is done, and by whom."
_LONGEST_WORDS = 7
_LONGEST_CHARS = 100
_FEWEST = 2
_WORK = re.compile(
    r"(?:\w{3,}(?:tion|sion|ment|ing|ance|ence|sis|ization|isation|ierung|ung|age|ção|ción|zione|ering)|"
    r"\b(?:approvals?|reviews?|audits?|tests?|checks?|releases?|orders?|payments?|delivery|deliveries|"
    r"backups?|plans?|"
    r"set-?ups?|follow-?ups?|kick-?offs?|hand-?overs?|hand-?offs?|sign-?offs?|reports?|design|intake|closure|"
    r"renewals?|"
    r"requests?|updates?|upgrades?|transfers?|uploads?|exports?|imports?|calls?|interviews?|visits?|surveys?|"
    r"disposal|recovery|restore|rollback|fall-?back|purchase|sales?|search|analysis|survey|trial|repairs?|"
    r"start-?up|shut-?down))\b",
    re.IGNORECASE,
)


def with_named_work(items: Sequence[Item], skipped_for: frozenset[str]) -> tuple[Item, ...] | None:
    """The items with the names of work as steps; None when too few lines name any.

    `skipped_for` are the reasons of lines that may be such names.
    """
    places = [
        place for place, item in enumerate(items) if place and item.why in skipped_for and _short(item.text)
    ]
    working = [place for place in places if _WORK.search(items[place].text)]
    if len(working) < _FEWEST or 2 * len(working) < len(places):
        return None
    chosen = set(places)
    return tuple(
        replace(item, proposed=Proposal.STEP, why="", rule=None) if place in chosen else item
        for place, item in enumerate(items)
    )


def _short(text: str) -> bool:
    return (
        len(text) <= _LONGEST_CHARS
        and 0 < len(text.split()) <= _LONGEST_WORDS
        and not text.rstrip().endswith((":", "?"))
    )
