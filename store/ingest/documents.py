"""One Markdown file of the corpus into a Document, or into the findings that keep it out."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import NamedTuple

from store.index.passages import Act, Answer, Document, Source
from store.ingest.chunks import blocks_of, cut, split_lines
from store.ingest.fields import Fields, shown
from store.ingest.findings import Finding
from store.ingest.keys import (
    ACT_KEYS,
    DOCUMENT_KEYS,
    RECORD_KEYS,
    derived_keys,
    mistyped_keys,
)
from store.ingest.yamlfile import Yaml, YamlProblem, parse_yaml

FENCE = "---"
STATUSES = ("draft", "stable", "deprecated")
MAX_QUESTION_CHARS = 2_000
"""As long as a search may be, so that every question in the corpus can be asked."""


@dataclass(frozen=True)
class ReadDocument:
    """A document with its file, the sha256 of the file's bytes, and the line each key stands on."""

    document: Document
    file: str
    sha: str
    yaml: Yaml
    body_line: int
    """The line of the file on which the body starts, from 1."""


class Split(NamedTuple):
    head: str
    yaml_text: str
    body: str


def read_document(file: str, content: bytes, findings: list[Finding]) -> ReadDocument | None:
    """Read one file; `file` is its path inside the corpus. None where it is too broken to say more about."""
    text = _decode(file, content, findings)
    if text is None:
        return None
    split = split_frontmatter(text)
    if split is None:
        findings.append(_broken(file, 1, _why_no_frontmatter(text)))
        return None
    try:
        yaml = parse_yaml(split.yaml_text, first_line=2)
    except YamlProblem as problem:
        findings.append(_broken(file, problem.line, f"the frontmatter is not valid YAML: {problem.why}."))
        return None
    if not isinstance(yaml.value, dict):
        why = "the frontmatter is empty." if yaml.value is None else "the frontmatter is not a group of keys."
        findings.append(_broken(file, 1, why))
        return None
    document = _document(file, split, yaml.value, yaml, findings)
    body_line = len(split_lines(split.head)) + 1
    return ReadDocument(document, file, hashlib.sha256(content).hexdigest(), yaml, body_line)


def split_frontmatter(text: str) -> Split | None:
    """Cut at the first line that is `---` again. None where the text does not open with such a line."""
    lines = split_lines(text)
    if not lines or lines[0].removeprefix("\ufeff").rstrip() != FENCE:
        return None
    for position, line in enumerate(lines[1:], start=1):
        if line.rstrip() == FENCE:
            head = "".join(lines[: position + 1])
            return Split(head, "".join(lines[1:position]), "".join(lines[position + 1 :]))
    return None


def _decode(file: str, content: bytes, findings: list[Finding]) -> str | None:
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        why = f"byte {error.start + 1} of the file (0x{content[error.start]:02x}) is not UTF-8."
        findings.append(Finding("not-utf-8", file, line, why, "Save the file as UTF-8."))
        return None
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        why = "the file has a NUL character in it, so it is not text."
        findings.append(Finding("not-text", file, line, why, "Remove the character, or the file."))
        return None
    return text


def _broken(file: str, line: int | None, why: str) -> Finding:
    fix = "Open the file with a line `---`, then `key: value` lines, then a line `---`."
    return Finding("broken-frontmatter", file, line, why, fix)


def _why_no_frontmatter(text: str) -> str:
    first = text.removeprefix("\ufeff").splitlines()[:1]
    if first and first[0].rstrip() == FENCE:
        return "the frontmatter is never closed: no second line `---`."
    return "the file has no frontmatter: its first line is not `---`."


def _document(
    file: str, split: Split, keys: dict[object, object], yaml: Yaml, findings: list[Finding]
) -> Document:
    fields = Fields(keys, file, yaml, findings)
    findings += mistyped_keys(keys, DOCUMENT_KEYS, file, yaml)
    findings += derived_keys(keys, file, yaml)
    record = fields.mapping("record") or Fields({}, file, yaml, findings, "record")
    findings += record.closed(RECORD_KEYS)
    status = _status(fields)
    if status == "stable" and not split.body.strip():
        fields.refuse(
            "empty-document", "status", "a stable document has no text.", "Write it, or make it draft."
        )
    stable_id = file.removesuffix(".md")
    if fields.value("type") is None:
        fields.missing("type")
    return Document(
        stable_id=stable_id,
        slug=PurePosixPath(stable_id).name,
        type=fields.text("type") or "",
        title=fields.text("title") or _first_heading(split.body) or PurePosixPath(stable_id).name,
        head=split.head,
        body=split.body,
        passages=cut(stable_id, split.body),
        description=fields.text("description") or "",
        tags=fields.texts("tags"),
        status=status,
        owner=record.text("owner"),
        generated=_act(fields, "generated", status, closed=False),
        approval=_act(record, "approval", status, closed=True),
        verified=tuple(act for entry in fields.mappings("verified") if (act := entry.act()) is not None),
        effective_from=record.instant("effective_from"),
        stale_after=fields.instant("stale_after"),
        superseded_by=record.text("superseded_by"),
        deprecated=_act(record, "deprecated", "", closed=True),
        order=record.number("order"),
        answers=_answers(record),
        concept=fields.text("concept"),
        sources=_sources(fields),
    )


def _status(fields: Fields) -> str:
    """A document that does not say is a draft, which is never served."""
    status = fields.text("status")
    if status is None or status in STATUSES:
        return status or "draft"
    fields.refuse(
        "wrong-form",
        "status",
        f"`status` is {shown(status)}, which is no status.",
        f"Use one of {', '.join(STATUSES)}.",
    )
    return "draft"


def _act(fields: Fields, key: str, status: str, *, closed: bool) -> Act | None:
    """An act; a stable document cannot do without it. OKF's own act keeps unknown keys, ours does not."""
    if fields.value(key) is None:
        if status == "stable":
            name = fields.name(key)
            why = f"the document is stable and `{name}` does not say who did that and when."
            fields.refuse(
                "incomplete-stable", key, why, f"Add `{name}: {{by: ..., at: ...}}`, or make it draft."
            )
        return None
    act = fields.mapping(key)
    if act is None:
        return None
    if closed:
        fields.findings += act.closed(ACT_KEYS)
    return act.act()


def _answers(record: Fields) -> tuple[Answer, ...]:
    """Each item is a question, or `{question: ..., heading: ...}` for one that a section answers."""
    answers = []
    for position, item in enumerate(record.items("answers")):
        match item:
            case str() if 0 < len(item.strip()) <= MAX_QUESTION_CHARS:
                answers.append(Answer(item.strip()))
            case {"question": str(question), "heading": str(heading)} if (
                0 < len(question.strip()) <= (MAX_QUESTION_CHARS)
            ):
                answers.append(Answer(question.strip(), heading.strip()))
            case _:
                record.refuse(
                    "wrong-form",
                    "answers",
                    f"item {position + 1} of `record.answers` is {shown(item)}, not a question.",
                    "Write a question of at most 2,000 characters, or {question: ..., heading: ...}; "
                    "in quotes where it holds a colon.",
                    position,
                )
    return tuple(answers)


def _sources(fields: Fields) -> tuple[Source, ...]:
    """OKF makes every key of a source optional."""
    return tuple(
        Source(entry.text("id") or "", entry.text("resource") or "", entry.text("title") or "")
        for entry in fields.mappings("sources")
    )


def _first_heading(body: str) -> str | None:
    return next((block.heading for block in blocks_of(body) if block.level), None)


def reading_order(documents: Sequence[ReadDocument]) -> list[ReadDocument]:
    """By `record.order`, those without one last, then by stable_id."""
    return sorted(
        documents,
        key=lambda read: (read.document.order is None, read.document.order or 0, read.document.stable_id),
    )
