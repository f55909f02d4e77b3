"""reStructuredText: what is a step, and what is set aside and never carried out."""

from __future__ import annotations

from counting.intake import rst
from counting.intake.draft import Draft
from counting.intake.source import Source
from tests.counting.intake.drafts import kept, skipped

PROTOCOL = """.. include:: /etc/passwd

==========
Extraction
==========

:Author: Somebody

Purpose
-------

To get the DNA out.

Steps
-----

#.  Preheat the buffer
#.  Add **500 ul** ethanol to `each tube <https://example.org>`_
#.  Remove the buffer; add the following:

        a.  180 ul buffer

#.  Proceed to **Digestion**

.. warning::

   Wear gloves.

.. code-block:: bash

   rm -rf /

.. _target: https://example.org
"""


def read(text: str) -> Draft:
    return rst.read(Source(text.encode()))


def test_a_protocol() -> None:
    draft = read(PROTOCOL)
    assert kept(draft) == [
        (None, "Preheat the buffer", "line 17"),
        (None, "Add 500 ul ethanol to each tube", "line 18"),
        (None, "Remove the buffer / Add the following", "line 19"),
    ]
    assert skipped(draft) == {
        ".. include:: /etc/passwd": "An instruction to the document program, not to people.",
        "==========": "A line drawn above a heading.",
        "Extraction": "A heading names what follows; nobody acts.",
        ":Author: Somebody": "Data about the file, not about the work.",
        "Purpose": "A heading names what follows; nobody acts.",
        "To get the DNA out.": "It stands under “Purpose”, a section that holds no steps.",
        "Steps": "A heading names what follows; nobody acts.",
        "180 ul buffer": "A detail of the step above it.",
        "Proceed to Digestion": "It only says where to go on.",
        ".. warning::": "A note or a warning box.",
        "Wear gloves.": "A note or a warning box.",
        ".. code-block:: bash": "A command or an example; it belongs to the step above it.",
        "rm -rf /": "A command or an example; it belongs to the step above it.",
        ".. _target: https://example.org": "A link target, not text.",
    }


def test_a_grid_table_and_a_simple_table() -> None:
    grid = (
        "+---------+------+\n| Step    | Who  |\n+=========+======+\n| Open it | Ann  |\n+---------+------+\n"
    )
    simple = "========  ====\nTask      Who\n========  ====\nClose it  Bob\n========  ====\n"
    assert kept(read(grid)) == [("Ann", "Open it", "line 4")]
    assert kept(read(simple)) == [("Bob", "Close it", "line 4")]


LIST_TABLE = """Handover
========

.. list-table:: Who does what
   :header-rows: 1
   :widths: 10 40 20

   * - No.
     - Step
     - Who
   * - 1
     - Count the **cash**
       in the till
     - Cashier
   * - 2
     - Sign the sheet
     - Shift lead

Go home.
"""


def test_a_list_table_is_a_table() -> None:
    draft = read(LIST_TABLE)
    assert kept(draft)[:2] == [
        ("Cashier", "Count the cash in the till", "line 12"),
        ("Shift lead", "Sign the sheet", "line 16"),
    ]
    first = draft.items[2]
    assert draft.source is not None
    assert draft.source[first.position.start : first.position.end] == "Count the **cash**\n       in the till"


def test_a_csv_table_and_a_table_under_a_title() -> None:
    commas = """.. csv-table:: Close of day
   :header: "Task", "Who"

   "Lock the door, both locks", Porter
   Switch off the light, Cashier
"""
    drawn = """.. table:: Close of day

   =====  ==================
   Who    Task
   =====  ==================
   Ann    Lock the door,
          both locks
   Bob    Switch off the light
   =====  ==================
"""
    assert kept(read(commas)) == [
        ("Porter", "Lock the door, both locks", "line 4"),
        ("Cashier", "Switch off the light", "line 5"),
    ]
    assert kept(read(drawn)) == [
        ("Ann", "Lock the door, both locks", "line 6"),
        ("Bob", "Switch off the light", "line 8"),
    ]


def test_a_table_that_would_be_fetched_from_a_file_is_set_aside() -> None:
    draft = read(".. csv-table:: Rates\n   :file: /etc/passwd\n\n1. Send the offer\n2. File the answer\n")
    assert [text for _, text, _ in kept(draft)] == ["Send the offer", "File the answer"]
    assert skipped(draft)[".. csv-table:: Rates :file: /etc/passwd"] == "A table written as a directive."


def test_what_stands_in_a_frame_is_text() -> None:
    text = """Opening
-------

.. only:: html

   1. Unlock the door.
   2. Switch on the light.

.. tab-set::

   .. tab-item:: Weekdays
      :sync: week

      #. Count the till.

.. note:: Call the owner first.
"""
    assert [text for _, text, _ in kept(read(text))] == [
        "Unlock the door.",
        "Switch on the light.",
        "Count the till.",
    ]


def test_a_mark_that_stands_alone_before_a_literal_block_is_part_of_it() -> None:
    draft = read("Log in\n------\n\n#. Open the console\n\n::\n\n   ssh host\n\n#. Close the console\n")
    assert [text for _, text, _ in kept(draft)] == ["Open the console", "Close the console"]
    assert skipped(draft)["::"] == "A literal block; it belongs to the step above it."
