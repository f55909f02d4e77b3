"""From bytes to text: which encoding they are in, and what has to be said about it."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

from counting.intake.draft import IntakeError

# Longer marks first: the UTF-32 mark begins with the UTF-16 one.
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_DECLARED = re.compile(rb"""<\?xml[^>]{0,200}?encoding\s*=\s*["']([A-Za-z0-9._-]{1,40})["']""")
_MOST_CONTROLS = 0.1  # share of control characters a text may have
_GUESS_BYTES = 256 * 1024  # enough to know an encoding; guessing reads no more


@dataclass(frozen=True)
class Decoded:
    """Text with LF line ends, the encoding it was read in, and honest remarks about it."""

    text: str
    encoding: str
    notes: tuple[str, ...] = ()


def decode(data: bytes) -> Decoded:
    """The text in `data`. Raises IntakeError when it is no text."""
    text, encoding, notes = _text(data)
    if _is_binary(text):
        raise _not_text()
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return Decoded(text, encoding, notes)


def _is_binary(text: str) -> bool:
    """Bytes that happen to be valid text: zeros, or more control characters than any text has."""
    head = text[:4000]
    controls = sum(character < " " and character not in "\t\n\r\f\v\x1b" for character in head)
    return "\x00" in head or controls > _MOST_CONTROLS * len(head)


def _not_text() -> IntakeError:
    return IntakeError(
        "This is not text: it holds binary data of a kind that is not read here. "
        "Save the workflow as text, Markdown, DOCX, XLSX, CSV, PDF or BPMN 2.0 and try again."
    )


def _text(data: bytes) -> tuple[str, str, tuple[str, ...]]:
    declared = _declared(data)
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _marked(data, encoding, declared)
    wide = _utf16_without_mark(data)
    if wide:
        return (
            data.decode(wide, errors="replace"),
            wide,
            (f"Read as {wide.upper()}, which the file does not say.",),
        )
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return _guessed(data, declared)
    return text, "utf-8", _mismatch(declared, "utf-8", text)


def _marked(data: bytes, encoding: str, declared: str | None) -> tuple[str, str, tuple[str, ...]]:
    name = encoding.removesuffix("-sig")
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        text = data.decode(encoding, errors="replace")
        return (
            text,
            name,
            (f"The file says it is {name.upper()}, but byte {error.start:,} is not: shown as �.",),
        )
    return text.removeprefix("\ufeff"), name, _mismatch(declared, name, text)


def _declared(data: bytes) -> str | None:
    """The encoding an XML declaration names, in Python's spelling; None where nothing (known) is named."""
    found = _DECLARED.search(data[:400].replace(b"\x00", b""))
    if not found:
        return None
    try:
        return codecs.lookup(found[1].decode("ascii")).name
    except LookupError:
        return found[1].decode("ascii").lower()


def _mismatch(declared: str | None, actual: str, text: str) -> tuple[str, ...]:
    """A remark when the declaration is wrong in a way that matters: pure ASCII reads the same in both."""
    if declared is None or text.isascii() or _family(declared) == _family(actual):
        return ()
    return (f"The file says it is {declared}, but it is {actual.upper()}: read as {actual.upper()}.",)


def _family(encoding: str) -> str:
    return (
        re.sub(r"[^a-z0-9]", "", encoding.lower()).removesuffix("sig").removesuffix("le").removesuffix("be")
    )


def _utf16_without_mark(data: bytes) -> str | None:
    """UTF-16 text of mostly Latin letters has a zero in every second byte."""
    head = data[:4000]
    if len(head) < 4 or len(data) % 2:
        return None
    even, odd = head[0::2].count(0) / len(head[0::2]), head[1::2].count(0) / len(head[1::2])
    if odd > 0.6 and even < 0.1:
        return "utf-16-le"
    if even > 0.6 and odd < 0.1:
        return "utf-16-be"
    return None


def _guessed(data: bytes, declared: str | None) -> tuple[str, str, tuple[str, ...]]:
    """Bytes that are not UTF-8: the declared encoding if it fits, otherwise the likeliest one."""
    if b"\x00" in data[:_GUESS_BYTES]:
        raise _not_text()
    if declared and _family(declared) != "utf8":
        try:
            return data.decode(declared), declared, ()
        except (UnicodeDecodeError, LookupError):
            pass
    encoding = _likeliest(data)
    text = data.decode(encoding, errors="replace")
    said = (
        f"The file says it is {declared}, but it is not"
        if declared
        else "The file does not name its encoding"
    )
    return text, encoding, (f"{said}: read as {encoding}. Check letters with accents.",)


def _likeliest(data: bytes) -> str:
    """cp1252 or ISO-8859-1 for Western letters (the usual case); what the detector says for other scripts."""
    from charset_normalizer import from_bytes

    western = "cp1252" if re.search(rb"[\x80-\x9f]", data) else "iso-8859-1"
    high = len(re.findall(rb"[\x80-\xff]", data[:_GUESS_BYTES]))
    if high < 0.15 * len(data[:_GUESS_BYTES]) and not re.search(rb"[\x81\x8d\x8f\x90\x9d]", data):
        return western
    best = from_bytes(data[:_GUESS_BYTES]).best()
    return best.encoding if best is not None else western
