"""What a generation is, as the catalog tells it, and how its rows are read and written."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from pydantic import TypeAdapter
from sqlalchemy import Row

from store.index.embedder import Space
from store.index.passages import Document

_DOCUMENT = TypeAdapter(Document)


class State(StrEnum):
    """What a generation is now. READY, ACTIVE, ROLLBACK can be read; BUILDING is unseen until complete."""

    BUILDING = "building"
    READY = "ready"
    ACTIVE = "active"
    ROLLBACK = "rollback"
    FAILED = "failed"
    REMOVED = "removed"


@dataclass(frozen=True)
class Changes:
    """Stable_ids of the documents that came, changed and went against the generation served before."""

    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()


@dataclass(frozen=True)
class GenerationInfo:
    """One generation. `flipped`: when it was first served; `retired`: when it last stopped being served."""

    number: int
    corpus_id: str
    state: State
    created: datetime
    flipped: datetime | None
    retired: datetime | None
    corpus_digest: str
    space: Space
    documents: int
    passages: int
    entries: int
    changes: Changes


@dataclass(frozen=True)
class Serving:
    """What one request stands on, from one transaction: the active generation, what is withdrawn now."""

    generation: GenerationInfo | None
    withdrawn: frozenset[str]


@dataclass(frozen=True)
class NewGeneration:
    """What a generation under construction is made from."""

    corpus_digest: str
    space: Space
    documents: int
    passages: int
    entries: int
    changes: Changes


def info_of(row: Row[*tuple[object, ...]], pointer: Row[int, int] | None) -> GenerationInfo:
    state = State(row.state)
    if pointer is not None and row.number == pointer.active:
        state = State.ACTIVE
    elif pointer is not None and row.number == pointer.rollback:
        state = State.ROLLBACK
    return GenerationInfo(
        number=row.number,
        corpus_id=row.corpus_id,
        state=state,
        created=row.created,
        flipped=row.flipped,
        retired=row.retired,
        corpus_digest=row.corpus_digest,
        space=Space(row.model_id, row.dimension, row.adapter_digest),
        documents=row.documents,
        passages=row.passages,
        entries=row.entries,
        changes=Changes(*(tuple(row.changes[name]) for name in ("added", "changed", "removed"))),
    )


def changes_json(changes: Changes) -> dict[str, list[str]]:
    return {"added": [*changes.added], "changed": [*changes.changed], "removed": [*changes.removed]}


def document_json(document: Document) -> str:
    """A document as the catalog keeps it: equal texts are equal documents."""
    return _DOCUMENT.dump_json(document, exclude={"body"}).decode()


def document_of(text: str) -> Document:
    """A document's body is its passages put together, so it is not stored a second time."""
    fields = json.loads(text)
    fields["body"] = "".join(passage["text"] for passage in fields["passages"])
    return _DOCUMENT.validate_python(fields)
