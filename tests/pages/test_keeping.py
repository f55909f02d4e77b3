"""Where a count is kept: links, copies, deletion, a deployment that keeps none, a text that is too long."""

from __future__ import annotations

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from counting import Run, Tag
from counting.intake.draft import Draft, Item, Position, Proposal
from pages.parts import saving
from pages.parts.session import Stage
from pages.parts.work import Work
from tests.pages.conftest import APP, WAIT_SECONDS, Workbench, healthy, pasted, press, words

TEXT = "1. Clerk reads the complaint mail\n2. Clerk looks up the order\n3. Clerk sends the reply\n"


def run_of(app: AppTest) -> Run:
    run: Run = app.session_state["history"].work.run
    return run


def key_in(app: AppTest) -> str:
    return str(app.query_params["count"]).removeprefix("['").removesuffix("']")


def visited(key: str) -> AppTest:
    app = AppTest.from_file(APP, default_timeout=WAIT_SECONDS)
    app.query_params["count"] = key
    return app.run()


def shared(app: AppTest) -> str:
    press(app, "share")
    return str(app.session_state["share_link"][1])


def test_a_shared_link_shows_the_count_and_changes_nothing(workbench: Workbench) -> None:
    app = press(pasted(workbench(), TEXT), "onward", "tag_AI")
    link = shared(app)
    assert link != key_in(app)
    guest = healthy(visited(link))
    assert "This is a shared count, for reading only." in words(guest)
    assert "Incomplete: 2 of 3 steps still to tag" in words(guest)
    assert [each.key for each in guest.button if each.key] == ["copy_shared"]
    press(guest, "copy_shared")
    assert run_of(guest) == run_of(app)
    assert key_in(guest) not in (link, key_in(app))


def test_a_closed_link_opens_nothing_any_more(workbench: Workbench) -> None:
    app = press(pasted(workbench(), TEXT), "onward")
    link = shared(app)
    press(app, "unshare")
    assert "no saved count has this link" in words(visited(link))


def test_a_duplicate_is_a_count_of_its_own(workbench: Workbench) -> None:
    app = press(pasted(workbench(), TEXT), "onward", "tag_AI")
    first = key_in(app)
    press(app, "duplicate", "tag_TYPING")
    assert key_in(app) != first
    assert [step.tag for step in run_of(visited(first)).steps] == [Tag.AI, None, None]


def test_deleted_for_good_is_gone_with_its_link(workbench: Workbench) -> None:
    app = press(pasted(workbench(), TEXT), "onward")
    key = key_in(app)
    assert app.button(key="delete_count").disabled
    app.checkbox(key="sure_delete").check().run()
    press(app, "delete_count")
    assert run_of(app).steps == ()
    assert app.session_state["stage"] is Stage.DESCRIBE
    assert "count" not in app.query_params
    assert "no saved count has this link" in words(visited(key))


def test_a_count_deleted_in_another_tab_is_said_at_the_head_and_can_be_kept(workbench: Workbench) -> None:
    first = press(pasted(workbench(), TEXT), "onward")
    key = key_in(first)
    second = visited(key)
    second.checkbox(key="sure_delete").check().run()
    press(second, "delete_count")
    press(first, "tag_AI")
    assert any("Your count is still in this tab." in each.value for each in first.warning)
    press(first, "keep_mine")
    assert key_in(first) != key
    assert [step.tag for step in run_of(visited(key_in(first))).steps] == [Tag.AI, None, None]


def test_a_deployment_that_keeps_no_counts_says_so_and_still_undoes(
    workbench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RECORD_SAVE_COUNTS", "off")
    st.cache_resource.clear()
    app = workbench()
    assert "Nothing is kept on this server" in words(app)
    press(pasted(app, TEXT), "onward", "tag_AI", "undo")
    assert [step.tag for step in run_of(app).steps] == [None] * 3
    assert "This deployment keeps no counts" in words(app)
    assert "count" not in app.query_params


def test_only_the_text_of_a_very_long_source_is_not_kept() -> None:
    items = (
        Item("1", "Clerk reads it", "1. Clerk reads it", Position("line 1", 0, 17)),
        Item("2", "", "NOTES", Position("line 2"), proposed=Proposal.SKIPPED, why="a heading", rule="R12"),
    )
    for more, kept in ((0, True), (1, False)):
        source = "x" * (saving.MAX_SOURCE_CHARS + more)
        work = Work(Run("T"), Draft("list", "List: 1 step.", items, source=source))
        found = saving.from_text(saving.as_text(work)).draft
        assert found == Draft("list", "List: 1 step.", items, source=source if kept else None)


def test_a_text_too_long_to_keep_is_told_and_its_steps_come_back(workbench: Workbench) -> None:
    long = "\n".join(f"- Clerk files form {n} {'x' * 5000}" for n in range(45))
    app = healthy(pasted(workbench(), long))
    assert (
        f"The text you gave has {len(long):,} characters. A text of more than 200,000 is not kept"
        in words(app)
    )
    again = visited(key_in(app))
    assert [step.text for step in run_of(again).steps] == [step.text for step in run_of(app).steps]
    assert again.session_state["history"].work.draft.items == app.session_state["history"].work.draft.items
