"""The acts in one line: whether it is one step or should be split (R1)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from counting.intake import act_words, foreign, lexicon
from counting.intake.language import language
from counting.intake.sentences import NO_VERB, sentences

_READABLE_CHARS = 2_000  # a line longer than this is not looked into: nobody writes a step that long
_POLITE = re.compile(
    r"^(?:(?:please|also|then|now|next|finally|first|lastly)\b,?\s+|\([^()]{1,40}\)\s*|\W+)+", re.IGNORECASE
)


@dataclass(frozen=True)
class Line:
    """A line looked into: the texts of its acts, who does the first one, whether it is a choice.

    `says` is why no act was found ("" when one was, or when nothing can be said): a statement or an event.
    """

    acts: tuple[str, ...] = ()
    actor: str | None = None
    decision: bool = False
    says: str = ""


def parts_of(text: str) -> tuple[str, ...]:
    """The acts of one line, each with its condition; () for a line with one act or none."""
    return parts_of_all((text,))[0]


def parts_of_all(texts: Sequence[str]) -> list[tuple[str, ...]]:
    """`parts_of` for many lines at once: much faster than one by one. The language is that of all "
    "together."""
    spoken = language("\n".join(texts))
    if spoken != "en":
        return [foreign.parts(text, spoken) for text in texts]
    return [line.acts if len(line.acts) > 1 else () for line in english_lines(texts)]


def english_lines(texts: Sequence[str]) -> list[Line]:
    """Each line looked into, in order."""
    short = [text if len(text) <= _READABLE_CHARS else "" for text in texts]
    found = []
    for text, spoken in zip(texts, sentences(short, listed=True), strict=True):
        acts = [act for sentence in spoken for act in sentence.acts]
        says = spoken[0].why if spoken and not acts else ""
        found.append(
            Line(
                tuple(act.text for act in acts) or ((text,) if _orders(text, says) else ()),
                acts[0].actor if acts else None,
                len(acts) == 1 and acts[0].decision,
                says,
            )
        )
    return found


def _orders(text: str, says: str) -> bool:
    """Whether a line in which no act was found is an order all the same; a clear one outweighs the parse."""
    if not is_instruction(text) and not _tells(text):
        return False
    first, _, rest = _POLITE.sub("", text).partition(" ")
    if first.lower() in lexicon.STATIVE:
        return False
    return says in ("", NO_VERB) or rest.split(" ")[0].lower() in lexicon.OPENS_NOUN


def _tells(text: str) -> bool:
    """Whether a line tells what the one named above it does: "scans the invoice"."""
    first, _, rest = text.partition(" ")
    base = first[:-1] if first.endswith("s") else ""
    return (
        bool(rest)
        and base.islower()
        and act_words.acts(f"{base} {rest}")
        and is_instruction(f"{base} {rest}")
    )


def is_instruction(text: str) -> bool:
    """Whether a line starts as an order does: "Archive invoices", not "Archive of invoices"."""
    from counting.intake.english import is_order

    return is_order(_POLITE.sub("", text).split())
