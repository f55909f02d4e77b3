"""The walkthrough beside a step: one question of the method at a time, with its rule and its passage."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from counting import Rule, Step, Tag
from pages.parts import acts, edits, inhand, passages, session, walk
from pages.parts.session import Key, Stage


def show_questions(step: Step) -> None:
    with st.expander("Not sure? Answer the method's questions in order", icon=":material/quiz:"):
        position = session.get(Key.WALK).get(step.id, 0)
        rule = walk.rule_at(position)
        st.caption(f"Question {position + 1} of {len(walk.ORDER)}. The first yes names the tag.")
        st.markdown(f"**{rule.id} {rule.name}.** {rule.question}")
        if rule.id == "R14":
            _ask_doubt(step)
        else:
            _ask_yes_no(step, rule, position)
        passages.show_rule(rule, key=f"walk_{rule.id}")


def _ask_yes_no(step: Step, rule: Rule, position: int) -> None:
    with st.container(horizontal=True):
        st.button(walk.leads_to(rule), key="walk_yes", type="primary", on_click=_yes, args=(step, rule))
        st.button("No: next question", key="walk_no", on_click=_to, args=(step, position + 1))
        if position:
            st.button("Back", key="walk_back", on_click=_to, args=(step, position - 1))
    if rule.id == "R12":
        st.caption("A yes takes the line out of the run; Undo brings it back.")
    if rule.id == "R1":
        st.caption("A yes opens the step in Check steps, where it can be split.")


def _ask_doubt(step: Step) -> None:
    for number, doubt in enumerate(walk.DOUBTS):
        st.markdown(f"{doubt.between}? {doubt.question}")
        with st.container(horizontal=True):
            for answer, tag in (("Yes", doubt.yes), ("No", doubt.no)):
                st.button(f"{answer}: {tag}", key=f"doubt_{number}_{answer}", on_click=_tag(step, tag, "R14"))
    with st.container(horizontal=True):
        st.button(
            "Still in doubt: DECISION",
            key="doubt_still",
            type="primary",
            on_click=_tag(step, Tag.DECISION, "R14"),
        )
        st.button("Start the questions again", key="walk_again", on_click=_to, args=(step, 0))


def _tag(step: Step, tag: Tag, rule_id: str) -> Callable[[], None]:
    return lambda: acts.tag_step(step.id, tag, walk.REASONS.get(rule_id), rule_id)


def _to(step: Step, position: int) -> None:
    session.put(Key.WALK, session.get(Key.WALK) | {step.id: position})


def _yes(step: Step, rule: Rule) -> None:
    match rule.id:
        case "R12":
            steps = session.run().steps
            index = edits.place(session.run(), step.id)
            inhand.do("take out a line that is no step", lambda run: edits.delete(run, (step.id,)))
            session.choose(steps[min(index + 1, len(steps) - 1)].id)
        case "R1":
            session.choose(step.id)
            session.go(Stage.STEPS)
        case _ if rule.yes:
            _tag(step, rule.yes, rule.id)()
