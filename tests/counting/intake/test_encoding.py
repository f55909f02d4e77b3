"""Bytes to text: found out, and said where the file says something else."""

from __future__ import annotations

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from counting.intake.draft import IntakeError
from counting.intake.encoding import decode
from counting.intake.source import Source

WORDS = "Prüfer öffnet die Akte.\nLe préposé vérifie la pièce – “vite”."


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        (WORDS.encode(), "utf-8"),
        (codecs.BOM_UTF8 + WORDS.encode(), "utf-8"),
        (WORDS.encode("utf-16"), "utf-16"),
        (codecs.BOM_UTF16_BE + WORDS.encode("utf-16-be"), "utf-16"),
        (WORDS.encode("utf-32"), "utf-32"),
        (WORDS.encode("utf-16-le"), "utf-16-le"),
        (WORDS.encode("utf-16-be"), "utf-16-be"),
        (WORDS.encode("cp1252"), "cp1252"),
        (WORDS.split("–")[0].encode("iso-8859-1"), "iso-8859-1"),
    ],
)
def test_the_encoding_is_found(data: bytes, encoding: str) -> None:
    found = decode(data)
    assert found.encoding == encoding
    assert WORDS.startswith(found.text)


@pytest.mark.parametrize("ends", ["\r\n", "\r", "\n"])
def test_line_ends_are_one_kind(ends: str) -> None:
    assert decode(f"one{ends}two{ends}".encode()).text == "one\ntwo\n"


def test_a_guess_is_said() -> None:
    assert decode(WORDS.encode("cp1252")).notes == (
        "The file does not name its encoding: read as cp1252. Check letters with accents.",
    )


def test_a_wrong_declaration_is_said_where_it_matters() -> None:
    head = '<?xml version="1.0" encoding="{}"?>'
    wrong = decode((head.format("ISO-8859-1") + "<a>ü</a>").encode())
    assert wrong.notes == ("The file says it is iso8859-1, but it is UTF-8: read as UTF-8.",)
    assert "ü" in wrong.text
    other = decode((head.format("UTF-8") + "<a>ü</a>").encode("cp1252"))
    assert other.notes == (
        "The file says it is utf-8, but it is not: read as iso-8859-1. Check letters with accents.",
    )
    assert "ü" in other.text
    assert decode((head.format("ISO-8859-1") + "<a>plain</a>").encode()).notes == ()
    assert decode((head.format("windows-1252") + "<a>ü</a>").encode("cp1252")).notes == ()


def test_binary_data_is_no_text() -> None:
    with pytest.raises(IntakeError, match="This is not text: it holds binary data"):
        decode(b"\x80\x00\x81\x00\x00\x82" * 9)


@given(
    st.text(alphabet=st.characters(exclude_categories=("Cs", "Cc")), max_size=200),
    st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]),
)
def test_what_is_written_in_unicode_is_read_back(text: str, encoding: str) -> None:
    assert decode(text.encode(encoding)).text == text.removeprefix("\ufeff")


def test_the_shown_text_is_bound_by_its_cap_and_the_text_of_an_export_is_not() -> None:
    source = Source(b"x" * 5_000_001)
    assert len(source.decoded.text) == 5_000_001
    with pytest.raises(
        IntakeError, match="The text has 5,000,001 characters; the cap text_chars allows 5,000,000"
    ):
        _ = source.text
