"""The worked counts out of a corpus folder: counted here; withdrawn and unready ones stay away."""

from __future__ import annotations

from pathlib import Path

import pytest

from counting import Reason, Run, RunError, Step, Tag, tally
from counting.report import Example
from counting.worked import examples_in, run_of_table

BODY = """# Worked count

## Steps

| # | Step | Actor | Tag | Reason or rule | Gate | Outward |
|---|---|---|---|---|---|---|
| 1 | Read the order | Clerk | AI | R6 | | |
| 2 | Approve it | Lead | DECISION | accountability (R3) | gate | |
| 3 | Send it | | TYPING | R8 | gate | outward |

## What it teaches
| 4 | not a step | | AI | | | |
"""
RUN = Run(
    "An order",
    (
        Step("Read the order", actor="Clerk", tag=Tag.AI, rule="R6"),
        Step("Approve it", actor="Lead", tag=Tag.DECISION, reason=Reason.ACCOUNTABILITY, rule="R3"),
        Step("Send it", tag=Tag.TYPING, rule="R8", gate=True, outward=True),
    ),
)


def written(
    corpus: Path, name: str, title: str, order: int, status: str = "stable", body: str = BODY
) -> None:
    folder = corpus / "documents" / "counts"
    folder.mkdir(parents=True, exist_ok=True)
    front = f'---\ntype: count\ntitle: "{title}"\nstatus: {status}\nrecord:\n  order: {order}\n---\n'
    (folder / f"{name}.md").write_text(front + body, encoding="utf-8")


def test_the_table_under_steps_becomes_a_run_and_nothing_else_does() -> None:
    assert run_of_table("An order", BODY) == RUN


def test_stable_counts_come_in_reading_order_and_withdrawn_or_draft_ones_do_not(tmp_path: Path) -> None:
    written(tmp_path, "a-second", "Worked count: an order", 20)
    written(tmp_path, "b-first", "Worked count: another", 10)
    written(tmp_path, "c-draft", "Worked count: a draft", 5, status="draft")
    written(tmp_path, "d-gone", "Worked count: withdrawn", 1)
    written(tmp_path, "e-back", "Worked count: withdrawn and back", 30)
    (tmp_path / "takedowns.yaml").write_text(
        "takedowns:\n"
        "  - {act: add, document: documents/counts/d-gone}\n"
        "  - {act: add, document: documents/counts/e-back}\n"
        "  - {act: revoke, document: documents/counts/e-back}\n"
    )
    titles = ("Another", "An order", "Withdrawn and back")
    assert examples_in(tmp_path) == tuple(Example(title, tally(RUN)) for title in titles)


def test_a_folder_without_counts_gives_none(tmp_path: Path) -> None:
    assert examples_in(tmp_path / "nowhere") == ()


def test_a_table_that_is_no_table_of_steps_is_named(tmp_path: Path) -> None:
    written(tmp_path, "odd", "Worked count: odd", 1, body="\n## Steps\n| 1 | only | three |\n")
    with pytest.raises(RunError, match=r"^The steps in odd\.md cannot be read\. Check the table\.$"):
        examples_in(tmp_path)
