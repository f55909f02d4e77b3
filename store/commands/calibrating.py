"""Verbs that measure: calibrate, exam, suggest."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from store.calibrate.curve import Rate
from store.calibrate.declare import declare
from store.calibrate.exam import QuestionExam, Row, Share, StepExam, question_exam, step_exam
from store.calibrate.measure import Bound, Measured, measure, words_of, words_that_train
from store.calibrate.probes import ProbeFile, Question, TaggedStep, read_exam, read_probes, read_table
from store.calibrate.report import told, write_report
from store.calibrate.sureness import MeasuredSureness, measure_sureness
from store.commands.progress import progress_bar
from store.envelope import NOT_A_STEP, Floor, StepLine, StepSuggestion
from store.errors import InvalidRequest, RecordError
from store.governance import PREDICATE_VERSION
from store.index.generations import GenerationInfo
from store.ingest.publish import publish
from store.record import Record
from store.search.gate import gate_digest, gate_version
from store.settings import Settings, open_settings

WHO = "process:cli"


class FloorRefused(RecordError):
    """The bound asked for is not met: no floor is handed out."""


def register(app: typer.Typer) -> None:
    app.command("calibrate")(calibrate_verb)
    app.command("exam")(exam_verb)
    app.command("suggest")(suggest_verb)


def calibrate_verb(
    train: Annotated[
        bool, typer.Option("--train", help="Train the space again first, and publish with it (minutes).")
    ] = False,
    leak: Annotated[
        float, typer.Option("--leak", min=0, max=1, help="Most of what is not covered that may be answered.")
    ] = Bound().leaked,
    refused: Annotated[
        float, typer.Option("--refused", min=0, max=1, help="Most of what is covered that may be refused.")
    ] = Bound().refused,
    report: Annotated[
        Path | None, typer.Option("--report", help="Where the HTML report goes; unset, into RECORD_HOME.")
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Measure and report, write no floor.")] = False,
) -> None:
    """Measure the floor on probes that never train, and write it into record.yaml if it keeps the bound."""
    settings = open_settings()
    if train:
        from store.commands.training import train_adapter  # brings torch, which no other verb should wait for

        with progress_bar("training", minutes=True) as progress:
            train_adapter(settings, progress)
        with progress_bar() as progress:
            publish(settings, who=WHO, progress=progress)
    files = read_probes(settings.corpus)
    with Record.open(settings, who=WHO) as record:
        generation = record.active()
        with progress_bar("measuring") as progress:
            measured = measure(files, record.gauge, Bound(leak, refused), progress)
        sure = _sureness(record, files, generation)
    place = report or settings.home / "calibration.html"
    space = generation.space
    about = f"Generation {generation.number}, space {space.digest}, gate {gate_version(space)}."
    write_report(place, measured, sure, about)
    print("\n".join([*told(measured, sure), f"The report is in {place.name}."]))
    if measured.problems:
        raise FloorRefused("no floor is written: " + "\n".join(measured.problems))
    if not dry_run:
        _declare(settings, generation, measured, sure)
        print("The floor is in force: record.yaml was changed.")


def exam_verb(
    file: Annotated[Path, typer.Argument(help="A tab-separated exam: questions, or steps with tags.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Score an exam with the gate and the suggestions in force."""
    exam = read_exam(file)
    with Record.open(open_settings(), who=WHO) as record:
        result = _examined(record, exam)
    print(result.model_dump_json(indent=2) if as_json else "\n".join(_lines(result)))


def suggest_verb(
    file: Annotated[
        Path, typer.Argument(help="A tab-separated file: id, step; optional actor, before, after.")
    ],
) -> None:
    """Print a suggested tag per step, tab-separated: id, tag, reason, rule, sure, stable_id."""
    rows = read_table(file)
    missing = [name for name in ("id", "step") if name not in rows[0]]
    if missing:
        raise InvalidRequest(
            f"{file.name!r} has no column {' and no column '.join(missing)}. It needs id and step; "
            "actor, before and after help."
        )
    columns = ("id", "step", "actor", "before", "after", "domain")
    lines = [StepLine(**{name: row.get(name, "") for name in columns}) for row in rows]
    with Record.open(open_settings(), who=WHO) as record:
        suggestions = record.suggest(lines)
    print("\t".join(("id", "tag", "reason", "rule", "sure", "stable_id")))
    for one in suggestions:
        print("\t".join(_cells(one)))


def _cells(one: StepSuggestion) -> tuple[str, ...]:
    sure = "yes" if one.sure else "no"
    return one.id, one.tag or NOT_A_STEP, one.reason or "", one.rule, sure, one.stable_id or ""


def _sureness(
    record: Record, files: Sequence[ProbeFile], generation: GenerationInfo
) -> MeasuredSureness | None:
    """None in a space that learned no tags, and where no steps measure."""
    known = words_that_train(files)
    measuring = [step for file in files if file.role == "calibrate" for step in file.steps]
    steps = [step for step in measuring if words_of(step.line.step) not in known]
    if generation.space.adapter_digest is None or not steps:
        return None
    return measure_sureness(steps, record.readings([step.line for step in steps]))


def _declare(
    settings: Settings, generation: GenerationInfo, measured: Measured, sure: MeasuredSureness | None
) -> None:
    at = datetime.now(UTC).replace(microsecond=0).isoformat()
    space = generation.space
    floor = {
        "floor": measured.floor,
        "measured_at": at,
        "digest": gate_digest(space),
        "space": space.digest,
        "predicate": PREDICATE_VERSION,
        "version": gate_version(space),
        "probes_by": ", ".join(measured.authors),
        "leak": str(measured.leaked),
        "refused": str(measured.refused),
    }
    declare(settings.corpus, "gate", floor)
    kept = None
    if sure is not None and sure.at is not None:
        kept = {
            "at": sure.at,
            "measured_at": at,
            "digest": space.digest,
            "right": str(sure.right),
            "sure": str(sure.sure),
        }
    declare(settings.corpus, "sure", kept)


def _examined(record: Record, exam: tuple[Question, ...] | tuple[TaggedStep, ...]) -> QuestionExam | StepExam:
    steps = [row for row in exam if isinstance(row, TaggedStep)]
    if steps:
        return step_exam(steps, record.suggest([step.line for step in steps]))
    questions = [row for row in exam if isinstance(row, Question)]
    gate = record.gate()
    concepts = record.concepts()

    def find(text: str, k: int) -> list[str | None]:
        return [concepts.get(hit.provenance.stable_id) for hit in record.closest(text, k)]

    return question_exam(questions, gate.floor if isinstance(gate, Floor) else None, record.gauge, find)


def _lines(result: QuestionExam | StepExam) -> list[str]:
    """The result for a person: one line per number, then the worst rows."""
    lines = [
        f"{name.replace('_', ' ')}: {_shown(value)}"
        for name, value in result
        if name not in ("worst", "kind")
    ]
    return [*lines, "", "worst rows:", *(_row(row) for row in result.worst)]


def _shown(value: object) -> str:
    match value:
        case Share(share=None):
            return "no such row"
        case Share(hits=hits, of=of, low=low, high=high):
            return str(Rate(hits, of, low, high))
        case None:
            return "none"
        case _:
            return str(value)


def _row(row: Row) -> str:
    score = "" if row.score is None else f"{row.score:.3f}"
    return "\t".join((row.id, f"expected {row.expected}", row.got, score, row.text))
