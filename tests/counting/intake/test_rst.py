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
