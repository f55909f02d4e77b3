"""The journey: a repository listing made into a dated, cited document with a timeline."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import yaml

from store.errors import RecordError
from store.ingest.corpus import read_corpus
from store.ingest.documents import ReadDocument
from store.ingest.fields import ACTOR, ACTOR_FORM
from store.ingest.listing import Listing, read_listing
from store.ingest.timeline import journey_body, title_of

FILE = "documents/practice/journey.md"
MAKER = "process:journey"
TYPE = "journey"


@dataclass(frozen=True)
class Written:
    """What the verb did. `served_after_ingest` is False for a draft, which nobody on the policy approved."""

    file: str
    repositories: int
    unchanged: bool
    served_after_ingest: bool


def write_journey(corpus_root: Path, listing_file: Path, approver: str, now: datetime) -> Written:
    """Write the journey document of a corpus. Raises ListingRefused, RecordError.

    A document that this did not make is never overwritten.
    """
    if not ACTOR.fullmatch(approver):
        raise RecordError(f"--approved-by is {approver!r}: write {ACTOR_FORM}.")
    listing = read_listing(listing_file)
    sha = hashlib.sha256(listing_file.read_bytes()).hexdigest()
    corpus = read_corpus(corpus_root)
    before = next((read for read in corpus.documents if read.file == FILE), None)
    _refuse_foreign(corpus_root, before)
    now = now.astimezone(UTC).replace(microsecond=0)
    approved = corpus.policy.allows(approver, TYPE)
    if before is not None and _same(before, sha, approver if approved else None):
        return Written(FILE, len(listing.repositories), True, approved)
    head = _head(listing, listing_file.name, sha, approver if approved else None, now)
    path = corpus_root / FILE
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"---\n{head}---\n{journey_body(listing, now)}", encoding="utf-8", newline="")
    except OSError as error:
        raise RecordError(f"{FILE} cannot be written ({error.strerror}).") from None
    return Written(FILE, len(listing.repositories), False, approved)


def _refuse_foreign(root: Path, before: ReadDocument | None) -> None:
    if before is None and not (root / FILE).exists():
        return
    generated = None if before is None else before.document.generated
    if generated is None or generated.by != MAKER:
        raise RecordError(
            f"{FILE} is there already and was not made by this command, so it is left alone. "
            "Move it away first if the journey should be written anew."
        )


def _same(before: ReadDocument, sha: str, approver: str | None) -> bool:
    approval = before.document.approval
    return any(sha in source.title for source in before.document.sources) and approver == (
        None if approval is None else approval.by
    )


def _head(listing: Listing, file_name: str, sha: str, approver: str | None, now: datetime) -> str:
    at = now.isoformat()
    record: dict[str, object] = {"owner": "human:record-owner"}
    if approver is not None:
        record["approval"] = {"by": approver, "at": at}
    record |= {"order": 530, "answers": _answers()}
    head = {
        "type": TYPE,
        "title": title_of(listing),
        "description": "Repositories by year and language, made from a listing in GitHub's REST form.",
        "concept": "journey",
        "tags": ["practice", "journey", "GitHub"],
        "status": "draft" if approver is None else "stable",
        "generated": {"by": MAKER, "at": at},
        "sources": [{"id": "listing", "resource": file_name, "title": f"Repository listing, sha256 {sha}"}],
        "record": record,
    }
    return yaml.safe_dump(head, sort_keys=False, allow_unicode=True, width=1_000)


def _answers() -> list[dict[str, str]]:
    return [
        {"question": "What does the GitHub journey look like, year by year?", "heading": "Year by year"},
        {"question": "How many repositories did he make in each year?", "heading": "Year by year"},
        {"question": "When did the practitioner start on GitHub?", "heading": "Year by year"},
        {
            "question": "Which programming languages does the practitioner use on GitHub?",
            "heading": "Languages",
        },
        {"question": "Which repositories has he made?", "heading": "Repositories"},
        {"question": "Which repositories are forks?", "heading": "Forks"},
    ]
