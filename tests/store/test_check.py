"""Every refusal of the checker, each with its full text."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from store.index.acts import Takedown, TakedownKind
from store.ingest.check import check, check_now
from store.ingest.corpus import read_corpus
from store.settings import Settings
from tests.conftest import ROOT
from tests.store.corpora import NOTES, document, write_corpus

FORM = "Open the file with a line `---`, then `key: value` lines, then a line `---`."


def found(root: Path, mirror: tuple[Takedown, ...] = ()) -> list[str]:
    return [str(finding) for finding in check(read_corpus(root), mirror)]


def one(root: Path) -> str:
    """The only finding of a corpus."""
    (finding,) = found(root)
    return finding


def text(place: str, slug: str, why: str, fix: str) -> str:
    return f"{place}: {slug}: {why}\n    fix: {fix}"


@pytest.fixture
def corpus(tmp_path: Path) -> Callable[..., Path]:
    """A corpus of one document `a.md` with this content, or of these documents."""

    def make(content: str | bytes | dict[str, str | bytes], **others: str) -> Path:
        documents = content if isinstance(content, dict) else {"a.md": content}
        return write_corpus(tmp_path / "corpus", documents, **others)

    return make


def test_a_sound_corpus_has_no_finding(corpus: Callable[..., Path]) -> None:
    assert found(corpus(NOTES)) == []


def test_unknown_keys_of_okf_are_kept_without_a_word(corpus: Callable[..., Path]) -> None:
    root = corpus(document(front="resource: https://example.org\ncolour: {of: mine}\ntimestamp: soon"))
    assert found(root) == []
    assert "colour: {of: mine}" in read_corpus(root).documents[0].document.head


def test_okf_asks_for_a_type_and_nothing_else(corpus: Callable[..., Path]) -> None:
    root = corpus("---\ntype: note\n---\n# Its *heading*\n\nWords.\n")
    (read,) = read_corpus(root).documents
    assert found(root) == []
    assert (read.document.title, read.document.status) == ("Its heading", "draft")


@pytest.mark.parametrize(
    ("content", "line", "why"),
    [
        ("# Words only\n", 1, "the file has no frontmatter: its first line is not `---`."),
        ("", 1, "the file has no frontmatter: its first line is not `---`."),
        ("----\ntype: note\n----\n", 1, "the file has no frontmatter: its first line is not `---`."),
        (" ---\ntype: note\n---\n", 1, "the file has no frontmatter: its first line is not `---`."),
        ("---\ntype: note\n", 1, "the frontmatter is never closed: no second line `---`."),
        ("---\n---\nWords.\n", 1, "the frontmatter is empty."),
        ("---\n- a\n- b\n---\n", 1, "the frontmatter is not a group of keys."),
        (
            "---\ntype: note\ntitle: a: b\n---\n",
            3,
            "the frontmatter is not valid YAML: mapping values are not allowed in this context.",
        ),
        (
            "---\r\ntype: note\r\ntype: tag\r\n---\r\n",
            3,
            "the frontmatter is not valid YAML: the key `type` is there twice.",
        ),
        (
            "---\ntype: note\ntags: &a [x]\nothers: *a\n---\n",
            3,
            "the frontmatter is not valid YAML: it repeats a part by an alias (*name).",
        ),
        (
            "---\ntype: !!python/name:os.system\n---\n",
            2,
            "the frontmatter is not valid YAML: could not determine a constructor for the tag "
            "'tag:yaml.org,2002:python/name:os.system'.",
        ),
        ("---\ntype: [" + "[" * 5000 + "\n---\n", 2, None),
    ],
)
def test_broken_frontmatter(corpus: Callable[..., Path], content: str, line: int, why: str | None) -> None:
    finding = one(corpus(content.encode()))
    if why is None:
        assert finding.startswith("documents/a.md:2: broken-frontmatter: the frontmatter is not valid YAML: ")
    else:
        assert finding == text(f"documents/a.md:{line}", "broken-frontmatter", why, FORM)


def test_missing_type(corpus: Callable[..., Path]) -> None:
    assert one(corpus("---\ntitle: A\n---\nWords.\n")) == text(
        "documents/a.md:2", "missing-key", "`type` is missing.", "Add `type:`."
    )


def test_a_stable_document_without_generated_and_approval(corpus: Callable[..., Path]) -> None:
    assert found(corpus("---\ntype: note\nstatus: stable\n---\nWords.\n")) == [
        text(
            "documents/a.md:2",
            "incomplete-stable",
            f"the document is stable and `{name}` does not say who did that and when.",
            f"Add `{name}: {{by: ..., at: ...}}`, or make it draft.",
        )
        for name in ("generated", "record.approval")
    ]


def test_an_act_without_its_instant(corpus: Callable[..., Path]) -> None:
    assert one(corpus(document(front="verified: [{by: human:ada}]"))) == text(
        "documents/a.md:5", "missing-key", "`verified[1].at` is missing.", "Add `at:`."
    )


def test_an_approver_the_policy_does_not_list(corpus: Callable[..., Path]) -> None:
    content = document().replace("process:test-press", "human:stranger")
    assert one(corpus(content)) == text(
        "documents/a.md:7",
        "approver-not-listed",
        "`human:stranger` is not listed in governance.yaml as an approver of type `note`.",
        "Let somebody who is listed approve it, or list the approver for this type.",
    )


def test_an_approver_listed_for_another_type(corpus: Callable[..., Path]) -> None:
    assert one(corpus(document().replace("type: note", "type: law"))) == text(
        "documents/a.md:7",
        "approver-not-listed",
        "`process:test-press` is not listed in governance.yaml as an approver of type `law`.",
        "Let somebody who is listed approve it, or list the approver for this type.",
    )


def test_generated_after_it_was_approved(corpus: Callable[..., Path]) -> None:
    content = document().replace("2026-01-01T09:00:00+00:00", "2026-01-01T10:00:01+00:00")
    assert one(corpus(content)) == text(
        "documents/a.md:7",
        "approved-too-early",
        "it was approved at 2026-01-01T10:00:00+00:00, before it was generated at 2026-01-01T10:00:01+00:00: "
        "what was approved is not what is here.",
        "Approve it again.",
    )


def test_generated_and_approved_at_one_instant_in_two_offsets(corpus: Callable[..., Path]) -> None:
    assert found(corpus(document().replace("2026-01-01T09:00:00+00:00", "2026-01-01T15:30:00+05:30"))) == []


@pytest.mark.parametrize(
    ("written", "right"),
    [
        ("stale_afer", "stale_after"),
        ("stale_aftre", "stale_after"),
        ("Status", "status"),
        ("tag", "tags"),
        ("stale-after", "stale_after"),
        ("verifieed", "verified"),
        ("recrod", "record"),
    ],
)
def test_a_key_one_edit_away_from_a_known_one(corpus: Callable[..., Path], written: str, right: str) -> None:
    assert one(corpus(f"---\ntype: note\n{written}: x\n---\nWords.\n")) == text(
        "documents/a.md:3",
        "mistyped-key",
        f"`{written}` is one edit away from `{right}` and would silently do nothing.",
        f"Write `{right}`, or choose a key that cannot be mistaken for it.",
    )


def test_a_mistyped_key_under_record(corpus: Callable[..., Path]) -> None:
    assert one(corpus(document(record="efective_from: 2026-01-01T00:00:00+00:00"))) == text(
        "documents/a.md:8",
        "mistyped-key",
        "`record.efective_from` is one edit away from `effective_from` and would silently do nothing.",
        "Write `effective_from`, or choose a key that cannot be mistaken for it.",
    )


def test_mistyped_keys_in_the_corpus_own_files(corpus: Callable[..., Path]) -> None:
    root = corpus(
        document(),
        record_yaml="gat: off\nretrieval: {response_budget_char: 9000}\n",
        policy="approvers: []\napprover: []\n",
        ledger="takedown: []\n",
    )
    mistyped = [finding.partition("\n")[0] for finding in found(root) if "mistyped-key" in finding]
    assert mistyped == [
        "governance.yaml:2: mistyped-key: `approver` is one edit away from `approvers` and would silently do "
        "nothing.",
        "record.yaml:2: mistyped-key: `gat` is one edit away from `gate` and would silently do nothing.",
        "record.yaml:3: mistyped-key: `retrieval.response_budget_char` is one edit away from "
        "`response_budget_chars` and would silently do nothing.",
        "takedowns.yaml:1: mistyped-key: `takedown` is one edit away from `takedowns` and would silently do "
        "nothing.",
    ]


def test_an_unknown_key_under_record(corpus: Callable[..., Path]) -> None:
    assert one(corpus(document(record="priority: 5"))) == text(
        "documents/a.md:8",
        "unknown-key",
        "`record.priority` is not a key of `record`, which has a closed set of keys.",
        "Use one of owner, approval, effective_from, superseded_by, deprecated, order, answers, "
        "or move it out of `record`.",
    )


def test_an_unknown_key_in_an_approval(corpus: Callable[..., Path]) -> None:
    content = document().replace("{by: process:test-press, ", "{by: process:test-press, checked: policy, ")
    assert one(corpus(content)) == text(
        "documents/a.md:7",
        "unknown-key",
        "`record.approval.checked` is not a key of `record.approval`, which has a closed set of keys.",
        "Use one of by, at, or move it out of `record`.",
    )


@pytest.mark.parametrize(
    ("content", "place", "name"),
    [
        (document(front="trust_tier: human-reviewed"), "documents/a.md:5", "trust_tier"),
        (document(record="trust_tier: human-reviewed"), "documents/a.md:8", "record.trust_tier"),
        (document(front="trust_teir: human-reviewed"), "documents/a.md:5", "trust_teir"),
    ],
)
def test_a_derived_key_declared(corpus: Callable[..., Path], content: str, place: str, name: str) -> None:
    assert one(corpus(content)) == text(
        place,
        "derived-key",
        f"`{name}` is declared, but the trust tier is derived from `verified`.",
        "Delete the line; add a `verified` entry if somebody really verified the document.",
    )


@pytest.mark.parametrize("actor", ["ada", "human:", "human:a b", "robot:x", "a/b/c", "/1.0", "12"])
def test_an_actor_of_the_wrong_form(corpus: Callable[..., Path], actor: str) -> None:
    content = document(front=f"verified: [{{by: '{actor}', at: 2026-01-02T00:00:00Z}}]")
    assert one(corpus(content)) == text(
        "documents/a.md:5",
        "wrong-actor",
        f"`verified[1].by` is '{actor}', not an actor.",
        "Write human:<id>, process:<id> or <producer>/<version>.",
    )


@pytest.mark.parametrize(
    "actor", ["human:ada", "process:nightly-check", "gpt-x/4.1", "human:ada@example.org"]
)
def test_actors_of_every_form_are_taken(corpus: Callable[..., Path], actor: str) -> None:
    root = corpus(document(front=f"verified: [{{by: '{actor}', at: 2026-01-02T00:00:00Z}}]"))
    assert found(root) == []
    assert read_corpus(root).documents[0].document.verified[0].by == actor


@pytest.mark.parametrize(
    "instant",
    [
        "2026-01-01",
        "2026-01-01T09:00:00",
        "2026-13-01T09:00:00Z",
        "2026-02-30T09:00:00Z",
        "0001-01-01T00:00:00+14:00",
        "soon",
        "2026-01-01 09:00:00Z",
    ],
)
def test_an_instant_of_the_wrong_form(corpus: Callable[..., Path], instant: str) -> None:
    assert one(corpus(document(front=f"stale_after: {instant}"))) == text(
        "documents/a.md:5",
        "wrong-instant",
        f"`stale_after` is '{instant}', not an instant.",
        "Write ISO 8601 with an offset, like 2026-11-30T09:00:00+00:00.",
    )


@pytest.mark.parametrize(
    ("front", "why", "fix"),
    [
        (
            "status: published",
            "`status` is 'published', which is no status.",
            "Use one of draft, stable, deprecated.",
        ),
        ("tags: one", "`tags` is 'one', not a list.", "Write a list: [one, two]."),
        (
            "tags: [one, 2]",
            "item 2 of `tags` is 2, not text.",
            "Write text; in quotes where YAML reads it as something else.",
        ),
        (
            "title: No",
            "`title` is False, not text.",
            "Write text; in quotes where YAML reads it as a number, a list or yes and no.",
        ),
        (
            "generated: yesterday",
            "`generated` is 'yesterday', not a group of keys.",
            "Write `key: value` lines under it.",
        ),
        (
            "verified: [ada]",
            "item 1 of `verified` is 'ada', not a group of keys.",
            "Write `- key: value` lines.",
        ),
        ("record: {order: first}", "`record.order` is 'first', not a whole number.", "Write it like 120."),
        ("record: {order: true}", "`record.order` is True, not a whole number.", "Write it like 120."),
        (
            "record: {answers: [{why: not}]}",
            "item 1 of `record.answers` is {'why': 'not'}, not a question.",
            "Write a question of at most 2,000 characters, or {question: ..., heading: ...}; "
            "in quotes where it holds a colon.",
        ),
    ],
)
def test_a_value_of_the_wrong_form(corpus: Callable[..., Path], front: str, why: str, fix: str) -> None:
    assert one(corpus(f"---\ntype: note\n{front}\n---\nWords.\n")) == text(
        "documents/a.md:3", "wrong-form", why, fix
    )


def test_dead_links(corpus: Callable[..., Path]) -> None:
    body = (
        "# A\n\n[gone](gone.md) and [here](sub/b.md) and [out](../../secret.md)\n\n"
        "[a heading](sub/b.md#second-part), [none](sub/b.md#third-part), [self](#a), [web](https://example.org/x.md)\n\n"
        "![picture](none.png) `[code](nowhere.md)`\n\n```\n[fence](nowhere.md)\n```\n\n[bundle](/sub/b.md)\n"
    )
    root = corpus({"a.md": document(body), "sub/b.md": document("# B\n\n## Second *part*\n\nWords.\n")})

    def file_gone(line: int, target: str) -> str:
        return text(
            f"documents/a.md:{line}",
            "dead-link",
            f"the link to `{target}` points at a file the corpus does not have.",
            "Correct the path (it starts at this file's folder), or remove the link.",
        )

    assert found(root) == [
        file_gone(11, "gone.md"),
        file_gone(11, "../../secret.md"),
        text(
            "documents/a.md:13",
            "dead-link",
            "the link to `sub/b.md#third-part` points at a heading that documents/sub/b.md does not have.",
            "Correct the part after #, or remove it.",
        ),
        file_gone(15, "none.png"),
    ]


def test_a_successor_that_does_not_exist(corpus: Callable[..., Path]) -> None:
    root = corpus({"a.md": document(record="superseded_by: documents/b"), "new/b.md": document()})
    assert one(root) == text(
        "documents/a.md:8",
        "unknown-successor",
        "its successor `documents/b` does not exist.",
        "Write the successor's stable_id, perhaps `documents/new/b`.",
    )


def test_successors_in_a_circle(corpus: Callable[..., Path]) -> None:
    root = corpus(
        {
            "a.md": document(record="superseded_by: documents/b"),
            "b.md": document(record="superseded_by: documents/a"),
            "c.md": document(record="superseded_by: documents/a"),
        }
    )
    assert found(root) == [
        text(
            f"documents/{name}.md:8",
            "circular-successor",
            f"its successors lead back to itself, starting with `documents/{successor}`.",
            "Let the newest document have none.",
        )
        for name, successor in (("a", "b"), ("b", "a"))
    ]


LEDGER = """\
takedowns:
  - {document: documents/a, at: 2026-02-01T00:00:00+00:00, by: human:owner, why: it was wrong}
"""


def test_a_takedown_of_a_document_that_was_renamed_names_nothing(corpus: Callable[..., Path]) -> None:
    root = corpus(document(), ledger=LEDGER)
    assert found(root) == []
    (root / "documents/a.md").rename(root / "documents/z.md")
    assert one(root) == text(
        "takedowns.yaml",
        "takedown-names-nothing",
        "the takedown of `documents/a` names no document, so it withdraws nothing.",
        "If the document was renamed, take it down under its new name; then revoke this one: "
        '`python -m store takedown revoke documents/a --by ACTOR --why "..."`.',
    )


def test_a_revoked_takedown_may_name_nothing(corpus: Callable[..., Path]) -> None:
    revoked = (
        LEDGER
        + "  - {act: revoke, document: documents/gone, at: 2026-02-02T00:00:00Z, by: human:o, why: x}\n"
    )
    assert found(corpus(document(), ledger=revoked)) == []


@pytest.mark.parametrize("ledger", ["takedowns: []\n", "", LEDGER.replace("it was wrong", "it was right")])
def test_a_ledger_that_shrank_or_was_rewritten(corpus: Callable[..., Path], ledger: str) -> None:
    in_force = Takedown(
        TakedownKind.ADD, "documents/a", "human:owner", datetime(2026, 2, 1, tzinfo=UTC), "it was wrong"
    )
    assert found(corpus(document(), ledger=ledger), (in_force,)) == [
        text(
            "takedowns.yaml",
            "ledger-shrank",
            "entry 1 (add documents/a, by human:owner) was in force and is gone or changed; "
            "the ledger is append-only.",
            "Put the entry back as it was; to serve the document again, append a revoke.",
        )
    ]


def test_a_ledger_entry_that_says_too_little(corpus: Callable[..., Path]) -> None:
    assert found(corpus(document(), ledger="takedowns:\n  - {act: hide, document: documents/a}\n")) == [
        text("takedowns.yaml:2", "missing-key", f"`takedowns[1].{key}` is missing.", f"Add `{key}:`.")
        for key in ("at", "by", "why")
    ] + [text("takedowns.yaml:2", "wrong-form", "`act` is 'hide', which is no act.", "Use add or revoke.")]


def test_two_documents_of_one_slug(corpus: Callable[..., Path]) -> None:
    root = corpus({"x/same.md": document(), "y/same.md": document()})
    assert one(root) == text(
        "documents/y/same.md",
        "duplicate-slug",
        "its slug `same` is also that of documents/x/same.md, so the slug names two documents.",
        "Rename one of the two files.",
    )


def test_a_file_that_is_not_utf_8(corpus: Callable[..., Path]) -> None:
    root = corpus(document("# A\n\nCaf\xe9\n").encode("latin-1"))
    at = document("# A\n\nCaf")
    assert one(root) == text(
        "documents/a.md:11",
        "not-utf-8",
        f"byte {len(at) + 1} of the file (0xe9) is not UTF-8.",
        "Save the file as UTF-8.",
    )


def test_a_file_with_a_nul_in_it(corpus: Callable[..., Path]) -> None:
    assert one(corpus(document("# A\n\na\0b\n"))) == text(
        "documents/a.md:11",
        "not-text",
        "the file has a NUL character in it, so it is not text.",
        "Remove the character, or the file.",
    )


def test_a_link_out_of_the_corpus(corpus: Callable[..., Path], tmp_path: Path) -> None:
    outside = tmp_path / "secret.md"
    outside.write_text(document())
    root = corpus(document())
    (root / "documents/b.md").symlink_to(outside)
    (root / "documents/c.md").symlink_to(tmp_path / "nothing")
    (root / "documents/d").symlink_to(tmp_path)
    assert found(root) == [
        text(
            f"documents/{name}",
            "escapes-corpus",
            "it is a link that leads out of the corpus folder, or to nothing.",
            "Put the file itself here, or remove the link.",
        )
        for name in ("b.md", "c.md", "d")
    ]
    assert [read.file for read in read_corpus(root).documents] == ["documents/a.md"]


def test_a_link_to_a_folder_inside(corpus: Callable[..., Path]) -> None:
    root = corpus({"real/a.md": document()})
    (root / "documents/copy").symlink_to(root / "documents/real")
    assert one(root) == text(
        "documents/copy",
        "linked-folder",
        "it is a link to a folder, which would publish the same documents under two names.",
        "Put the folder itself here, or remove the link.",
    )


def test_a_markdown_file_with_another_ending(corpus: Callable[..., Path]) -> None:
    assert one(corpus({"a.md": document(), "b.MD": document()})) == text(
        "documents/b.MD",
        "wrong-ending",
        "it looks like a Markdown document and would be passed over: only files that end in .md are read.",
        "Rename it so that it ends in .md.",
    )


def test_a_name_no_citation_could_carry(corpus: Callable[..., Path]) -> None:
    assert one(corpus({"a.md": document(), "b#1.md": document()})) == text(
        "documents/b#1.md",
        "bad-name",
        "the name 'documents/b#1.md' has a character in it that a citation could not carry.",
        "Rename it; leave out # ? | \\ and control characters.",
    )


def test_a_document_too_large_to_be_one(corpus: Callable[..., Path]) -> None:
    root = corpus(document())
    with (root / "documents/b.md").open("wb") as file:
        file.truncate(20_000_001)
    assert one(root) == text(
        "documents/b.md",
        "too-large",
        "it has 20,000,001 bytes, more than the 20,000,000 a document may have.",
        "Cut it into several documents.",
    )


def test_a_stable_document_without_a_word(corpus: Callable[..., Path]) -> None:
    assert one(corpus(document("\n"))) == text(
        "documents/a.md:3",
        "empty-document",
        "a stable document has no text.",
        "Write it, or make it draft.",
    )


def test_an_answer_that_names_a_heading_the_document_does_not_have(corpus: Callable[..., Path]) -> None:
    root = corpus(document(record="answers: [{question: Why?, heading: Reasons}]"))
    assert one(root) == text(
        "documents/a.md:8",
        "unknown-heading",
        "an answer names the heading `Reasons`, which the document does not have.",
        "Write the heading as it stands below.",
    )


def test_a_corpus_without_documents(corpus: Callable[..., Path]) -> None:
    root = corpus({})
    (root / "documents").mkdir()
    (root / "documents/index.md").write_text("# Only navigation\n")
    assert one(root) == text(
        "documents",
        "empty-corpus",
        "there is no document in it: no file that ends in .md.",
        "Add at least one document.",
    )


def test_no_corpus_at_all(tmp_path: Path) -> None:
    assert one(tmp_path / "nowhere") == text(
        "nowhere",
        "no-corpus",
        "there is no folder 'nowhere' to read the corpus from.",
        "Set RECORD_CORPUS to the folder that holds record.yaml.",
    )


def test_a_corpus_without_its_own_files(corpus: Callable[..., Path]) -> None:
    root = corpus("---\ntype: note\n---\nWords.\n")
    for name in ("record.yaml", "governance.yaml", "takedowns.yaml"):
        (root / name).unlink()
    assert found(root) == [
        text(
            "governance.yaml",
            "missing-file",
            "the corpus has no such file.",
            "Add it with `approvers:` and who may approve.",
        ),
        text(
            "record.yaml",
            "missing-file",
            "the corpus has no such file.",
            "Add it with at least `corpus_id: <name>`.",
        ),
    ]


def test_own_files_that_are_not_yaml(corpus: Callable[..., Path]) -> None:
    root = corpus("---\ntype: note\n---\nWords.\n", policy="approvers: [\n", ledger="- a\n")
    (root / "record.yaml").write_bytes(b"corpus_id: caf\xe9\n")
    assert found(root) == [
        text(
            "governance.yaml:2",
            "broken-yaml",
            "it is not valid YAML: did not find expected node content.",
            "Correct the line.",
        ),
        text("record.yaml", "not-utf-8", "byte 15 of the file is not UTF-8.", "Save the file as UTF-8."),
        text("takedowns.yaml:1", "broken-yaml", "it is not a group of keys.", "Write `key: value` lines."),
    ]


@pytest.mark.parametrize(
    ("record_yaml", "expected"),
    [
        ("", ("record.yaml:1", "missing-key", "`corpus_id` is missing.", "Add `corpus_id:`.")),
        (
            "corpus_id: two words\n",
            (
                "record.yaml:1",
                "wrong-form",
                "`corpus_id` is 'two words', which cannot stand in a citation.",
                "Use 1 to 100 letters, digits, dots, dashes or underscores.",
            ),
        ),
        (
            "corpus_id: x\ngate: {floor: 7}\n",
            (
                "record.yaml:2",
                "wrong-form",
                "`gate` is {'floor': 7}, which the search cannot use: "
                "Input should be less than or equal to 1.",
                "Correct it, or remove the key.",
            ),
        ),
    ],
)
def test_a_record_yaml_that_cannot_be_used(
    corpus: Callable[..., Path], record_yaml: str, expected: tuple[str, str, str, str]
) -> None:
    root = corpus(document())
    (root / "record.yaml").write_text(record_yaml or "title: x\n")
    assert one(root) == text(*expected)


def test_a_database_that_does_not_answer_is_said_and_hides_no_finding(corpus: Callable[..., Path]) -> None:
    root = corpus(document(record="colour: red"))
    settings = Settings(home=root / ".home", corpus=root, database_url="postgresql://nobody@127.0.0.1:9/none")
    unknown_key, unknown_ledger = map(str, check_now(settings))
    assert unknown_key.startswith("documents/a.md:8: unknown-key: ")
    assert unknown_ledger == text(
        "takedowns.yaml",
        "ledger-unknown",
        "the database did not answer, so nobody knows whether the ledger lost an act.",
        "Check again when the database answers.",
    )


def test_all_findings_come_in_one_run_and_the_verb_exits_with_1(corpus: Callable[..., Path]) -> None:
    root = corpus(
        {"a.md": document("[x](gone.md)\n", record="colour: red"), "b.md": "no frontmatter", "c.md": b"\xff"},
        ledger="takedowns: [{document: documents/q, at: 2026-01-01T00:00:00Z, by: human:x, why: y}]\n",
    )
    human = _run(root)
    machine = _run(root, "--json")
    slugs = ["unknown-key", "dead-link", "broken-frontmatter", "not-utf-8", "takedown-names-nothing"]
    assert [finding["slug"] for finding in json.loads(machine.stdout)] == slugs
    assert [line.split(": ")[1] for line in human.stdout.splitlines()[:-1:2]] == slugs
    assert human.stdout.splitlines()[-1] == "the corpus has 5 findings."
    assert (human.returncode, machine.returncode, human.stderr) == (1, 1, "")


def test_the_shipped_corpus_is_sound() -> None:
    done = _run(ROOT / "corpus")
    assert (done.stdout, done.returncode) == ("the corpus has 0 findings.\n", 0)


def _run(corpus: Path, *options: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "RECORD_CORPUS": str(corpus), "RECORD_HOME": str(corpus / ".home")}
    command = [sys.executable, "-m", "store", "check", *options]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
