"""Which steps seem to reach the outside, judged by their words alone: suggested, never applied by itself."""

from __future__ import annotations

import re
from collections.abc import Sequence

from counting import Run

_ACT = re.compile(
    r"(?:e-?mail|mail|send|shipp?|pay|post|publish|submitt?|transferr?|delete|deliver|dispatch|release|refund"
    r"|remitt?|sign|order|erase|discard)(?:s|es|d|ed)?|sent|paid"
)
"""Words whose effect leaves the house or cannot be undone, where they are what the step does."""

_OUTSIDER = (
    r"(?:customer|client|patient|applicant|supplier|authority|insurer|candidate|tenant|buyer|seller)s?"
)
_SAID_SO = re.compile(
    rf"\bhands? (?:\w+ ){{0,4}}over\b|\bfiles? (?:\w+ ){{0,5}}with (?:the )?\w+"
    rf"|\b(?:notif(?:y|ies)|informs?|replies to|answers) (?:the |a |each )?{_OUTSIDER}\b",
    re.IGNORECASE,
)
_PASSIVE = re.compile(r"\b(?:is|are|gets?|be|been|being) (?:then |also )?([\w-]+)", re.IGNORECASE)
_JOINTS = re.compile(r"[,;:]|\b(?:and|then|or|to have)\b", re.IGNORECASE)
_BEFORE_A_THING = re.compile(
    r"the|a|an|th(?:is|at|ese|ose)|each|every|any|all|some|no|new|old|open|their|its|his|her|our|your|my|of|for"
    r"|in|on|by|with|from|about|at|into|per|to|whether|if|when|before|after"
)
MOST_NAMED = 15  # steps named in one sentence
_LOOK_WORDS = 4  # the act of a step stands among its first words: "the shift lead sends ..."
_NEXT_WORDS = 3  # and of what follows a joint: "..., the clerk sends"


def seems_outward(text: str, actor: str = "") -> bool:
    """Whether what the step does, not what it does it to, reaches the outside."""
    if _SAID_SO.search(text):
        return True
    if any(_ACT.fullmatch(found[1].lower()) for found in _PASSIVE.finditer(text)):
        return True
    named = bool(actor) and text.lower().startswith(actor.lower())
    first, *others = _JOINTS.split(text[len(actor) :] if named else text)
    return _acts(first, 1 if named else _LOOK_WORDS) or any(_acts(part, _NEXT_WORDS) for part in others)


def suggested(run: Run) -> tuple[int, ...]:
    """Numbers, from 1, of steps not marked outward whose words say that something leaves."""
    return tuple(
        number
        for number, step in enumerate(run.steps, 1)
        if not step.outward and seems_outward(step.text, step.actor or "")
    )


def seem_words(numbers: Sequence[int]) -> str:
    """The suggestion in words, ending in "seem" or "seems"; at most MOST_NAMED numbers."""
    shown = ", ".join(map(str, numbers[:MOST_NAMED])) + (", …" if len(numbers) > MOST_NAMED else "")
    if len(numbers) == 1:
        return f"By its words, step {shown} seems"
    return f"By their words, steps {shown} seem"


def _acts(part: str, most: int) -> bool:
    """Whether one of the first `most` words is such an act, and no word before it makes it a thing."""
    words = [word for word in re.findall(r"[\w-]+", part.lower()) if not word.endswith("ly")]
    for place, word in enumerate(words[:most]):
        if place and _BEFORE_A_THING.fullmatch(word):
            return False
        if _ACT.fullmatch(word):
            return not (place and _BEFORE_A_THING.fullmatch(words[place - 1]))
    return False
