"""A saved mail (.eml): its text is what describes the workflow."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

from counting.intake.draft import IntakeError
from counting.intake.source import Source

if TYPE_CHECKING:
    from email.message import EmailMessage

_HEADER = re.compile(r"(?:[A-Za-z][A-Za-z-]*:[^\n]*\n(?:[ \t][^\n]*\n)*){3,}\n")
_SURE = re.compile(
    r"^(?:MIME-Version|Message-ID|Received|Return-Path|Content-Type):", re.IGNORECASE | re.MULTILINE
)


def holds(text: str) -> bool:
    """True for a mail as a mail program saves it; a mail pasted from the screen is plain text."""
    header = _HEADER.match(text[:200_000])
    return bool(header and _SURE.search(header[0]))


def body(source: Source) -> Source:
    """The text of a mail, attachments left aside. Raises IntakeError when it has none."""
    from email import message_from_bytes, policy
    from email.message import EmailMessage

    try:
        text = _text(message_from_bytes(source.data, _class=EmailMessage, policy=policy.default))
    except (
        LookupError,
        ValueError,
        TypeError,
        AttributeError,
    ) as error:  # what its parser meets in bad headers
        raise IntakeError(
            f"This mail is damaged ({error}). Save its text as .txt, or paste the steps."
        ) from None
    if not text.strip():
        raise IntakeError(
            "This mail has no text of its own. Give its attachment, or paste the steps, one act per line."
        )
    return Source(text.encode("utf-8", errors="replace"), source.name, source.caps)


def _text(message: EmailMessage) -> str:
    part = message.get_body(preferencelist=("plain", "html"))
    text = str(part.get_content()) if part is not None else ""
    if part is None or part.get_content_subtype() != "html":
        return text
    text = re.sub(r"<(style|script)\b.*?</\1>", "", text, flags=re.DOTALL | re.IGNORECASE)
    text = re.sub(r"<br\s*/?>|</(?:p|div|li|tr)>", "\n", text, flags=re.IGNORECASE)
    return html.unescape(re.sub(r"<[^>]*>", "", text))
