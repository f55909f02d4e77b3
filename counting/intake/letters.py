"""Mails and letters: greeting, closing, headers and quoted lines are not the work."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from counting.intake.headings import knows
from counting.intake.row import Row

_GREETING = re.compile(
    r"^(?:hi|hello|hey|dear|good (?:morning|afternoon|evening)|greetings|hallo|liebe[rs]?|guten (?:tag|"
    r"morgen)|"
    r"sehr geehrte[rs]?|moin|bonjour|bonsoir|cher|chère|madame|monsieur|hola|buenos días|buenas tardes|"
    r"estimad[oa]s?|"
    r"olá|oi|bom dia|boa tarde|prezad[oa]s?|beste|geachte|goedemorgen|goedemiddag)\b[^.:;]{0,60}[,!:]?$",
    re.IGNORECASE,
)
_CLOSING = re.compile(
    r"^(?:best|kind|warm|many)?\s*(?:regards|wishes)\b|^(?:thanks|thank you|many thanks|cheers|sincerely|"
    r"yours|best|"
    r"respectfully|mit freundlichen|freundliche|viele|beste|liebe)(?:\s+(?:again|so much|very much|"
    r"in advance|and regards|"
    r"sincerely|faithfully|truly|grüße[n]?|grüssen|grüße))*\s*[,.!]?$|^(?:mfg|lg|vg|cordialement|bien à vous|"
    r"salutations|"
    r"sincères salutations|saludos(?: cordiales)?|atentamente|un saludo|atenciosamente|cumprimentos|abraços|"
    r"met vriendelijke groet(?:en)?|groeten|groetjes)\s*[,.!]?$",
    re.IGNORECASE,
)
_HEADER = re.compile(
    r"^(?:from|to|cc|bcc|sent|date|subject|reply-to|importance|attachments?|von|an|gesendet|datum|betreff|de|"
    r"à|objet|"
    r"envoyé|para|asunto|enviado|fecha|assunto|data|van|aan|verzonden|onderwerp)\s*:\s*\S",
    re.IGNORECASE,
)
_ON_WROTE = re.compile(
    r"^(?:on .{6,80} wrote:|am .{6,80} schrieb.*:|le .{6,80} a écrit\s*:|-{3,}\s*(?:original|forwarded).*)$",
    re.IGNORECASE,
)
_TURN = re.compile(
    r"^(?:\[?\d{1,2}:\d\d(?::\d\d)?\]?\s*)?"
    r"(?P<who>[^\W\d_][\w.' -]{0,30}?)\s?(?:\([^)]*\))?:\s+(?P<said>\S.*)$"
)
_TALK = re.compile(
    r"\?|\b(?:i|i'm|i’m|we|we're|you|yeah|yes|no|ok|okay|hi|hello|thanks|um|uh|well|so|right|sure|agreed|"
    r"great|nice)\b",
    re.IGNORECASE,
)
_FEWEST_TURNS = 4
_SIGNATURE = re.compile(r"^(?:--|__+|sent from my .*)$", re.IGNORECASE)
_LONGEST_CLOSING = 12  # lines below a closing that can be a name, a title and an address


def marked_letter(rows: Sequence[Row]) -> list[Row]:
    """The rows with those of a letter's frame marked; a text that is no letter comes back as it is."""
    out = list(rows)
    headed = _headers(out)
    for place in headed:
        out[place] = replace(out[place], why="A line of the mail's header.")
    first = len(headed)
    if first < len(out) and _GREETING.match(out[first].text):
        out[first] = replace(out[first], why="The greeting.")
    for place, row in enumerate(out):
        if row.text.startswith(">") or _ON_WROTE.match(row.text):
            out[place] = replace(row, why="A quoted line of an earlier mail.")
    closing = _closing(out)
    for place in range(closing, len(out)):
        if not out[place].why:
            out[place] = replace(out[place], why="The closing and the signature.")
    return out


def is_conversation(lines: Sequence[str]) -> bool:
    """Whether people talk to each other: names in front of most lines, some of them again and again."""
    turns = [found for line in lines if (found := _TURN.match(line)) and not knows(found["who"])]
    if len(turns) < _FEWEST_TURNS or 5 * len(turns) < 3 * len(lines):
        return False
    names = Counter(turn["who"].strip().lower() for turn in turns)
    talk = sum(bool(_TALK.search(turn["said"])) for turn in turns)
    return len(names) >= 2 and len(turns) >= 2 * len(names) and 5 * talk >= 2 * len(turns)


def _headers(rows: Sequence[Row]) -> list[int]:
    """The places of mail headers at the top: at least two, and one of them says from whom or about what."""
    found = []
    for place, row in enumerate(rows[:12]):
        if not _HEADER.match(row.text):
            break
        found.append(place)
    named = any(
        re.match(
            r"(?:from|subject|von|betreff|de|objet|asunto|assunto|van|onderwerp)\s*:",
            rows[place].text,
            re.IGNORECASE,
        )
        for place in found
    )
    return found if len(found) >= 2 and named else []


def _closing(rows: Sequence[Row]) -> int:
    """Where the closing starts, the number of rows when there is none."""
    for place in range(max(len(rows) - _LONGEST_CLOSING, 1), len(rows)):
        if _CLOSING.match(rows[place].text) or _SIGNATURE.match(rows[place].text):
            return place
    return len(rows)
