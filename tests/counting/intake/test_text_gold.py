"""The bars of the intake issue, measured on the gold written for this project."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.intake_text import GOLD, Score, lines, prose


@pytest.mark.parametrize("group", ["dev", "held"])
def test_acts_of_prose_reach_the_bar(group: str) -> None:
    total = Score()
    for path in sorted((GOLD / "prose").glob(f"{group}_*.txt")):
        total.add(prose(path))
    assert total.wanted > 100
    assert (total.recall >= 0.85, total.precision >= 0.80) == (True, True), (total.recall, total.precision)


def test_actors_of_prose_are_mostly_right() -> None:
    total = Score()
    for path in sorted((GOLD / "prose").glob("*.txt")):
        total.add(prose(path))
    assert total.actors / total.named >= 0.85


def test_lines_of_the_shared_procedures_reach_the_bar(cases: Path) -> None:
    found = {path.name: lines(path).f1 for path in sorted((GOLD / "lines").glob("*.tsv"))}
    assert len(found) == 9
    assert {name: round(f1, 2) for name, f1 in found.items() if f1 < 0.85} == {}
