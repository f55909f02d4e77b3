"""Measure the floor: score the probes that measure, take the lowest floor within the bound, judge it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from store.calibrate.curve import Rate, Scores, auc, leaked, lowest_floor, refused
from store.calibrate.probes import Kind, ProbeFile, Question
from store.errors import InvalidRequest

WORST = 10
"""Probes named on each side."""

LIMITS = (
    "The bounds say how far chance in drawing these probes may have moved the rates. They do not say how "
    "another author words the same questions: one author's words are a sample of one. Measured on other "
    "authors' exams, the rates moved by up to ten points either way."
)


@dataclass(frozen=True)
class Bound:
    """What a floor has to keep, as point estimates on the probes that measure."""

    leaked: float = 0.12
    refused: float = 0.15


@dataclass(frozen=True)
class Scored:
    """A probe and the number the gate would compare."""

    question: Question
    score: float


@dataclass(frozen=True)
class Measured:
    """What the probes say of one floor: the lowest that keeps the leak within the bound."""

    floor: float
    bound: Bound
    scored: tuple[Scored, ...]
    authors: tuple[str, ...]
    also_in_training: tuple[str, ...]
    """Ids of probes left out, because a training probe has the same words."""

    def scores(self, *kinds: Kind) -> Scores:
        return np.array([one.score for one in self.scored if one.question.kind in kinds])

    @property
    def leaked(self) -> Rate:
        return leaked(self.scores("near", "ooc"), self.floor)

    @property
    def refused(self) -> Rate:
        return refused(self.scores("in"), self.floor)

    def area(self, *others: Kind) -> float:
        return auc(self.scores("in").tolist(), self.scores(*others).tolist())

    @property
    def overlap(self) -> tuple[Scored, ...]:
        """Probes in the zone both sides share, from the lowest covered score to the highest of the others."""
        low = min(self.scores("in"), default=1.0)
        high = max(self.scores("near", "ooc"), default=-1.0)
        return tuple(
            sorted((one for one in self.scored if low <= one.score <= high), key=lambda one: one.score)
        )

    @property
    def wrongly_refused(self) -> tuple[Scored, ...]:
        """Covered probes below the floor, the lowest first."""
        wrong = [one for one in self.scored if one.question.kind == "in" and one.score < self.floor]
        return tuple(sorted(wrong, key=lambda one: one.score))

    @property
    def wrongly_answered(self) -> tuple[Scored, ...]:
        """Probes that are not covered, at the floor or above, the highest first."""
        wrong = [one for one in self.scored if one.question.kind != "in" and one.score >= self.floor]
        return tuple(sorted(wrong, key=lambda one: -one.score))

    @property
    def problems(self) -> tuple[str, ...]:
        """Why this floor may not be handed out; empty when it may."""
        found = []
        for name, rate, most, wrong in (
            ("leak", self.leaked, self.bound.leaked, self.wrongly_answered),
            ("false abstention", self.refused, self.bound.refused, self.wrongly_refused),
        ):
            if not rate.of:
                found.append(f"{name} cannot be measured: there is no such probe")
            elif rate.point > most:
                held = ", ".join(one.question.id for one in wrong[:WORST])
                found.append(f"{name} is {rate}, more than {most:.0%}. Held open by: {held}")
        return tuple(found)


def measure(
    files: Iterable[ProbeFile],
    gauge: Callable[[str], float | None],
    bound: Bound,
    progress: Callable[[int, int], None],
) -> Measured:
    """Score every question of role calibrate in `files`. Raises InvalidRequest when there is none."""
    files = list(files)
    measuring = [file for file in files if file.role == "calibrate" and file.questions]
    known = words_that_train(files)
    probes = [question for file in measuring for question in file.questions]
    questions = [question for question in probes if words_of(question.text) not in known]
    if not questions:
        raise InvalidRequest(
            "no probe file has the role calibrate and questions: a floor is measured on what never trains. "
            "Put one into the corpus's probes folder."
        )
    scored = []
    for done, question in enumerate(questions, start=1):
        score = gauge(question.text)
        if score is None:
            raise InvalidRequest(
                "nothing is served, so nothing can be measured. Run `python -m store ingest`."
            )
        scored.append(Scored(question, score))
        progress(done, len(questions))
    others = np.array([one.score for one in scored if one.question.kind != "in"])
    return Measured(
        floor=lowest_floor(others, bound.leaked),
        bound=bound,
        scored=tuple(scored),
        authors=tuple(sorted({file.author for file in measuring})),
        also_in_training=tuple(question.id for question in probes if words_of(question.text) in known),
    )


def words_that_train(files: Iterable[ProbeFile]) -> set[str]:
    """What a probe that measures must not say, word for word."""
    training = [file for file in files if file.role == "train"]
    asked = {words_of(question.text) for file in training for question in file.questions}
    return asked | {words_of(step.line.step) for file in training for step in file.steps}


def words_of(text: str) -> str:
    """The words alone, whatever their case and the signs between them."""
    return " ".join("".join(sign if sign.isalnum() else " " for sign in text.casefold()).split())
