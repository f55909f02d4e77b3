"""What the tuned space says of a step: tag, rule and reason read off one vector, so that they agree by
construction. The rule is the likeliest of those that can give the tag."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from store.envelope import NOT_A_STEP, StepLine
from store.index.adapter import Head, Heads
from store.index.embedder import Matrix
from store.search.embedding import Vector

Encode = Callable[[Sequence[str]], Matrix]
"""Texts to unit vectors as rows."""

CHECKS = ("R13", "R15")
"""A check or an assessment that looks like a verdict is one only where no later step decides (method.md)."""

VERDICTS = ("accountability", "judgement")

NOT_A_STEP_MARGIN = 1.0
"""How much likelier, in the exponent, a line must be no step before that is said. The lines that taught it
stand among the headings and events of whole documents; who asks has left those out already."""

RULES_OF: dict[tuple[str, str], tuple[str, ...]] = {
    ("TYPING", ""): ("R8", "R5", "R13", "R11", "R10", "R15", "R9", "R2"),
    ("AI", ""): ("R6", "R7", "R13", "R10", "R15"),
    ("DECISION", "judgement"): ("R4", "R14"),
    ("DECISION", "accountability"): ("R3", "R13", "R15", "R9"),
    ("DECISION", "relationship"): ("R10",),
    ("DECISION", "presence"): ("R11",),
    (NOT_A_STEP, ""): ("R12",),
}
"""Which rules can give a tag and, for a DECISION, its reason. Source: method.md section 3."""

RULES = tuple(sorted({rule for rules in RULES_OF.values() for rule in rules}))
"""The rules a step can fall under."""


@dataclass(frozen=True)
class Reading:
    """What the tuned space says of one step. `confidence` is the tag's share of the likelihood, 0 to 1."""

    tag: str
    reason: str
    rule: str
    confidence: float


def step_text(line: StepLine) -> str:
    """What is embedded: the step, after what is known around it, in the brackets the training used too."""
    who = ", ".join(part for part in (line.actor, line.domain) if part)
    around = [part for part in (who, _named("before", line.before), _named("after", line.after)) if part]
    return f"[{'; '.join(around)}] {line.step}" if around else line.step


def read_lines(lines: Sequence[StepLine], heads: Heads, encode: Encode) -> list[tuple[Vector, Reading]]:
    """Each line with its actor. The lines around it enter by the rules that ask for them, not as words: read
    together with the step they say more about themselves than about it (docs/gate.md)."""
    if not lines:
        return []
    alone = [line.model_copy(update={"before": "", "after": "", "domain": ""}) for line in lines]
    vectors = encode([step_text(line) for line in alone])
    read = read_steps(vectors, heads)
    checks = [
        place
        for place, line in enumerate(lines)
        if line.after and read[place].rule in CHECKS and _is_verdict(read[place])
    ]
    if checks:
        after = read_steps(encode([lines[place].after for place in checks]), heads)
        for place, following in zip(checks, after, strict=True):
            read[place] = _beside(read[place], following)
    return list(zip(vectors, read, strict=True))


def read_steps(vectors: Matrix, heads: Heads) -> list[Reading]:
    """One reading per row of `vectors`."""
    tags = shares(_tag_scores(vectors, heads.tags))
    reasons = shares(heads.reasons.scores(vectors))
    rules = heads.rules.scores(vectors)
    return [
        _reading(tag, reason, rule, heads) for tag, reason, rule in zip(tags, reasons, rules, strict=True)
    ]


def shares(scores: NDArray[np.float32]) -> NDArray[np.float32]:
    """Softmax of each row."""
    lifted = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return np.asarray(lifted / lifted.sum(axis=-1, keepdims=True), dtype=np.float32)


def _tag_scores(vectors: Matrix, head: Head) -> NDArray[np.float32]:
    margin = np.array([NOT_A_STEP_MARGIN * (label == NOT_A_STEP) for label in head.labels], dtype=np.float32)
    return head.scores(vectors) - margin


def _reading(
    tags: NDArray[np.float32], reasons: NDArray[np.float32], rules: NDArray[np.float32], heads: Heads
) -> Reading:
    best = int(tags.argmax())
    tag = heads.tags.labels[best]
    reason = heads.reasons.labels[int(reasons.argmax())] if tag == "DECISION" else ""
    rule = _likeliest(heads.rules, rules, RULES_OF[tag, reason])
    return Reading(tag, reason, rule, float(tags[best]))


def _is_verdict(reading: Reading) -> bool:
    return reading.reason in VERDICTS


def _beside(check: Reading, following: Reading) -> Reading:
    """Where the next step decides, an assessment is no verdict any more (R15); a check may still be (R13)."""
    if not _is_verdict(following):
        return check
    if check.rule == "R15":
        return Reading("AI", "", "R15", confidence=0.0)
    return replace(check, confidence=0.0)


def _likeliest(head: Head, scores: NDArray[np.float32], names: tuple[str, ...]) -> str:
    place = {label: at for at, label in enumerate(head.labels)}
    return max(names, key=lambda name: scores[place[name]] if name in place else -np.inf)


def _named(what: str, text: str) -> str:
    return f"{what}: {text}" if text else ""
