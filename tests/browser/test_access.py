"""axe finds no serious or critical barrier on any page, in the light and in the dark theme."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.watch import Watched

STEPS = (
    "1. Clerk reads the mail\n2. Clerk drafts a reply\n3. Clerk sends the reply\n4. Lead approves the refund"
)
STAGES = ("1 Describe", "2 Check steps", "3 Tag", "4 Gates", "5 Result")
PAGES = ("Search the record", "Read the record", "Worked counts", "Check a report", "Record health")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_stage_of_the_count_has_a_barrier(open_page: Callable[..., Watched], scheme: str) -> None:
    app = open_page(scheme=scheme)
    app.page.get_by_label("Paste the description").fill(STEPS)
    app.press("Read the steps")
    found = {}
    for stage in STAGES:
        app.page.get_by_role("radio", name=stage).click()
        app.settle()
        if stage == "3 Tag":
            for key in ("1", "1", "3", "2", "5"):
                app.key(key)
        found[stage] = app.barriers()
    assert found == {stage: [] for stage in STAGES}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_other_page_has_a_barrier(open_page: Callable[..., Watched], scheme: str) -> None:
    app = open_page(scheme=scheme)
    found = {}
    for title in PAGES:
        app.open(title)
        found[title] = app.barriers()
    assert found == {title: [] for title in PAGES}
