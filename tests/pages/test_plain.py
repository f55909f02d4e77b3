"""Text of others is shown as text, wherever Markdown or HTML would be read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pages.parts import plain

JOINER = "\u2060"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("**bold** <b>x</b>", r"\*\*bold\*\* \<b\>x\</b\>"),
        (":red[alert] :smile:", rf"\:{JOINER}red\[alert\] \:{JOINER}smile\:"),
        ("a -> b -- c", rf"a \-{JOINER}\> b \-{JOINER}\- c"),
        ("$5 & `code`", r"\$5 \& \`code\`"),
        ("1. first\n# second", r"1\. first \# second"),
    ],
)
def test_marks_are_shown_as_themselves(text: str, shown: str) -> None:
    assert plain.label(text) == shown


def test_long_text_is_cut_and_says_so() -> None:
    assert plain.short("word " * 50, 12) == "word word w…"


@given(st.text())
def test_a_chart_label_holds_no_open_tag(text: str) -> None:
    assert "<" not in plain.mark(text)


@given(st.text(), st.integers(1, 40))
def test_a_short_line_is_never_longer_than_asked(text: str, most: int) -> None:
    assert len(plain.short(text, most)) <= most


def test_a_document_loads_no_image_and_follows_no_local_link() -> None:
    body = "![x](https://example.org/p.png) see [R4](R4-no-written-rule.md) [out](https://example.org) $5"
    assert plain.document(body) == (r"!\[x](https://example.org/p.png) see R4 [out](https://example.org) \$5")


TABLE = ["| a | b |", "|---|---|", *(f"| {n} | x |" for n in range(6))]


def test_a_cut_table_has_its_head_in_both_parts() -> None:
    shown, rest = plain.parted("\n".join(["Words.", "", *TABLE]), 5)
    assert shown.splitlines() == ["Words.", "", *TABLE[:3]]
    assert rest.splitlines() == [*TABLE[:2], *TABLE[3:]]


@given(st.lists(st.text("ab|# ", max_size=5), max_size=30), st.integers(2, 10))
def test_a_parted_text_loses_no_line(rows: list[str], lines: int) -> None:
    whole = "\n".join(rows)
    shown, rest = plain.parted(whole, lines)
    kept = [*shown.splitlines(), *rest.splitlines()]
    assert kept[: len(shown.splitlines())] == whole.splitlines()[: len(shown.splitlines())]
    assert set(whole.splitlines()) == set(kept)


def test_the_headings_a_passage_begins_with_are_left_out_and_no_other() -> None:
    assert plain.headless("# R4\n\n## The test\n\nAsk.\n\n## Next\n") == "\nAsk.\n\n## Next\n"
