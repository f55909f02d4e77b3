"""What the training sees: a text with everything that is known to be true of it."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from store.calibrate.probes import ProbeFile, Question, TaggedStep
from store.envelope import NOT_A_STEP, StepLine
from store.errors import InvalidRequest
from store.search.readings import step_text

CONTEXT_SHARE = 0.75
"""Of the steps around which something is known, the share that is shown with some of it each time."""

KNOWN = {"actor": 0.8, "domain": 0.6, "before": 0.1, "after": 0.1}
"""How often each is shown then. A step is read with its actor, so that is what it mostly learns beside."""

NOISE_SHARE = 0.3
"""The share of texts that is shown damaged each time: typing slips, dropped words, lost punctuation."""


@dataclass(frozen=True)
class Sample:
    """`covered` is the gate's side, None where it teaches the gate nothing. `tag` and `reason` are "" where
    they are not known or do not apply.

    `line` is there for a step, so that its neighbours can be shown or left out.
    """

    text: str
    covered: bool | None
    concepts: tuple[str, ...] = ()
    tag: str = ""
    reason: str = ""
    line: StepLine | None = None


class MustNotTrain(InvalidRequest):
    """A file whose role is to measure was handed to the trainer."""

    def __init__(self, file: ProbeFile) -> None:
        super().__init__(
            f"{file.name} by author {file.author!r} has the role {file.role!r}: it measures "
            "and must never train. Train on files whose role is train."
        )


def samples_of(files: Iterable[ProbeFile]) -> list[Sample]:
    """Everything in these files, in order. Raises MustNotTrain for one that measures."""
    found: list[Sample] = []
    for file in files:
        if file.role != "train":
            raise MustNotTrain(file)
        found += [of_question(question) for question in file.questions]
        found += [of_step(step) for step in file.steps]
    return found


def of_question(question: Question) -> Sample:
    return Sample(
        question.text, question.kind == "in", question.expect, tag=_tag_asked_about(question.expect)
    )


def of_step(step: TaggedStep) -> Sample:
    """A step is covered, whatever the trade: the method applies to it. A heading or a state alone is on
    neither side: the same words stand in documents that have nothing to do with a workflow."""
    not_a_step = step.tag == NOT_A_STEP
    tag = () if not_a_step else (f"tag-{step.tag}",)
    covered = None if not_a_step else True
    return Sample(step.line.step, covered, (*step.rules, *tag), step.tag, step.reason, step.line)


def shown(sample: Sample, chance: random.Random, context: float, noise: float) -> str:
    """The text as the model sees it this time."""
    text = sample.text
    if sample.line is not None and not text.startswith("[") and chance.random() < context:
        text = step_text(_partly(sample.line, chance))
    return _damaged(text, chance) if chance.random() < noise else text


def _tag_asked_about(expect: Sequence[str]) -> str:
    """A question that names one rule and one tag is about a step; the tag is that step's."""
    if not expect:
        return ""
    tags = [concept.removeprefix("tag-") for concept in expect if concept.startswith("tag-")]
    if expect[0] == "R12" and not tags:
        return NOT_A_STEP
    about_a_step = expect[0].startswith("R") and expect[0] != "R1"
    return tags[0] if about_a_step and len(tags) == 1 else ""


def _partly(line: StepLine, chance: random.Random) -> StepLine:
    """Some of what is known around a step: users know more or less of it too."""
    gone = {name: "" for name, share in KNOWN.items() if chance.random() >= share}
    return line.model_copy(update=gone)


def _damaged(text: str, chance: random.Random) -> str:
    match chance.randrange(4):
        case 0:
            return _mistyped(text, chance)
        case 1:
            return " ".join(word for word in text.split() if chance.random() > 0.1) or text
        case 2:
            return text.lower().rstrip("?.!")
        case _:
            return "".join(sign for sign in text if sign not in ",.'?").lower() or text


def _mistyped(text: str, chance: random.Random) -> str:
    signs = list(text)
    for _ in range(max(1, len(signs) // 30)):
        place = chance.randrange(len(signs))
        if not signs[place].isalpha():
            continue
        match chance.randrange(3):
            case 0:
                signs[place] = ""
            case 1 if place + 1 < len(signs):
                signs[place], signs[place + 1] = signs[place + 1], signs[place]
            case _:
                signs[place] *= 2
    return "".join(signs) or text
