"""Markdown: what of a handbook page, a runbook and an issue template is a step."""

from __future__ import annotations

import pytest

from counting.intake import markdown
from counting.intake.draft import Draft, IntakeError
from counting.intake.source import Source
from tests.counting.intake.drafts import kept, skipped

RUNBOOK = """---
title: Rotating credentials
---
# Rotate

- [Steps](#steps)

## Prerequisites

- Access to the vault

## Steps

1. Announce the maintenance.

   > Template: we rotate at noon

2. Create a **new** user:

   ```sql
   CREATE USER x;
   ```

3. Store the password in the `vault`.
   - Path: secret/db
4. Check the dashboards and drop the [old user](https://example.org/users).

**Important:** Never do this on a Friday.

<!-- reviewed in March -->

!!! warning "Careful"
    Passwords are secret.

## Related links

- [Vault](https://example.org)

/assign @somebody
"""


def read(text: str) -> Draft:
    return markdown.read(Source(text.encode()))


def test_a_runbook() -> None:
    draft = read(RUNBOOK)
    assert kept(draft) == [
        (None, "Announce the maintenance.", "line 14"),
        (None, "Create a new user:", "line 18"),
        (None, "Store the password in the vault.", "line 24"),
        (None, "Check the dashboards / Drop the old user", "line 26"),
    ]
    assert skipped(draft) == {
        "--- title: Rotating credentials ---": "Data about the file, not about the work.",
        "Rotate": "A heading names what follows; nobody acts.",
        "Steps": "A heading names what follows; nobody acts.",
        "Prerequisites": "A heading names what follows; nobody acts.",
        "Access to the vault": "It stands under “Prerequisites”, a section that holds no steps.",
        "Template: we rotate at noon": "A quotation or a note beside the text.",
        "sql CREATE USER x;": "A command or an example; it belongs to the step above it.",
        "Path: secret/db": "A detail of the step above it.",
        "Important: Never do this on a Friday.": "A note, not an act.",
        "<!-- reviewed in March -->": "A comment, hidden in the rendered page.",
        '!!! warning "Careful" Passwords are secret.': "A note or a warning box.",
        "Related links": "A heading names what follows; nobody acts.",
        "Vault": "It stands under “Related links”, a section that holds no steps.",
        "/assign @somebody": "A command to the issue tracker.",
    }
    assert draft.title == "Rotating credentials"
    assert draft.understood == "Markdown, 4 headings: 4 steps, 15 items skipped, 1 to split."


def test_a_task_list_keeps_names_of_work_and_loses_its_boxes() -> None:
    draft = read(
        "## Tasks\n\n- [ ] Stage\n- [x] Image promotion: <!-- paste link -->\n- [ ] Who is on call?\n"
    )
    assert kept(draft) == [(None, "Stage", "line 3"), (None, "Image promotion:", "line 4")]


def test_the_original_is_the_text_as_it_stood() -> None:
    draft = read("1. Press **Save** &amp; close the [form](https://x.org/a_b)\n")
    item = draft.items[0]
    assert (item.parts, item.original) == (
        ("Press Save", "Close the form"),
        "Press **Save** &amp; close the [form](https://x.org/a_b)",
    )


def test_markup_and_script_stay_text() -> None:
    draft = read("1. Enter <script>alert(1)</script> in the `<b>` field\n2. Save it\n")
    assert kept(draft)[0][1] == "Enter <script>alert(1)</script> in the <b> field"


def test_a_table_of_steps() -> None:
    draft = read("| # | Task | Owner |\n|---|---|---|\n| 1 | Send the offer | Sales |\n| 2 | Sign it | |\n")
    assert kept(draft) == [("Sales", "Send the offer", "line 3"), (None, "Sign it", "line 4")]


def test_a_table_of_something_else_is_no_list_of_steps() -> None:
    with pytest.raises(
        IntakeError, match=r"No step was found in this Markdown.*A table without a column of steps"
    ):
        read("| Version | Date | Author |\n|---|---|---|\n| 1 | May | Bob |\n")


def test_several_procedures_are_named() -> None:
    draft = read(
        "# Refunds\n## By card\n1. Open the till\n2. Refund it\n## In cash\n1. Open the safe\n2. Pay it\n"
    )
    assert draft.procedures == ("By card", "In cash")
    assert [item.procedure for item in draft.items] == [0, 0, 0, 0, 1, 1, 1]
    assert draft.understood == "Markdown, 2 procedures, 3 headings: 4 steps, 3 items skipped."


def test_days_and_phases_are_parts_of_one_procedure() -> None:
    draft = read("# Protocol\n## Day 1\n1. Wash it\n2. Dry it\n## Day 2\n1. Weigh it\n2. Store it\n")
    assert draft.procedures == ("",)


def test_a_heading_names_the_actor_of_its_list() -> None:
    draft = read("## Payroll tasks\n1. Export the hours\n## Receptionist\n1. Print the badge\n")
    assert [(actor, text) for actor, text, _ in kept(draft)] == [
        ("Payroll", "Export the hours"),
        ("Receptionist", "Print the badge"),
    ]


def test_an_actor_in_front_of_the_act() -> None:
    draft = read("1. **Nurse:** takes blood\n2. Note: keep cool\n3. Lab manager - signs the report\n")
    assert [(actor, text) for actor, text, _ in kept(draft)] == [
        ("Nurse", "takes blood"),
        ("Lab manager", "signs the report"),
    ]


def test_the_condition_of_a_lead_in_stays_with_its_steps() -> None:
    draft = read("1. Open the parcel\n\nIf the goods are damaged:\n\n- Take a photo\n- Call the supplier\n")
    assert [text for _, text, _ in kept(draft)] == [
        "Open the parcel",
        "If the goods are damaged, take a photo",
        "If the goods are damaged, call the supplier",
    ]


def test_options_of_a_step_are_details_and_sub_steps_are_steps() -> None:
    draft = read(
        "- Select a reason:\n  - Duplicate charge\n  - Other\n"
        "- Restart the servers\n  - Stop the first server\n"
        "  - About a minute\n"
    )
    assert [text for _, text, _ in kept(draft)] == [
        "Select a reason:",
        "Restart the servers",
        "Stop the first server",
    ]


def test_numbered_step_headings_are_the_steps() -> None:
    draft = read(
        "# Post\n## Step 1: Write a draft\nKeep it short.\n## Step 2: Publish the post\nIt takes a minute.\n"
    )
    assert [text for _, text, _ in kept(draft)] == ["Write a draft", "Publish the post"]


def test_levels_deeper_than_the_parser_goes_are_shown_as_skipped() -> None:
    draft = read("\n".join("  " * depth + f"- do step {depth}" for depth in range(100)))
    assert len(draft.items) == 100
    assert "It could not be read as text." in skipped(draft).values()


def test_bullets_before_the_numbers_do_not_hide_a_procedure() -> None:
    draft = read(
        "# Buy\n## Cards\n1. Open it\n2. Fill it\n## Services\nExamples:\n"
        "- Design\n\n1. Send it\n2. Sign it\n"
    )
    assert draft.procedures == ("Cards", "Services")


def test_what_is_struck_out_is_no_step() -> None:
    draft = read("- [ ] Tag the commit\n- [x] ~~Mail the old list~~\n- [ ] Write ~~two~~ notes\n")
    assert [text for _, text, _ in kept(draft)] == ["Tag the commit", "Write two notes"]
    assert skipped(draft) == {"Mail the old list": "Struck out in the text."}


LAB = """1.0 PURPOSE

To describe the weekly check of the scales.

2.0 PROCEDURE

2.1 Switch on the scales.

2.2 Clean the pan with a brush.
2.3 Press TARE
and wait.

3.0 RECORDS

Form nine is kept for five years.
"""


def test_numbers_typed_in_front_of_paragraphs_make_headings_and_steps() -> None:
    draft = read(LAB)
    assert kept(draft) == [
        (None, "Switch on the scales.", "line 7"),
        (None, "Clean the pan with a brush.", "line 9"),
        (None, "Press TARE and wait.", "line 10"),
    ]
    assert [item.text for item in draft.items if "heading" in item.why] == ["PURPOSE", "PROCEDURE", "RECORDS"]
    assert draft.source is not None
    assert draft.source[draft.items[-3].position.start :].startswith("Press TARE\nand wait.")


def test_bullets_that_markdown_does_not_know_are_bullets() -> None:
    assert [text for _, text, _ in kept(read("# Close\n\n• Lock the door\n• Set the alarm\n"))] == [
        "Lock the door",
        "Set the alarm",
    ]


def test_a_sentence_after_the_list_that_goes_on_is_a_step_and_a_colon_before_a_command_hides_none() -> None:
    text = """# Leaver

1. Ask for the laptop.
2. Ask for the badge.
3. Check that the laptop is complete:

The leaver says goodbye to the team.

After that, the technician wipes the laptop.

Stop the service:

```
stop it
```
"""
    assert [words for _, words, _ in kept(read(text))] == [
        "Ask for the laptop.",
        "Ask for the badge.",
        "Check that the laptop is complete:",
        "After that, the technician wipes the laptop.",
        "Stop the service:",
    ]


def test_parts_named_by_their_time_are_one_procedure_and_short_names_of_teams_are_actors() -> None:
    text = "# Exit\n\n## In the last week\n\n1. HR: file the letter\n2. IT: list the devices\n\n"
    text += "## On the last day\n\n1. QA: take over the tests\n2. IT: close the account\n"
    draft = read(text)
    assert draft.procedures == ("",)
    assert [actor for actor, _, _ in kept(draft)] == ["HR", "IT", "QA", "IT"]


def test_an_order_before_a_colon_is_no_actor() -> None:
    draft = read("1. Log into the booking system: use the card\n2. Help desk: reset the card\n")
    assert [actor for actor, _, _ in kept(draft)] == [None, "Help desk"]
