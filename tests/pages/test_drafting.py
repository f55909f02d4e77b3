"""From a draft to a run and back: procedures, skipped lines, proposed splits."""

from __future__ import annotations

from counting import Run, Step
from counting.intake.draft import Draft, Item, Position, Proposal
from pages.parts import drafting


def item(id: str, **fields: object) -> Item:
    return Item(id, f"text {id}", f"original {id}", Position(f"line {id}"), **fields)  # type: ignore[arg-type]


DRAFT = Draft(
    kind="list",
    understood="List: 4 steps.",
    title="File title",
    procedures=("Opening", "Closing"),
    items=(
        item("1", actor="Clerk", notes=("repeat from step 4",)),
        item("2", proposed=Proposal.SKIPPED, why="a heading", rule="R12"),
        item("3", proposed=Proposal.SPLIT, parts=("read", "send"), rule="R1"),
        item("4", procedure=1),
    ),
    edges=(("1", "3"), ("3", "4")),
)


def test_one_procedure_becomes_the_run_with_its_name_and_its_part_of_the_flow() -> None:
    assert drafting.run_of(DRAFT, 0, Run("")) == Run(
        "Opening",
        (
            Step("text 1", actor="Clerk", note="repeat from step 4", source="line 1", id="1"),
            Step("text 3", unsplit=True, source="line 3", id="3"),
        ),
        edges=(("1", "3"),),
    )


def test_all_procedures_keep_the_title_of_the_file_and_what_was_written_before_stays() -> None:
    run = drafting.run_of(DRAFT, drafting.ALL, Run("", trigger="a mail"))
    assert (run.title, run.trigger, [step.id for step in run.steps]) == (
        "File title",
        "a mail",
        ["1", "3", "4"],
    )
    assert drafting.run_of(DRAFT, drafting.ALL, Run("mine")).title == "mine"


def test_a_skipped_line_comes_back_at_its_place() -> None:
    run = drafting.run_of(DRAFT, drafting.ALL, Run(""))
    assert [each.id for each in drafting.left_out(DRAFT, run)] == ["2"]
    back = drafting.bring_back(DRAFT, run, "2")
    assert [step.id for step in back.steps] == ["1", "2", "3", "4"]
    assert drafting.left_out(DRAFT, back) == ()
    assert set(back.edges or ()) == {("1", "2"), ("2", "3"), ("3", "4")}


def test_proposed_splits_are_open_until_somebody_decides() -> None:
    run = drafting.run_of(DRAFT, drafting.ALL, Run(""))
    assert [each.id for each in drafting.splits(DRAFT, run)] == ["3"]
    accepted = drafting.accept_splits(DRAFT, run)
    assert [step.text for step in accepted.steps] == ["text 1", "read", "send", "text 4"]
    assert drafting.splits(DRAFT, accepted) == ()


def test_a_run_without_a_draft_has_nothing_left_out() -> None:
    assert drafting.left_out(None, Run("")) == ()
    assert drafting.splits(None, Run("")) == ()
    assert drafting.item_of(None, "1") is None


def test_a_branch_question_carries_its_proposed_decision_into_the_run() -> None:
    asked = drafting.step_of(item("5", decision=True, notes=("when stock is low",)))
    assert asked.note == "when stock is low; asks for a choice: DECISION is proposed"
