"""What of a document is embedded, in which words, and which passage each vector points at."""

from __future__ import annotations

from store.index.passages import Answer, Document, Entry, EntryKind, Passage
from store.ingest.examples import example_rows

ENTRIES_FORM = "title>headings+text/1"
"""Names the texts made below. Another form is another generation, even of an unchanged corpus."""


def entries_of(document: Document) -> tuple[Entry, ...]:
    """One entry per passage, per question answered and per example step line, passages first."""
    return (
        *(_passage_entry(document, passage) for passage in document.passages),
        *_question_entries(document),
        *(Entry(row.passage_id, EntryKind.STEP, row.step) for row in example_rows(document)),
    )


def _passage_entry(document: Document, passage: Passage) -> Entry:
    """A passage is embedded under its title and headings: "If yes, write one step" means little alone."""
    path = [heading for heading in passage.heading_path if heading != document.title]
    return Entry(passage.id, EntryKind.PASSAGE, " > ".join([document.title, *path]) + "\n" + passage.text)


def _question_entries(document: Document) -> tuple[Entry, ...]:
    if not document.passages:
        return ()
    return tuple(
        Entry(passage_for(document, answer).id, EntryKind.QUESTION, answer.question)
        for answer in document.answers
    )


def passage_for(document: Document, answer: Answer) -> Passage:
    """The passage that answers: the first under the heading it names, else the document's opening."""
    for passage in document.passages:
        if answer.heading is not None and answer.heading in passage.heading_path:
            return passage
    return document.passages[0]
