"""Does a report file still say what it said when it was written?"""

from __future__ import annotations

from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum
from itertools import zip_longest

from counting.intake.draft import IntakeError
from counting.report.fingerprint import fingerprint
from counting.report.rebuild import rebuild, stated_fingerprint, stated_layout
from counting.report.sections import LAYOUT
from counting.report.seen import Row, Seen, see
from counting.report.write import FORMATS
from counting.runfile import NewerVersion
from counting.steps import RunError

MAX_CHANGES = 20  # differing rows that are named; more are counted
_MOST_COMPARED = 3_000  # rows between the first and the last difference that are matched up one by one
_DATA = "fingerprint of the data"
NO_SIGNATURE = (
    "A fingerprint shows changes but is no signature: compare it with the fingerprint you were given, "
    "because whoever writes a whole new report gives it a fingerprint of its own."
)


class Kind(StrEnum):
    """What the check found."""

    MATCHES = "matches"
    CHANGED = "changed"
    NOT_A_REPORT = "not a report"
    NEWER = "newer version"
    OTHER_LAYOUT = "another version"
    UNREADABLE = "unreadable"


@dataclass(frozen=True)
class Change:
    """One row that differs. `expected` is "" for a row that was added, `found` is "" for one that is gone."""

    where: str
    expected: str
    found: str

    @property
    def words(self) -> str:
        if not self.expected:
            return f"{self.where}: added: {_short(self.found)}"
        if not self.found:
            return f"{self.where}: missing: {_short(self.expected)}"
        return f"{self.where}: should be {_short(self.expected)}, is {_short(self.found)}"


@dataclass(frozen=True)
class Verdict:
    """`words` says it all to a person. `fingerprint` is computed anew from the file's own data.

    `changes` holds the first MAX_CHANGES rows that differ.
    """

    kind: Kind
    words: str
    format: str | None = None
    fingerprint: str | None = None
    changes: tuple[Change, ...] = ()

    @property
    def data_changed(self) -> bool:
        """Whether the data no longer gives the fingerprint that stands beside it."""
        return any(change.where == _DATA for change in self.changes)


def check(data: bytes, name: str = "") -> Verdict:
    """Compare what the file shows with what its own data gives. Any bytes give a verdict, never an error."""
    called = name or "This file"
    try:
        seen = see(data)
        if seen.content is None:
            return Verdict(Kind.NOT_A_REPORT, f"{called} is not a report of this workbench: {_WHY_NOT}")
        return _compared(called, data, seen)
    except NewerVersion as error:
        return Verdict(Kind.NEWER, f"{called}: {error}")
    except (IntakeError, RunError) as error:
        return Verdict(Kind.UNREADABLE, f"{called} cannot be checked. {error}")


_WHY_NOT = (
    "it carries no report data. Some programs drop that data when they save or print a file; "
    "check the file as it was downloaded."
)


def _compared(called: str, data: bytes, seen: Seen) -> Verdict:
    report = rebuild(seen.content)
    mark = fingerprint(report)
    layout, stated = stated_layout(seen.content), stated_fingerprint(seen.content)
    if layout != LAYOUT:
        words = _other_layout(called, layout, stated, mark)
        return Verdict(Kind.OTHER_LAYOUT, words, seen.format, mark)
    again = FORMATS[seen.format].write(report)
    changes = () if again == data else _changes(see(again).rows, seen.rows)
    if stated != mark:
        changes = (Change(_DATA, mark, stated or "none"), *changes)
    if not changes:
        words = f"{called} still matches: everything in it is what its data gives. Fingerprint {mark}."
        return Verdict(Kind.MATCHES, f"{words} {NO_SIGNATURE}", seen.format, mark)
    place = "1 place differs" if len(changes) == 1 else f"{len(changes)} places differ"
    named = "; ".join(change.words for change in changes[:3])
    words = f"{called} was changed after it was written: {place} from what its data gives. {named}"
    return Verdict(Kind.CHANGED, words, seen.format, mark, changes[:MAX_CHANGES])


def _other_layout(called: str, layout: int | None, stated: str | None, mark: str) -> str:
    """What can still be said of a report whose words and order this version does not write."""
    version = "does not say which" if layout is None else f"number {layout}"
    made = f"{called} was made by another version of the report ({version}; this one writes number {LAYOUT})"
    held = (
        f"Its data's fingerprint matches: {mark}."
        if stated == mark
        else f"Its data's fingerprint does not match: it says {_short(stated or 'none')}, "
        f"its data counted here gives {mark}."
    )
    return f"{made}, so what it shows cannot be compared with its data. {held} {NO_SIGNATURE}"


def _changes(expected: tuple[Row, ...], found: tuple[Row, ...]) -> tuple[Change, ...]:
    """The rows that differ, matched up in order."""
    start, end = _same_ends(expected, found)
    expected, found = expected[start : len(expected) - end], found[start : len(found) - end]
    if max(len(expected), len(found)) > _MOST_COMPARED:
        return tuple(_change(*pair) for pair in zip_longest(expected[:MAX_CHANGES], found[:MAX_CHANGES]))
    matcher = SequenceMatcher(None, [r.text for r in expected], [r.text for r in found], autojunk=False)
    return tuple(
        _change(*pair)
        for kind, i1, i2, j1, j2 in matcher.get_opcodes()
        if kind != "equal"
        for pair in zip_longest(expected[i1:i2], found[j1:j2])
    )


def _same_ends(one: tuple[Row, ...], other: tuple[Row, ...]) -> tuple[int, int]:
    """How many rows are the same at the start and, after those, at the end."""
    most = min(len(one), len(other))
    start = next((n for n in range(most) if one[n].text != other[n].text), most)
    rest = most - start
    end = next((n for n in range(rest) if one[-1 - n].text != other[-1 - n].text), rest)
    return start, end


def _change(expected: Row | None, found: Row | None) -> Change:
    row = found or expected
    return Change(row.where if row else "", expected.text if expected else "", found.text if found else "")


def _short(text: str) -> str:
    return f'"{text}"' if len(text) <= 120 else f'"{text[:119]}…"'
