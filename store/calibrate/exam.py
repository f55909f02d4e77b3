"""Score an exam: questions by the gate in force and the passages found, steps by the tags suggested."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pydantic import BaseModel, ConfigDict

from store.calibrate.curve import auc, rate
from store.calibrate.probes import Question, TaggedStep
from store.envelope import NOT_A_STEP, StepSuggestion

WORST = 20
DEPTH = 10
"""How many hits are looked at; a gold document below them counts as not found."""


class Table(BaseModel):
    model_config = ConfigDict(frozen=True)


class Share(Table):
    """`hits` of `of`; `low` and `high` are the 95 % Clopper-Pearson bounds."""

    share: float | None
    hits: int
    of: int
    low: float
    high: float


class Row(Table):
    id: str
    expected: str
    got: str
    score: float | None
    text: str


class QuestionExam(Table):
    """`auc`: over everything not covered, near misses, foreign. Ranks count whatever the gate says."""

    kind: str = "questions"
    rows: int
    floor: float | None
    auc: float | None
    auc_near: float | None
    auc_foreign: float | None
    false_abstention: Share
    leak: Share
    leak_near: Share
    leak_foreign: Share
    hit_at_1: Share
    hit_at_5: Share
    mrr: float | None
    worst: list[Row]


class StepExam(Table):
    """Rates over the rows rated as certain, unless they say otherwise. Sureness is over all rows."""

    kind: str = "steps"
    rows: int
    certain: int
    accuracy: Share
    accuracy_all: Share
    macro_f1: float | None
    accuracy_among_sure: Share
    share_sure: Share
    worst: list[Row]


Gauge = Callable[[str], float | None]
Find = Callable[[str, int], Sequence[str | None]]
"""The concepts of the documents of the best hits, in order."""


def question_exam(
    questions: Sequence[Question], floor: float | None, gauge: Gauge, find: Find
) -> QuestionExam:
    """`floor` None: the gate is off and everything is answered."""
    gauged = [gauge(question.text) for question in questions]
    scores = [-1.0 if score is None else score for score in gauged]
    found = [find(question.text, DEPTH) if question.kind == "in" else () for question in questions]
    ranks = [_rank(question, concepts) for question, concepts in zip(questions, found, strict=True)]
    by_kind = {
        kind: [score for question, score in zip(questions, scores, strict=True) if question.kind == kind]
        for kind in ("in", "near", "ooc")
    }
    asked = [rank for question, rank in zip(questions, ranks, strict=True) if question.kind == "in"]
    answered = {kind: sum(_passes(score, floor) for score in of) for kind, of in by_kind.items()}
    near, foreign = len(by_kind["near"]), len(by_kind["ooc"])
    return QuestionExam(
        rows=len(questions),
        floor=floor,
        auc=_number(auc(by_kind["in"], by_kind["near"] + by_kind["ooc"])),
        auc_near=_number(auc(by_kind["in"], by_kind["near"])),
        auc_foreign=_number(auc(by_kind["in"], by_kind["ooc"])),
        false_abstention=_share(len(by_kind["in"]) - answered["in"], len(by_kind["in"])),
        leak=_share(answered["near"] + answered["ooc"], near + foreign),
        leak_near=_share(answered["near"], near),
        leak_foreign=_share(answered["ooc"], foreign),
        hit_at_1=_share(sum(rank == 1 for rank in asked), len(asked)),
        hit_at_5=_share(sum(0 < rank <= 5 for rank in asked), len(asked)),
        mrr=_number(sum(1 / rank for rank in asked if rank) / len(asked)) if asked else None,
        worst=_worst_questions(questions, scores, ranks, floor),
    )


def step_exam(steps: Sequence[TaggedStep], suggestions: Sequence[StepSuggestion]) -> StepExam:
    """`suggestions` in the order of `steps`."""
    got = [suggestion.tag or NOT_A_STEP for suggestion in suggestions]
    right = [tag == step.tag for tag, step in zip(got, steps, strict=True)]
    certain = [place for place, step in enumerate(steps) if step.certain]
    sure = [place for place, suggestion in enumerate(suggestions) if suggestion.sure]
    wanted = [steps[place].tag for place in certain]
    wrong = sorted((place for place in range(len(steps)) if not right[place]), key=lambda at: at not in sure)
    return StepExam(
        rows=len(steps),
        certain=len(certain),
        accuracy=_share(sum(right[place] for place in certain), len(certain)),
        accuracy_all=_share(sum(right), len(steps)),
        macro_f1=_number(macro_f1(wanted, [got[place] for place in certain])) if certain else None,
        accuracy_among_sure=_share(sum(right[place] for place in sure), len(sure)),
        share_sure=_share(len(sure), len(steps)),
        worst=[
            Row(
                id=steps[place].line.id,
                expected=steps[place].tag,
                got=f"{got[place]} by {suggestions[place].rule}{', sure' if suggestions[place].sure else ''}",
                score=None,
                text=steps[place].line.step,
            )
            for place in wrong[:WORST]
        ],
    )


def macro_f1(wanted: Sequence[str], got: Sequence[str]) -> float:
    """The mean F1 over the tags that are wanted at all."""
    from sklearn.metrics import f1_score  # type: ignore[import-untyped]  # ships no types

    return float(f1_score(wanted, got, average="macro", labels=sorted(set(wanted)), zero_division=0))


def _worst_questions(
    questions: Sequence[Question], scores: Sequence[float], ranks: Sequence[int], floor: float | None
) -> list[Row]:
    """Wrong by the gate first, the furthest from the floor on top; then rows whose document is not first."""
    level = 0.0 if floor is None else floor

    def badness(place: int) -> tuple[bool, float, float]:
        covered = questions[place].kind == "in"
        wrong = _passes(scores[place], floor) != covered
        missed = 1.0 / ranks[place] if ranks[place] else 0.0
        return (not wrong, -abs(scores[place] - level) if wrong else 0.0, missed if covered else 1.0)

    return [
        Row(
            id=questions[place].id,
            expected=",".join(questions[place].expect) or questions[place].kind,
            got=_outcome(scores[place], floor, ranks[place], questions[place].kind == "in"),
            score=round(scores[place], 6),
            text=questions[place].text,
        )
        for place in sorted(range(len(questions)), key=badness)[:WORST]
    ]


def _outcome(score: float, floor: float | None, rank: int, covered: bool) -> str:
    gate = "answered" if _passes(score, floor) else "abstained"
    if not covered:
        return gate
    return f"{gate}, {f'found at {rank}' if rank else f'not among the first {DEPTH}'}"


def _rank(question: Question, concepts: Sequence[str | None]) -> int:
    """From 1; 0 when none of the gold documents is there."""
    return next((at for at, concept in enumerate(concepts, start=1) if concept in question.expect), 0)


def _passes(score: float, floor: float | None) -> bool:
    return floor is None or score >= floor


def _share(hits: int, of: int) -> Share:
    measured = rate(hits, of)
    share = round(measured.point, 4) if of else None
    return Share(share=share, hits=hits, of=of, low=round(measured.low, 4), high=round(measured.high, 4))


def _number(value: float) -> float | None:
    return None if value != value else round(value, 4)
