"""How well text-like files are read, against gold of our own: acts of prose, lines of procedures.

Run: python -m bench.intake_text [--all]. `--all` lists what was missed and what was proposed too much.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from scipy.optimize import linear_sum_assignment

from counting import read_run
from counting.intake.draft import Draft, Item, Proposal

ROOT = Path(__file__).resolve().parent.parent
GOLD = ROOT / "tests" / "counting" / "intake" / "gold"
SHARED = ROOT.parent / "shared" / "cases" / "intake"
# A proposed act is the gold act when it holds its verb and most of its other words.
_SHARE = 0.6
_IRREGULAR = {
    "taken": "take", "sent": "send", "drawn": "draw", "held": "hold", "kept": "keep", "left": "leave",
    "sold": "sell", "brought": "bring", "paid": "pay", "goes": "go", "written": "write", "made": "make",
}  # fmt: skip


@dataclass
class Score:
    """Counts of one file or of many: found of the gold, right of the proposed."""

    wanted: int = 0
    found: int = 0
    proposed: int = 0
    right: int = 0
    actors: int = 0
    named: int = 0
    missed: list[str] = field(default_factory=list)
    extra: list[str] = field(default_factory=list)

    @property
    def recall(self) -> float:
        return self.found / self.wanted if self.wanted else 1.0

    @property
    def precision(self) -> float:
        return self.right / self.proposed if self.proposed else 1.0

    @property
    def f1(self) -> float:
        total = self.recall + self.precision
        return 2 * self.recall * self.precision / total if total else 0.0

    def add(self, other: Score) -> None:
        for name in ("wanted", "found", "proposed", "right", "actors", "named"):
            setattr(self, name, getattr(self, name) + getattr(other, name))


def prose(path: Path) -> Score:
    """The acts of one narrative text against its gold."""
    text, _, gold_text = path.read_text(encoding="utf-8").partition("\n---\n")
    gold = [tuple(part.strip() for part in line.split("|")) for line in gold_text.strip().split("\n")]
    acts = list(_acts(read_run(text.encode(), path.name)))
    matrix = np.zeros((len(gold), len(acts)))
    for row, (_, words) in enumerate(gold):
        for column, (_, said, _) in enumerate(acts):
            matrix[row, column] = _alike(words, said)
    rows, columns = linear_sum_assignment(-matrix)
    hits = {row: column for row, column in zip(rows, columns, strict=True) if matrix[row, column] > 0}
    score = Score(proposed=len(acts), right=len(hits))
    for row, (actor, words) in enumerate(gold):
        if not words.endswith("?"):
            score.wanted += 1
            score.found += row in hits
            if row not in hits:
                score.missed.append(words)
        if row in hits and actor:
            score.named += 1
            score.actors += actor.split()[-1].lower()[:5] in (acts[hits[row]][0] or "").lower()
    score.extra = [said for column, (_, said, _) in enumerate(acts) if column not in hits.values()]
    return score


def lines(path: Path) -> Score:
    """The lines of one procedure that are kept against those a careful person keeps."""
    wanted, optional = set(), set()
    for row in path.read_text(encoding="utf-8").strip().split("\n"):
        place = row.split("\t")[0]
        (optional if place.startswith("?") else wanted).add(place.lstrip("?"))
    name = path.name.removesuffix(".tsv")
    draft = read_run((SHARED / name).read_bytes(), name)
    kept = {_place(item) for item in draft.items if item.proposed is not Proposal.SKIPPED} - optional
    score = Score(len(wanted), len(wanted & kept), len(kept), len(wanted & kept))
    score.missed = sorted(wanted - kept, key=_natural)
    score.extra = sorted(kept - wanted, key=_natural)
    return score


def _acts(draft: Draft) -> Iterator[tuple[str | None, str, str]]:
    for item in draft.items:
        if item.proposed is not Proposal.SKIPPED:
            for said in item.parts or (item.text,):
                yield item.actor, said, item.original


def _alike(gold: str, said: str) -> float:
    best = 0.0
    have = _stems(said)
    order = [_stem(word) for word in re.findall(r"[A-Za-z-]+", said)]
    for choice in gold.rstrip(" ?").split("/"):
        wanted = _stems(choice)
        share = len(wanted & have) / len(wanted) if wanted else 0.0
        if share >= _SHARE:
            places = [order.index(stem) for stem in wanted & have if stem in order]
            best = max(
                best, share + (0.2 if places and min(places) < len(order) / 2 else 0.0) - len(have) / 1000
            )
    return best


def _stems(text: str) -> set[str]:
    return {_stem(word) for word in re.findall(r"[A-Za-z][A-Za-z-]*", text)}


def _stem(word: str) -> str:
    word = _IRREGULAR.get(word.lower(), word.lower())
    for ending in ("ing", "ed", "es", "s", "e"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word[: -len(ending)]
            break
    if len(word) > 3 and word[-1] == word[-2]:
        word = word[:-1]
    return word[:-1] + "i" if word.endswith("y") else word


def _place(item: Item) -> str:
    cell = re.search(r"cell \w+$|paragraph \d+$", item.position.words)
    return cell[0] if cell else str(item.position.line)


def _natural(place: str) -> tuple[int, str]:
    number = re.search(r"\d+", place)
    return int(number[0]) if number else 0, place


def main() -> None:
    """Print the numbers of every gold file and of each group together."""
    everything = "--all" in sys.argv
    for title, paths, measure in (
        ("prose, looked at while developing", sorted((GOLD / "prose").glob("dev_*.txt")), prose),
        ("prose, held out", sorted((GOLD / "prose").glob("held_*.txt")), prose),
        ("lines of the shared files", sorted((GOLD / "lines").glob("*.tsv")), lines),
    ):
        total = Score()
        print(f"\n{title}")
        for path in paths:
            if measure is lines and not SHARED.is_dir():
                print(f"  {path.name}: the shared files are not beside this checkout")
                continue
            score = measure(path)
            total.add(score)
            print(f"  {path.name[:48]:48} {_numbers(score)}")
            if everything:
                for missed in score.missed:
                    print(f"      missed  {missed}")
                for extra in score.extra:
                    print(f"      extra   {extra[:110]}")
        print(f"  {'together':48} {_numbers(total)}")


def _numbers(score: Score) -> str:
    said = f"recall {score.recall:.2f} ({score.found}/{score.wanted})  precision {score.precision:.2f} "
    said += f"({score.right}/{score.proposed})  F1 {score.f1:.2f}"
    return said + (f"  actors {score.actors}/{score.named}" if score.named else "")


if __name__ == "__main__":
    main()
