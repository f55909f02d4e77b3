"""Reports the tests of this folder are about: one made by hand, others drawn."""

from __future__ import annotations

from hypothesis import strategies as st

from counting import Citation, Reason, Run, Step, Suggestion, Tag
from counting.report import Example, Report, build
from counting.tally import Count

EXAMPLES = (
    Example("Website run", Count(20, 8, 6, 6, 0)),
    Example("Month-end close", Count(25, 6, 9, 10, 0)),
)
SURE_TYPING = Suggestion(Tag.TYPING, "R8", sure=True, stable_id="documents/rules/R8-known-values")

CLINIC = Run(
    title="Clinic intake",
    trigger="A referral arrives",
    description="From the referral to the first visit.",
    counted_by="Operations",
    date="2026-12-01",
    runs_per_month=120,
    generation=3,
    steps=(
        Step("Clerk reads the referral", actor="Clerk", tag=Tag.AI, rule="R6", minutes=4),
        Step(
            "Clerk enters the values",
            actor="Clerk",
            tag=Tag.TYPING,
            rule="R8",
            minutes=2.5,
            suggestion=SURE_TYPING,
        ),
        Step("Clerk mails the patient a summary", actor="Clerk", tag=Tag.TYPING, outward=True, minutes=1),
        Step(
            "Nurse settles the urgency",
            actor="Nurse",
            tag=Tag.DECISION,
            reason=Reason.ACCOUNTABILITY,
            rule="R3",
            minutes=10,
            suggestion=Suggestion(Tag.AI, "R15", sure=True),
            override_why="She answers for it",
            note="twice a day",
        ),
        Step("Nurse draws blood", actor="Nurse", tag=Tag.DECISION, reason=Reason.PRESENCE, minutes=5),
        Step("Clerk books a free slot", actor="Clerk", tag=Tag.TYPING, gate=True, minutes=2, unsplit=True),
        Step("Clerk sends the standard letter", actor="Clerk", tag=Tag.TYPING, outward=True, minutes=0.5),
    ),
    citations=(
        Citation(
            "workflow-count",
            "documents/rules/R8-known-values",
            "R8 Known values",
            3,
            "2026-12-01T10:00:00+00:00",
            "unverified",
            "Values known, source and destination known.",
        ),
    ),
)


def clinic() -> Report:
    return build(CLINIC, EXAMPLES)


def run_of(*texts: str, tag: Tag | None = Tag.TYPING, **changes: object) -> Run:
    """A run with these step texts, all tagged alike."""
    return Run("Made run", tuple(Step(text, tag=tag, **changes) for text in texts))  # type: ignore[arg-type]


# Letters the PDF can show, so that the same texts can be looked for in every format.
_LETTERS = "abcdefgh XYZ äéñß Ωψλ Жщя 0123456789 ,;()"
shown_texts = st.text(_LETTERS, min_size=1, max_size=30).map(lambda text: " ".join(text.split()))
step_texts = shown_texts.filter(lambda text: any(letter.isalpha() for letter in text))


@st.composite
def _steps(draw: st.DrawFn) -> Step:
    tag = draw(st.none() | st.sampled_from(Tag))
    suggested = draw(st.none() | st.sampled_from(Tag))
    return Step(
        text=draw(step_texts),
        actor=draw(st.none() | step_texts),
        tag=tag,
        reason=draw(st.none() | st.sampled_from(Reason)) if tag is Tag.DECISION else None,
        rule=draw(st.sampled_from([None, "R1", "R8", "R13"])),
        gate=draw(st.none() | st.booleans()),
        outward=draw(st.booleans()),
        minutes=draw(st.none() | st.integers(0, 600) | st.sampled_from([0.5, 12.25])),
        note=draw(st.none() | shown_texts),
        unsplit=draw(st.booleans()),
        suggestion=None if suggested is None else Suggestion(suggested, "R8", sure=draw(st.booleans())),
    )


def drawn_reports() -> st.SearchStrategy[Report]:
    made = st.lists(_steps(), max_size=8).map(lambda steps: build(Run("Drawn run", tuple(steps)), EXAMPLES))
    tagged = st.lists(_steps().filter(lambda step: step.tag is not None), min_size=1, max_size=8)
    return made | tagged.map(lambda steps: build(Run("Drawn run", tuple(steps)), EXAMPLES))
