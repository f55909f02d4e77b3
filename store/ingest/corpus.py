"""The whole corpus, read: documents, identity, policy and ledger, and what is wrong in each file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from pydantic import ValidationError

from store.index.acts import Takedown
from store.index.identity import CORPUS_ID
from store.index.manifest import Manifest, MeasuredFloor, Retrieval
from store.ingest.documents import ReadDocument, read_document, reading_order
from store.ingest.fields import Fields, shown
from store.ingest.findings import Finding
from store.ingest.folder import Folder, open_folder
from store.ingest.keys import IDENTITY_KEYS, mistyped_keys
from store.ingest.ledger import LEDGER_FILE, read_ledger_file
from store.ingest.policy import POLICY_FILE, Policy, read_policy
from store.ingest.yamlfile import Yaml, YamlProblem, parse_yaml

RECORD_FILE = "record.yaml"
Read = TypeVar("Read")


@dataclass(frozen=True)
class Corpus:
    """`corpus_id` is "" and the rest empty where a file could not be read; `findings` then says why."""

    folder: Folder
    corpus_id: str
    documents: tuple[ReadDocument, ...]
    policy: Policy
    ledger: tuple[Takedown, ...]
    findings: tuple[Finding, ...]


def read_corpus(root: Path) -> Corpus:
    """Read everything once. Findings here are about one file each; `check` adds those about several."""
    findings: list[Finding] = []
    if not root.is_dir():
        findings.append(_no_folder(root))
    folder = open_folder(root, findings)
    read = [read_document(file, folder.read(file), findings) for file in folder.documents]
    return Corpus(
        folder=folder,
        corpus_id=_read(folder, RECORD_FILE, _identity, "", findings),
        documents=tuple(reading_order([document for document in read if document is not None])),
        policy=_read(folder, POLICY_FILE, read_policy, Policy(), findings),
        ledger=_read(folder, LEDGER_FILE, read_ledger_file, (), findings),
        findings=tuple(findings),
    )


def _read(
    folder: Folder,
    file: str,
    reader: Callable[[Yaml, list[Finding]], Read],
    empty: Read,
    findings: list[Finding],
) -> Read:
    """One of the corpus's own YAML files. A missing ledger is an empty one; the others must be there."""
    if file not in folder.paths:
        if file != LEDGER_FILE and folder.root.is_dir():
            findings.append(_missing(file))
        return empty
    try:
        yaml = parse_yaml(folder.read(file).decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        why = f"byte {error.start + 1} of the file is not UTF-8."
        findings.append(Finding("not-utf-8", file, None, why, "Save the file as UTF-8."))
        return empty
    except YamlProblem as problem:
        why = f"it is not valid YAML: {problem.why}."
        findings.append(Finding("broken-yaml", file, problem.line, why, "Correct the line."))
        return empty
    if not isinstance(yaml.value, dict | None):
        why = "it is not a group of keys."
        findings.append(Finding("broken-yaml", file, 1, why, "Write `key: value` lines."))
        return empty
    return reader(yaml if yaml.value is not None else Yaml({}), findings)


def _identity(yaml: Yaml, findings: list[Finding]) -> str:
    assert isinstance(yaml.value, dict)  # noqa: S101  (`_read` hands on nothing else)
    findings += mistyped_keys(yaml.value, IDENTITY_KEYS, RECORD_FILE, yaml)
    for group, known in (("retrieval", Retrieval.model_fields), ("gate", MeasuredFloor.model_fields)):
        if isinstance(inner := yaml.value.get(group), dict):
            findings += mistyped_keys(inner, known, RECORD_FILE, yaml, group)
    findings += _unusable(yaml, yaml.value)
    fields = Fields(yaml.value, RECORD_FILE, yaml, findings)
    if fields.value("corpus_id") is None:
        fields.missing("corpus_id")
        return ""
    corpus_id = fields.text("corpus_id")
    if corpus_id is not None and not CORPUS_ID.fullmatch(corpus_id):
        fields.refuse(
            "wrong-form",
            "corpus_id",
            f"`corpus_id` is {shown(corpus_id)}, which cannot stand in a citation.",
            "Use 1 to 100 letters, digits, dots, dashes or underscores.",
        )
        return ""
    return corpus_id or ""


def _unusable(yaml: Yaml, declared: dict[object, object]) -> Iterator[Finding]:
    """What the search could not use, one finding per key; the corpus_id has its own."""
    try:
        Manifest.model_validate({**declared, "corpus_id": "checked-by-itself"})
    except ValidationError as error:
        deepest_last = sorted(error.errors(), key=lambda problem: len(problem["loc"]))
        problems = {str(problem["loc"][0]): problem for problem in deepest_last}
        for key, problem in sorted(problems.items()):
            reason = str(problem["msg"]).removeprefix("Value error, ")
            why = f"`{key}` is {shown(declared[key])}, which the search cannot use: {reason}."
            yield Finding("wrong-form", RECORD_FILE, yaml.line(key), why, "Correct it, or remove the key.")


def _no_folder(root: Path) -> Finding:
    why = f"there is no folder {root.name!r} to read the corpus from."
    return Finding(
        "no-corpus", root.name, None, why, "Set RECORD_CORPUS to the folder that holds record.yaml."
    )


def _missing(file: str) -> Finding:
    fix = {
        RECORD_FILE: "Add it with at least `corpus_id: <name>`.",
        POLICY_FILE: "Add it with `approvers:` and who may approve.",
    }[file]
    return Finding("missing-file", file, None, "the corpus has no such file.", fix)
