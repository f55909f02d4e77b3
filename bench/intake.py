"""How well intake reads the shared files: `python -m bench.intake` prints the numbers per file."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

from counting.intake.draft import IntakeError, Item, Proposal
from counting.intake.read import read_run

ROOT = Path(__file__).resolve().parent.parent
CASES = ROOT.parent / "shared" / "cases" / "intake"
GOLD = ROOT / "tests" / "counting" / "intake" / "gold"


def flows() -> None:
    """Models, drawings and automations: steps and decisions by element, order by the flow."""
    print(f"{'file':58} {'steps':>5} {'prec':>5} {'rec':>5} {'F1':>5}  decisions  seconds")
    gold = json.loads((GOLD / "flows.json").read_text())
    scores: list[float] = []
    for name, expected in gold.items():
        began = time.perf_counter()
        draft = read_run((CASES / name).read_bytes(), name)
        seconds = time.perf_counter() - began
        kept = [item for item in draft.items if item.proposed is not Proposal.SKIPPED]
        found = [_key(item, expected["by"]) for item in kept]
        wanted = [*expected["steps"], *expected["decisions"]]
        right = sum(min(found.count(key), wanted.count(key)) for key in set(wanted))
        precision, recall = right / len(found), right / len(wanted)
        scores.append(2 * right / (len(found) + len(wanted)))
        decided = {_key(item, expected["by"]) for item in kept if item.decision}
        same = "same" if decided == set(expected["decisions"]) else "differ"
        numbers = f"{len(found):5} {precision:5.2f} {recall:5.2f} {scores[-1]:5.2f}"
        print(f"{name[:58]:58} {numbers}  {same:9}  {seconds:.2f}")
    print(f"{len(scores)} files, mean F1 {sum(scores) / len(scores):.3f}, worst {min(scores):.2f}\n")


def everything() -> None:
    """Every shared file: what was understood, or the sentence of the refusal."""
    for path in sorted(CASES.iterdir()):
        try:
            said = read_run(path.read_bytes(), path.name).understood
        except IntakeError as error:
            said = f"refused: {error}"
        print(f"{path.name[:48]:48} {said[:150]}")


def _key(item: Item, by: str) -> str:
    return item.id if by == "id" else " ".join(item.text.lower().split()[:3])


if __name__ == "__main__":
    if not CASES.is_dir():
        sys.exit(f"The shared cases are not beside this checkout ({CASES}).")
    flows()
    everything()
