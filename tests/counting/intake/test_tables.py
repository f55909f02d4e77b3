"""Tables as text and Excel files: which column holds the steps, who does them, what is skipped."""

from __future__ import annotations

import io
from datetime import datetime
from typing import Any

import pytest
from openpyxl import Workbook

from counting.intake import tables, xlsx
from counting.intake.caps import DEFAULTS, Caps
from counting.intake.draft import Draft, IntakeError
from counting.intake.source import Source
from tests.counting.intake.drafts import kept, skipped


def csv(text: str) -> Draft:
    return tables.read(Source(text.encode()))


def book(*sheets: tuple[str, list[list[Any]]], merged: tuple[str, ...] = (), hidden: str = "") -> bytes:
    workbook = Workbook()
    workbook.remove(workbook.active)
    for title, rows in sheets:
        sheet = workbook.create_sheet(title)
        for row in rows:
            sheet.append(row)
        for area in merged:
            sheet.merge_cells(area)
        sheet.sheet_state = "hidden" if title == hidden else "visible"
    out = io.BytesIO()
    workbook.save(out)
    return out.getvalue()


def excel(data: bytes, caps: Caps = DEFAULTS) -> Draft:
    return xlsx.read(Source(data, "a.xlsx", caps))


def test_a_semicolon_table_in_german_with_a_quoted_line_break() -> None:
    draft = csv(
        "Nr;Tätigkeit;Verantwortlich\n1;Rechnung prüfen und freigeben;Buchhaltung\n"
        '2;"Zahlung\nanweisen";Leitung\n3;Beleg ablegen;\n'
    )
    assert kept(draft) == [
        ("Buchhaltung", "Rechnung prüfen / Rechnung freigeben", "row 2, column 2"),
        ("Leitung", "Zahlung anweisen", "row 3, column 2"),
        (None, "Beleg ablegen", "row 4, column 2"),
    ]
    assert draft.source == (
        "Nr | Tätigkeit | Verantwortlich\n1 | Rechnung prüfen und freigeben | Buchhaltung\n"
        "2 | Zahlung anweisen | Leitung\n3 | Beleg ablegen | \n"
    )


HEADERS = {
    "English": ("Process Step", "Responsible"),
    "German": ("Arbeitsschritt", "Zuständig"),
    "French": ("Étape", "Qui"),
    "Spanish": ("Actividad", "Responsable"),
    "Portuguese": ("Tarefa", "Responsável"),
    "Dutch": ("Activiteit", "Verantwoordelijke"),
}


@pytest.mark.parametrize("language", HEADERS)
def test_column_names_of_six_languages(language: str) -> None:
    step, actor = HEADERS[language]
    draft = csv(f"{actor},{step},Tool\nBob,Abc defg,X\nAnn,Hij klmn,Y\n")
    assert [(who, text) for who, text, _ in kept(draft)] == [("Bob", "Abc defg"), ("Ann", "Hij klmn")]


def test_raci_marks_name_the_actor() -> None:
    draft = csv("Activity,HR,Clerk,CFO\nPreparation,,,\nCollect data,A,R,I\nSign off,,C,A/R\nReport,A,C,\n")
    assert kept(draft) == [
        ("Clerk", "Collect data", "row 3, column 1"),
        ("CFO", "Sign off", "row 4, column 1"),
        ("HR", "Report", "row 5, column 1"),
    ]
    assert skipped(draft)["Preparation"] == "A heading names what follows; nobody acts."


def test_a_step_column_of_numbers_is_not_the_steps() -> None:
    draft = csv("Step,Description,Owner\n1,Open the box,Ann\n2,Empty it,Bob\n")
    assert [text for _, text, _ in kept(draft)] == ["Open the box", "Empty it"]


def test_a_table_without_steps_is_refused() -> None:
    with pytest.raises(
        IntakeError, match=r"No step was found in this table\. Its 3 lines say no act: A table without"
    ):
        csv("Name,Phone,Email\nBob,1,b@x.org\nAnn,2,a@x.org\n")


ONBOARDING: list[list[Any]] = [
    ["Employee onboarding"],
    [],
    ["#", "Phase", "Task", "Owner"],
    [1, "Before", "Send the contract", "HR"],
    [2, None, "Order the laptop and create the account", "IT"],
    [3, "Day one", "Greet the colleague", "Manager"],
    [4, None, "Hand over the laptop", None],
    [5, None, "=A4+1", "HR"],
]


def test_a_workbook_with_a_title_merged_cells_and_formulas() -> None:
    draft = excel(book(("Tasks", ONBOARDING), merged=("B4:B5", "B6:B7", "D6:D7")))
    assert kept(draft) == [
        ("HR", "Send the contract", "sheet Tasks, cell C4"),
        ("IT", "Order the laptop / Create the account", "sheet Tasks, cell C5"),
        ("Manager", "Greet the colleague", "sheet Tasks, cell C6"),
        ("Manager", "Hand over the laptop", "sheet Tasks, cell C7"),
    ]
    assert skipped(draft) == {
        "Employee onboarding": "It stands above the table.",
        "# | Phase | Task | Owner": "It names the columns.",
        "Before": "A heading names what follows; nobody acts.",
        "Day one": "A heading names what follows; nobody acts.",
        "5 | HR": "The row names no step.",
    }
    assert draft.notes == ("Formulas are not calculated: the values that were last saved are shown.",)


def test_sheets_are_procedures_and_hidden_ones_are_said() -> None:
    steps = [["Step", "Who"], ["Open it", "Ann"], ["Close it", "Bob"]]
    draft = excel(book(("In", steps), ("Out", steps), ("Lists", [["Yes"], ["No"]]), hidden="Lists"))
    assert draft.procedures == ("In", "Out")
    assert [place for _, _, place in kept(draft)] == [
        "sheet In, cell A2", "sheet In, cell A3", "sheet Out, cell A2", "sheet Out, cell A3",
    ]  # fmt: skip
    assert draft.notes == ("Hidden, and not read: sheet Lists.",)


LOG = [
    ["Case ID", "Activity", "Timestamp", "Resource"],
    ["1", "Ship order", datetime(2026, 3, 2, 9, 0, 40), "Depot"],
    ["1", "Check order", datetime(2026, 3, 2, 9, 0, 20), "Sales"],
    ["2", "Check order", datetime(2026, 3, 2, 10, 0), "Sales"],
    ["2", "Ship order", datetime(2026, 3, 3, 8, 30), "Depot"],
    ["3", "Check order", datetime(2026, 3, 4, 8, 30), "Sales"],
    ["3", "Cancel order", datetime(2026, 3, 4, 8, 31), "Sales"],
]


def test_a_log_in_a_workbook_gives_its_most_frequent_variant() -> None:
    draft = excel(book(("About", [["Export of March"]]), ("Log", [["Orders of March"], *LOG])))
    assert [(actor, text) for actor, text, _ in kept(draft)] == [
        ("Sales", "Check order"),
        ("Depot", "Ship order"),
    ]
    assert draft.understood == (
        "Event log, 3 cases, 2 variants, the most frequent taken by 2 of 3 cases (67 %): "
        "2 steps, 0 items skipped."
    )
    assert "Read: sheet Log. Not read: sheet About." in draft.notes


def test_a_sheet_of_steps_comes_before_a_log_beside_it() -> None:
    draft = excel(book(("How", [["Step", "Who"], ["Check the order", "Sales"]]), ("Log", LOG)))
    assert kept(draft) == [("Sales", "Check the order", "sheet How, cell A2")]
    assert draft.notes == ("Not read, because it is an event log: sheet Log. Save it as CSV to read it.",)


def test_a_column_of_processes_makes_procedures() -> None:
    rows = [["Process", "Task", "Who"], ["Order", "Enter it", "A"], ["Order", "Confirm it", "A"]]
    draft = excel(book(("S", [*rows, ["Bill", "Write it", "B"], ["Bill", "Send it", "B"]])))
    assert draft.procedures == ("Order", "Bill")


def test_one_column_without_a_header() -> None:
    draft = excel(book(("S", [["Open the store"], ["Count the cash"]])))
    assert [text for _, text, _ in kept(draft)] == ["Open the store", "Count the cash"]


def test_a_numbered_list_inside_a_cell_is_several_steps() -> None:
    draft = excel(book(("S", [["Step", "Who"], ["1. Open it\n2. Read it", "Ann"], ["Close it", "Bob"]])))
    assert [(who, text) for who, text, _ in kept(draft)] == [
        ("Ann", "Open it"), ("Ann", "Read it"), ("Bob", "Close it"),
    ]  # fmt: skip


def test_a_workbook_without_words() -> None:
    with pytest.raises(IntakeError, match=r"holds no words on a visible sheet"):
        excel(book(("S", [])))


def test_the_cap_of_rows_is_named() -> None:
    rows = [["Step"], *([f"Check {number}"] for number in range(30))]
    with pytest.raises(IntakeError, match=r"Sheet 'S' has more than 20 rows; the cap rows allows 20"):
        excel(book(("S", rows)), Caps(rows=20))


def test_a_damaged_workbook() -> None:
    with pytest.raises(IntakeError, match=r"damaged|cannot be read"):
        excel(book(("S", [["Step"]]))[:-200])


def test_a_cover_sheet_beside_a_table_with_named_columns_holds_no_steps() -> None:
    cover = ("Cover", [["Process handbook"], ["Owner: Finance"]])
    draft = excel(book(cover, ("Close", [["Task", "Who"], ["Lock the period", "Ledger"]])))
    assert kept(draft) == [("Ledger", "Lock the period", "sheet Close, cell A2")]


def test_phases_among_numbered_rows_head_the_rows_below_them_and_a_total_is_none() -> None:
    rows = [
        ["Ref", "Activity", "Auditor", "Board"],
        ["A", "Planning", "", ""],
        ["A1", "Define the scope", "R", "A"],
    ]
    rows += [["B", "Reporting", "", ""], ["B1", "Draft the report", "R", ""], ["B2", "Approve it", "", "R"]]
    draft = excel(book(("Audit", [*rows, ["", "Total hours", "", ""]])))
    assert [(actor, text) for actor, text, _ in kept(draft)] == [
        ("Auditor", "Define the scope"),
        ("Auditor", "Draft the report"),
        ("Board", "Approve it"),
    ]
    assert skipped(draft)["Planning"] == "A heading names what follows; nobody acts."
    assert skipped(draft)["Total hours"] == "A sum of the rows above it."


def test_a_column_for_each_actor_names_who_does_what() -> None:
    draft = csv("No,Sales,Finance,Warehouse\n1,Take order,,\n2,,Check credit,\n3,,,1. Pick goods\n")
    assert kept(draft) == [
        ("Sales", "Take order", "row 2, column 2"),
        ("Finance", "Check credit", "row 3, column 3"),
        ("Warehouse", "Pick goods", "row 4, column 4"),
    ]


def test_a_table_without_a_header_shows_its_acts_and_actors_by_what_they_hold() -> None:
    assert kept(csv("1\tOpen case\tClerk\n2\tCheck papers\tClerk\n3\tApprove case\tManager\n")) == [
        ("Clerk", "Open case", "row 1, column 2"),
        ("Clerk", "Check papers", "row 2, column 2"),
        ("Manager", "Approve case", "row 3, column 2"),
    ]


def test_a_column_to_tick_makes_a_list_of_items_one_of_steps() -> None:
    rows = [["Done", "Item", "Comment"], [True, "Unlock doors", None], [False, "Count the float", "twice"]]
    assert [text for _, text, _ in kept(excel(book(("Opening", rows))))] == [
        "Unlock doors",
        "Count the float",
    ]


def test_a_table_of_people_and_their_roles_holds_no_steps() -> None:
    with pytest.raises(IntakeError, match=r"A table without a column of steps\."):
        csv("Role,Name,Site\nAuthor,Maria Sand,North\nReviewer,Ole Berg,South\nApprover,Dr. Ida Falk,North\n")


def test_acts_with_capitals_in_a_column_of_names_are_steps_where_marks_say_who_does_them() -> None:
    text = "Step Id,Name,TPM,SDE\n1,Project Planning,R,C\n2,Level Design,A,R\n3,Status Report,R,I\n"
    assert [(actor, words) for actor, words, _ in kept(csv(text))] == [
        ("TPM", "Project Planning"),
        ("SDE", "Level Design"),
        ("TPM", "Status Report"),
    ]


def test_a_row_that_fills_only_the_step_of_a_numbered_table_heads_those_below_it() -> None:
    rows = [["Seq", "Process step", "Performed by"], [None, "Receipt"], [10, "Scan invoices", "Mail room"]]
    rows += [[20, "Index the data", "Clerk"], [None, "Payment"], [30, "Release the payment", "CFO"]]
    draft = excel(book(("Payables", rows)))
    assert [text for _, text, _ in kept(draft)] == ["Scan invoices", "Index the data", "Release the payment"]
