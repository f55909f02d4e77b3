"""Probes and exams: questions and steps with the right answer beside them, read from files."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal, get_args

import yaml

from store.envelope import SUGGESTED, StepLine
from store.errors import InvalidRequest

Kind = Literal["in", "near", "ooc"]
Role = Literal["train", "calibrate"]
KINDS: tuple[Kind, ...] = get_args(Kind)
ROLES: tuple[Role, ...] = get_args(Role)

QUESTION_COLUMNS = ("id", "kind", "expect", "text")
STEP_COLUMNS = ("id", "step", "tag")


@dataclass(frozen=True)
class Question:
    """`kind`: in (covered), near (near miss), ooc (foreign). `expect`: concepts, the deciding one first."""

    id: str
    kind: Kind
    expect: tuple[str, ...]
    text: str


@dataclass(frozen=True)
class TaggedStep:
    """A step and the tag it should get. `rules` in order; `certain`: careful people would not differ."""

    line: StepLine
    tag: str
    reason: str
    rules: tuple[str, ...]
    certain: bool
    run: str = ""


@dataclass(frozen=True)
class ProbeFile:
    """One author's probes, all of one role. Exactly one of the two lists has rows."""

    name: str
    author: str
    role: Role
    questions: tuple[Question, ...] = ()
    steps: tuple[TaggedStep, ...] = ()


def read_probes(corpus: Path) -> tuple[ProbeFile, ...]:
    """Every file of the corpus's probes folder, by name. Raises InvalidRequest naming file and row."""
    files = sorted((corpus / "probes").glob("*.yaml"))
    if not files:
        raise InvalidRequest(
            "the corpus has no probes: put YAML files with author, role, kind and rows into probes/."
        )
    return tuple(read_probe_file(path) for path in files)


def read_probe_file(path: Path) -> ProbeFile:
    """One file of probes. Raises InvalidRequest."""
    try:
        found = yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise InvalidRequest(f"{path.name} cannot be read as YAML ({type(error).__name__}).") from None
    if not isinstance(found, dict) or not isinstance(found.get("rows"), list):
        raise InvalidRequest(f"{path.name} is no file of probes: it needs author, role, kind and rows.")
    author, role, rows = str(found.get("author", "")), found.get("role"), found["rows"]
    if role not in ROLES or not author:
        raise InvalidRequest(
            f"{path.name} has author {author!r} and role {role!r}: role is train or calibrate."
        )
    if found.get("kind") == "steps":
        steps = with_neighbours([_step(path.name, _texts(row)) for row in rows])
        return ProbeFile(path.name, author, role, steps=steps)
    return ProbeFile(
        path.name, author, role, questions=tuple(_question(path.name, _texts(row)) for row in rows)
    )


def read_exam(path: Path) -> tuple[Question, ...] | tuple[TaggedStep, ...]:
    """An exam: tab-separated, with a header, of questions or of steps with tags. Raises InvalidRequest."""
    rows = read_table(path)
    columns = rows[0].keys()
    if set(QUESTION_COLUMNS) <= columns:
        return tuple(_question(path.name, row) for row in rows)
    if set(STEP_COLUMNS) <= columns:
        return with_neighbours([_step(path.name, row) for row in rows])
    raise InvalidRequest(
        f"{path.name} has the columns {', '.join(columns)}. An exam has {', '.join(QUESTION_COLUMNS)} "
        f"(questions) or at least {', '.join(STEP_COLUMNS)} (steps), separated by tabs."
    )


def read_table(path: Path) -> list[dict[str, str]]:
    """The rows of a tab-separated file with a header; at least one. Raises InvalidRequest."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError:
        raise InvalidRequest(
            f"{path.name!r} is no file that can be read. Give a tab-separated file."
        ) from None
    except UnicodeDecodeError:
        raise InvalidRequest(f"{path.name!r} is not UTF-8 text. Save it as UTF-8.") from None
    lines = [line for line in text.splitlines() if line.strip()]
    rows = [
        {key.strip(): (value or "").strip() for key, value in row.items() if isinstance(key, str)}
        for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
    ]
    if not rows:
        raise InvalidRequest(f"{path.name!r} has no rows below its header. Each row is one line with tabs.")
    return rows


def with_neighbours(steps: Sequence[TaggedStep]) -> tuple[TaggedStep, ...]:
    """Steps of one run in a row know what comes before and after them, unless the file says it itself."""
    filled: list[TaggedStep] = []
    for place, step in enumerate(steps):
        before = steps[place - 1] if place else None
        after = steps[place + 1] if place + 1 < len(steps) else None
        line = replace_missing(
            step.line,
            before.line.step if before is not None and step.run and before.run == step.run else "",
            after.line.step if after is not None and step.run and after.run == step.run else "",
        )
        filled.append(replace(step, line=line))
    return tuple(filled)


def replace_missing(line: StepLine, before: str, after: str) -> StepLine:
    return line.model_copy(update={"before": line.before or before, "after": line.after or after})


def _question(file: str, row: dict[str, str]) -> Question:
    kind = row.get("kind", "")
    if kind not in KINDS:
        raise InvalidRequest(f"{file}, row {row.get('id')!r}: kind is {kind!r}. Use {', '.join(KINDS)}.")
    if not row.get("text"):
        raise InvalidRequest(f"{file}, row {row.get('id')!r} has no text.")
    return Question(row["id"], kind, _concepts(row.get("expect", "")), row["text"])


def _step(file: str, row: dict[str, str]) -> TaggedStep:
    tag = row.get("tag", "")
    if tag not in SUGGESTED:
        raise InvalidRequest(f"{file}, row {row.get('id')!r}: tag is {tag!r}. Use {', '.join(SUGGESTED)}.")
    if not row.get("step"):
        raise InvalidRequest(f"{file}, row {row.get('id')!r} has no step.")
    line = StepLine(
        id=row["id"],
        step=row["step"],
        actor=row.get("actor", ""),
        before=row.get("before", ""),
        after=row.get("after", ""),
        domain=row.get("domain", ""),
    )
    rules = tuple(row.get("rule", "").replace("+", ",").split(",")) if row.get("rule") else ()
    certain = row.get("certain", "yes").lower() in ("yes", "true", "")
    return TaggedStep(line, tag, row.get("reason", ""), rules, certain, row.get("run", ""))


def _concepts(listed: str) -> tuple[str, ...]:
    return tuple(one for one in (part.strip() for part in listed.split(",")) if one and one != "none")


def _texts(row: Any) -> dict[str, str]:
    """A YAML row as the same strings a table would hold."""
    if not isinstance(row, dict):
        return {}
    return {str(key): _text(value) for key, value in row.items()}


def _text(value: Any) -> str:
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case list():
            return ",".join(map(str, value))
        case _:
            return str(value)


def of_role(files: Iterable[ProbeFile], role: Role) -> tuple[ProbeFile, ...]:
    return tuple(file for file in files if file.role == role)
