"""The checker: everything that keeps a corpus from being published, all of it in one run."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from store.errors import StoreUnavailable
from store.index.acts import Takedown, withdrawn_by
from store.index.catalog import open_catalog
from store.index.database import database_exists
from store.ingest.corpus import Corpus, read_corpus
from store.ingest.documents import ReadDocument
from store.ingest.findings import Finding, sort_key
from store.ingest.ledger import LEDGER_FILE
from store.ingest.links import anchors_of, dead_links
from store.settings import Settings


def check(corpus: Corpus, mirror: Sequence[Takedown]) -> tuple[Finding, ...]:
    """Every finding, in the order of files and lines. `mirror` is the ledger as it was last in force."""
    found = list(corpus.findings)
    for rule in _RULES:
        found += rule(corpus)
    found += ledger_shrank(corpus.ledger, mirror)
    return tuple(sorted(found, key=sort_key))


def check_now(settings: Settings) -> tuple[Finding, ...]:
    """Check the corpus of `settings` against the ledger its database saw last, where there is a database."""
    corpus = read_corpus(settings.corpus)
    if not corpus.corpus_id or not database_exists(settings):
        return check(corpus, ())
    try:
        return check(corpus, open_catalog(settings).acts.ledger())
    except StoreUnavailable:
        why = "the database did not answer, so nobody knows whether the ledger lost an act."
        unknown = Finding("ledger-unknown", LEDGER_FILE, None, why, "Check again when the database answers.")
        return tuple(sorted([*check(corpus, ()), unknown], key=sort_key))


def _empty(corpus: Corpus) -> Iterator[Finding]:
    if corpus.folder.root.is_dir() and not corpus.folder.documents:
        why = "there is no document in it: no file that ends in .md."
        yield Finding("empty-corpus", "documents", None, why, "Add at least one document.")


def _same_slug(corpus: Corpus) -> Iterator[Finding]:
    first: dict[str, str] = {}
    for read in sorted(corpus.documents, key=lambda read: read.file):
        other = first.setdefault(read.document.slug, read.file)
        if other != read.file:
            why = f"its slug `{read.document.slug}` is also that of {other}, so the slug names two documents."
            yield Finding("duplicate-slug", read.file, None, why, "Rename one of the two files.")


def _approvals(corpus: Corpus) -> Iterator[Finding]:
    for read in corpus.documents:
        document, approval = read.document, read.document.approval
        if approval is None:
            continue
        line = read.yaml.line("record", "approval")
        if not corpus.policy.allows(approval.by, document.type):
            why = (
                f"`{approval.by}` is not listed in governance.yaml as an approver of type `{document.type}`."
            )
            fix = "Let somebody who is listed approve it, or list the approver for this type."
            yield Finding("approver-not-listed", read.file, line, why, fix)
        if document.generated is not None and document.generated.at > approval.at:
            why = (
                f"it was approved at {approval.at.isoformat()}, before it was generated at "
                f"{document.generated.at.isoformat()}: what was approved is not what is here."
            )
            yield Finding("approved-too-early", read.file, line, why, "Approve it again.")


def _links(corpus: Corpus) -> Iterator[Finding]:
    anchors = anchors_of({read.file: read for read in corpus.documents})
    for read in corpus.documents:
        yield from dead_links(read, corpus.folder.paths, anchors)


def _answered_headings(corpus: Corpus) -> Iterator[Finding]:
    for read in corpus.documents:
        headings = {heading for passage in read.document.passages for heading in passage.heading_path}
        for answer in read.document.answers:
            if answer.heading is not None and answer.heading not in headings:
                why = f"an answer names the heading `{answer.heading}`, which the document does not have."
                line = read.yaml.line("record", "answers")
                yield Finding(
                    "unknown-heading", read.file, line, why, "Write the heading as it stands below."
                )


def _successors(corpus: Corpus) -> Iterator[Finding]:
    known = {read.document.stable_id for read in corpus.documents}
    after = {read.document.stable_id: read.document.superseded_by for read in corpus.documents}
    for read in corpus.documents:
        successor = read.document.superseded_by
        if successor is None:
            continue
        line = read.yaml.line("record", "superseded_by")
        if successor not in known:
            why = f"its successor `{successor}` does not exist."
            fix = f"Write the successor's stable_id{_near_names(successor, known)}."
            yield Finding("unknown-successor", read.file, line, why, fix)
        elif _runs_in_circle(read, after):
            why = f"its successors lead back to itself, starting with `{successor}`."
            yield Finding("circular-successor", read.file, line, why, "Let the newest document have none.")


def _runs_in_circle(read: ReadDocument, after: dict[str, str | None]) -> bool:
    seen: set[str] = set()
    at: str | None = read.document.stable_id
    while at is not None and at not in seen:
        seen.add(at)
        at = after.get(at)
    return at == read.document.stable_id


def _takedowns(corpus: Corpus) -> Iterator[Finding]:
    known = {read.document.stable_id for read in corpus.documents}
    unreadable = {file.removesuffix(".md") for file in corpus.folder.documents} - known
    for stable_id in sorted(withdrawn_by(corpus.ledger) - known - unreadable):
        why = f"the takedown of `{stable_id}` names no document, so it withdraws nothing."
        fix = (
            "If the document was renamed, take it down under its new name; then revoke this one: "
            f'`python -m store takedown revoke {stable_id} --by ACTOR --why "..."`.'
        )
        yield Finding("takedown-names-nothing", LEDGER_FILE, None, why, fix)


def ledger_shrank(ledger: Sequence[Takedown], mirror: Sequence[Takedown]) -> Iterator[Finding]:
    """An act that was in force is gone from the ledger, or is not what it was."""
    for position, act in enumerate(mirror):
        if position < len(ledger) and ledger[position] == act:
            continue
        why = (
            f"entry {position + 1} ({act.act} {act.stable_id}, by {act.by}) was in force and is gone or "
            "changed; the ledger is append-only."
        )
        fix = "Put the entry back as it was; to serve the document again, append a revoke."
        yield Finding("ledger-shrank", LEDGER_FILE, None, why, fix)
        return


def _near_names(name: str, known: set[str]) -> str:
    same_slug = sorted(
        stable_id for stable_id in known if stable_id.rpartition("/")[2] == name.rpartition("/")[2]
    )
    return f", perhaps `{same_slug[0]}`" if same_slug else ""


_RULES: tuple[Callable[[Corpus], Iterator[Finding]], ...] = (
    _empty,
    _same_slug,
    _approvals,
    _links,
    _answered_headings,
    _successors,
    _takedowns,
)
