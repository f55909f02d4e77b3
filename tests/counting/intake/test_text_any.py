"""Whatever the text: a draft or a sentence that says why not, places that fit, nothing lost unseen."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from counting.intake import markdown, plain, rst, tables
from counting.intake.draft import Draft, IntakeError, Proposal
from counting.intake.source import Source

READERS = {"plain": plain.read, "markdown": markdown.read, "rst": rst.read, "tables": tables.read}
WORDS = st.sampled_from(
    [
        "Check the invoice and send it",
        "If over 500, call the client",
        "The clerk files the form.",
        "Note: be careful",
        "Do not pay",
        "https://example.org",
        "Is it right?",
        "Définitions",
        "Rechnung prüfen und buchen",
        "# Steps",
        "## Purpose",
        "**Nurse:** takes blood",
        "[link](#a)",
        "`code`",
        "| a | b |",
        "|---|---|",
        "a;b;c",
        "<b>Save</b>",
        "> quoted",
        "```",
        "TODO",
        "Manager",
        "==========",
        ".. note:: x",
        "检查发票",
        "الفاتورة",
        "Best regards,",
        "Step 2: Pay",
        "- [ ] Tick",
    ]
)
LINE = st.tuples(
    st.sampled_from(["", "1. ", "2) ", "- ", "  * ", "    ", "#. ", "\t", "a) ", "[ ] ", "> "]), WORDS
).map("".join)
TEXT = st.one_of(st.lists(LINE, max_size=12).map("\n".join), st.text(max_size=120))


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(text=TEXT, kind=st.sampled_from(sorted(READERS)))
def test_any_text_is_a_draft_or_a_plain_refusal(text: str, kind: str) -> None:
    try:
        draft = READERS[kind](Source(text.encode("utf-8", errors="replace")))
    except IntakeError as error:
        assert len(str(error)) > 20
        return
    check(draft)


def check(draft: Draft) -> None:
    assert any(item.proposed is not Proposal.SKIPPED for item in draft.items)
    assert [item.id for item in draft.items] == [f"i{number}" for number in range(1, len(draft.items) + 1)]
    assert draft.understood.endswith(".")
    for item in draft.items:
        assert item.text.strip()
        assert 0 <= item.procedure < len(draft.procedures)
        match item.proposed:
            case Proposal.SKIPPED:
                assert (item.rule, bool(item.why), item.parts) == ("R12", True, ())
            case Proposal.SPLIT:
                assert item.rule == "R1" and len(item.parts) > 1 and all(part.strip() for part in item.parts)
            case Proposal.STEP:
                assert (item.rule, item.why, item.parts) == (None, "", ())
        start, end = item.position.start, item.position.end
        assert draft.source is not None and start is not None and end is not None
        assert 0 <= start < end <= len(draft.source)
        assert draft.source[start:end] == item.original


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(lines=st.lists(LINE, min_size=1, max_size=12))
def test_every_line_of_a_list_is_covered(lines: list[str]) -> None:
    text = "1. Open the mail.\n" + "\n".join(lines)
    draft = plain.read(Source(text.encode()))
    covered = [(item.position.start, item.position.end) for item in draft.items]
    offset = 0
    for line in (draft.source or "").split("\n"):
        if any(character.isalpha() for character in line):
            assert any((start or 0) < offset + len(line) and (end or 0) > offset for start, end in covered), (
                line
            )
        offset += len(line) + 1
