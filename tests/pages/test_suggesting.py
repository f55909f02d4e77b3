"""Suggestions on the screen: shown, never applied by themselves, accepted and taken back in one act."""

from __future__ import annotations

from counting import Run, Tag
from tests.pages.conftest import Workbench, healthy, pasted, press, words

TEXT = """1. Clerk copies the invoice number into the ledger
2. Clerk drafts a reply to the complaint
3. Manager approves the payment
4. Clerk files the paid invoice in the folder
"""


def run_of(app: object) -> Run:
    return app.session_state["history"].work.run  # type: ignore[attr-defined]


def test_every_step_gets_a_suggestion_with_its_rule_and_none_is_applied(workbench: Workbench) -> None:
    app = press(pasted(workbench(), TEXT), "onward")
    run = run_of(app)
    assert [step.tag for step in run.steps] == [None] * 4
    assert all(step.suggestion and step.suggestion.rule for step in run.steps)
    assert "The record suggests" in words(app)


def test_accepting_the_sure_ones_sets_as_many_as_it_says_and_one_undo_takes_all_back(
    workbench: Workbench,
) -> None:
    app = press(pasted(workbench(), TEXT), "onward")
    sure = [step for step in run_of(app).steps if step.suggestion.sure and step.suggestion.tag]  # type: ignore[union-attr]
    assert sure, "the record is sure of none of these plain steps"
    assert app.button(key="accept_sure").label == f"Accept the sure ones ({len(sure)})"
    press(app, "accept_sure")
    tagged = {step.id: step.tag for step in run_of(app).steps if step.tag}
    assert tagged == {step.id: step.suggestion.tag for step in sure}  # type: ignore[union-attr]
    press(app, "undo")
    assert [step.tag for step in run_of(app).steps] == [None] * 4


def test_after_accepting_the_first_step_still_open_is_in_focus(workbench: Workbench) -> None:
    unread = "5. Sachbearbeiter prüft den Rechnungseingang im Warenwirtschaftssystem\n"
    app = press(pasted(workbench(), TEXT + unread), "onward", "accept_sure")
    first_open = next(step.id for step in run_of(app).steps if step.tag is None)
    assert app.session_state["chosen_step"] == first_open


def test_another_tag_than_a_sure_one_asks_why_and_keeps_both(workbench: Workbench) -> None:
    app = press(pasted(workbench(), TEXT), "onward")
    step = next(step for step in run_of(app).steps if step.suggestion.sure and step.suggestion.tag)  # type: ignore[union-attr]
    press(app, f"tag_{step.id}")
    other = Tag.AI if step.suggestion.tag is not Tag.AI else Tag.TYPING  # type: ignore[union-attr]
    press(app, f"tag_{other}")
    healthy(app.text_input(key=f"why_{step.id}").set_value("we do it otherwise").run())
    kept = next(each for each in run_of(app).steps if each.id == step.id)
    assert (kept.tag, kept.override_why, kept.suggestion) == (other, "we do it otherwise", step.suggestion)


def test_without_a_record_tagging_still_works(unpublished: Workbench) -> None:
    app = press(pasted(unpublished(), TEXT), "onward")
    assert "The record suggests no tags just now" in words(app)
    press(app, "tag_TYPING")
    assert run_of(app).steps[0].tag is Tag.TYPING


def test_no_warning_alone_does_not_reassure_before_an_outward_step_is_marked(workbench: Workbench) -> None:
    text = "1. Clerk reads the complaint\n2. Clerk drafts the reply\n3. Clerk sends the reply\n"
    app = press(pasted(workbench(), text), "onward", "tag_AI", "tag_AI", "tag_AI", "onward", "onward")
    assert "0, but nothing was checked: no step is marked as reaching the outside." in words(app)
