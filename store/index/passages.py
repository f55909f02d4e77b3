"""Documents and the passages that partition them."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


@dataclass(frozen=True)
class Act:
    """Who did something and when: `by` is an actor (`human:<id>`, `process:<id>`, `<producer>/<version>`)."""

    by: str
    at: datetime


@dataclass(frozen=True)
class Source:
    """Where a document's words come from, as its frontmatter says."""

    id: str
    resource: str
    title: str = ""


@dataclass(frozen=True)
class Answer:
    """A question the document answers. `heading` names the section that does; None means its opening."""

    question: str
    heading: str | None = None


@dataclass(frozen=True)
class Passage:
    """One piece of a document's body. The texts of its passages, in order, are the body, byte for byte.

    `id` is `<stable_id>#<ordinal>`, ordinals from 0. `heading_path`: the headings above, outermost first.
    """

    stable_id: str
    ordinal: int
    heading_path: tuple[str, ...]
    text: str

    @property
    def id(self) -> str:
        return f"{self.stable_id}#{self.ordinal}"


class EntryKind(StrEnum):
    """Why an entry's vector exists: the passage itself, a question it answers, an example step line in it."""

    PASSAGE = "passage"
    QUESTION = "question"
    STEP = "step"


@dataclass(frozen=True)
class Entry:
    """One row of a generation's vector index: a text to embed that points at a passage."""

    passage_id: str
    kind: EntryKind
    text: str

    @property
    def digest(self) -> str:
        """sha256 of the text to embed: equal digests in one embedding space have equal vectors."""
        return hashlib.sha256(self.text.encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True)
class Document:
    """One document of the corpus. `head` is the raw frontmatter block, `body` everything after it.

    `stable_id` is `documents/<path without .md>`, `slug` its last segment. `concept` is the method's own name
    for what the document holds (R1, G2, tag-AI, method-count, scope...), None where it has none.
    `answers` are questions the document answers. Instants are in UTC.
    """

    stable_id: str
    slug: str
    type: str
    title: str
    head: str
    body: str
    passages: tuple[Passage, ...]
    description: str = ""
    tags: tuple[str, ...] = ()
    status: str = "draft"
    owner: str | None = None
    generated: Act | None = None
    approval: Act | None = None
    verified: tuple[Act, ...] = ()
    effective_from: datetime | None = None
    stale_after: datetime | None = None
    superseded_by: str | None = None
    deprecated: Act | None = None
    order: int | None = None
    answers: tuple[Answer, ...] = ()
    sources: tuple[Source, ...] = ()
    concept: str | None = None
