"""Diagrams inside Markdown, beside the steps of its text."""

from __future__ import annotations

import pytest

from counting.intake.draft import IntakeError, Proposal
from counting.intake.read import read_source
from counting.intake.source import Source

DIAGRAM = "## Packing\n\n```mermaid\nflowchart TD\nA[Pick goods] --> B[Wrap goods]\n```\n"


def test_a_diagram_alone_is_the_procedure_under_its_heading() -> None:
    text = "# Shop\n\nSee also [the wiki](https://example.org).\n\n" + DIAGRAM
    found = read_source(Source(text.encode(), "shop.md"))
    kept = [item for item in found.items if item.proposed is not Proposal.SKIPPED]
    assert [(item.text, found.procedures[item.procedure]) for item in kept] == [
        ("Pick goods", "Packing"),
        ("Wrap goods", "Packing"),
    ]
    assert [text[i.position.start : i.position.end] for i in kept] == ["Pick goods", "Wrap goods"]


def test_steps_of_the_text_are_a_procedure_beside_the_diagram() -> None:
    text = DIAGRAM + "\n## Sending\n\n1. Print the label.\n2. Call the carrier.\n3. Book the costs.\n"
    found = read_source(Source(text.encode(), "shop.md"))
    kept = [item for item in found.items if item.proposed is not Proposal.SKIPPED]
    assert [item.procedure for item in kept] == [0, 0, 1, 1, 1]
    assert found.edges == (("d1-A", "d1-B"), (kept[2].id, kept[3].id), (kept[3].id, kept[4].id))
    assert found.understood == "Markdown, 1 diagram and the text around: 5 steps, 2 items skipped."
    assert len(found.procedures) == 2


def test_a_remark_beside_a_diagram_that_reads_like_an_act_is_no_procedure() -> None:
    found = read_source(Source(("Read the manual first.\n\n" + DIAGRAM).encode(), "shop.md"))
    remark = next(item for item in found.items if item.text.startswith("Read the manual"))
    assert (remark.proposed, remark.why) == (
        Proposal.SKIPPED,
        "Text around a diagram; the diagram shows the steps.",
    )


def test_plantuml_in_a_fence_needs_no_start_line() -> None:
    found = read_source(Source(b"```plantuml\n:Pick goods;\n:Wrap goods;\n```\n", "x.md"))
    assert [item.text for item in found.items] == ["Pick goods", "Wrap goods"]


def test_a_sequence_diagram_alone_is_refused() -> None:
    with pytest.raises(IntakeError, match="This is a Mermaid sequence diagram"):
        read_source(Source(b"# Talk\n\n```mermaid\nsequenceDiagram\nA->>B: hi\n```\n", "x.md"))
