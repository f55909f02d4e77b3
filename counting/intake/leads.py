"""An actor in front of the act: "Payroll: enter the hours", "Nurse - takes the blood"."""

from __future__ import annotations

import re
from dataclasses import replace

from counting.intake.act_words import acts
from counting.intake.blocks import Block
from counting.intake.headings import knows

_LEAD = re.compile(
    r"^\W{0,3}(?P<who>[^\W\d_][\w&/'’. -]{1,40}?)\W{0,3}(?::|\s[–—-]{1,2}|\s?→|\s?=>)\s+(?P<act>\S.*)$",
    re.DOTALL,
)
_BRACKET = re.compile(r"^[\[(](?P<who>[^\W\d_][\w&/'’ -]{1,40})[\])]\s+(?P<act>\S.*)$", re.DOTALL)
_ARTICLE = re.compile(r"\s(?:the|an?|your|into|to|from|with)\s", re.IGNORECASE)
_STEP = re.compile(r"^(?:step|schritt|étape|paso|passo|stap)\s*\d{1,3}\s*[:.)–—-]?\s*", re.IGNORECASE)


def without_actor(block: Block) -> Block:
    """The block with the actor taken out of its text where one stands in front; offsets follow."""
    block = _without(block, _STEP.match(block.text))
    for pattern in (_BRACKET, _LEAD):
        found = pattern.match(block.text)
        if found and knows(found["who"]) and not _orders(found["who"]):
            return replace(_cut(block, found.start("act")), actor=block.actor or found["who"].strip())
    return block


def _orders(who: str) -> bool:
    """ "Log into the system: ..." names where, not who."""
    return acts(who) and bool(_ARTICLE.search(who))


def _without(block: Block, found: re.Match[str] | None) -> Block:
    return _cut(block, found.end()) if found and found.end() < len(block.text) else block


def _cut(block: Block, first: int) -> Block:
    return replace(block, text=block.text[first:], offsets=block.offsets[first:])
