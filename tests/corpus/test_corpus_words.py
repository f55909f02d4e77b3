"""What the shipped documents say: nothing invented about a person, examples called examples, live links."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

CORPUS = Path(__file__).resolve().parents[2] / "corpus"
DOCUMENTS = CORPUS / "documents"
ALL = sorted(DOCUMENTS.rglob("*.md"))

# The mission's facts about the practitioner, and what the record says of itself. Nothing else may stand.
AUTHOR_MAY_SAY = [
    "The practitioner",
    "The practitioner is Raza Rizwan, Forward Deployed Engineer.",
    "The method is portable: it is described in the method, for any workflow.",
    "What the record has room for",
    "The record has room for what he builds, how he works, and his GitHub journey from 2020 to 2026.",
    "What the record does not hold",
    "Nothing else about him is in the record.",
    "It holds no list of what he built, no clients, no employer, no education and no way to reach him.",
    "The GitHub journey is not in the record until its owner supplies the repository listing "
    "it is made from; until then the record does not answer questions about it.",
    "This page is unverified: no person has reviewed it.",
]


def parts(path: Path) -> tuple[dict[str, object], str]:
    _, head, body = path.read_text(encoding="utf-8").split("---\n", 2)
    return yaml.safe_load(head), body


def sentences(body: str) -> list[str]:
    plain = re.sub(r"\[([^\]]+)\]\([^)]+\)", r"\1", body).replace("*", "").replace("`", "")
    blocks = [" ".join(block.split()).lstrip("# ") for block in plain.split("\n\n")]
    return [sentence for block in blocks for sentence in re.split(r"(?<=\.) ", block) if sentence]


def test_the_page_on_the_practitioner_says_what_the_mission_says_and_no_more() -> None:
    _, body = parts(DOCUMENTS / "practice" / "author.md")
    assert sentences(body) == AUTHOR_MAY_SAY


def test_the_practitioner_is_named_nowhere_else() -> None:
    naming = {
        path.relative_to(DOCUMENTS).as_posix() for path in ALL if "Rizwan" in path.read_text(encoding="utf-8")
    }
    assert naming == {"practice/author.md"}


@pytest.mark.parametrize("path", sorted((DOCUMENTS / "counts").glob("*.md")), ids=lambda path: path.stem)
def test_a_worked_count_says_that_it_is_an_example(path: Path) -> None:
    text = " ".join(path.read_text(encoding="utf-8").split())
    assert "This is a **constructed example** **(our reading:" in text
    assert "It is an example, not a target and not a template: your run gets its own count." in text
    assert "the record calls it `unverified`" in text


@pytest.mark.parametrize("path", ALL, ids=lambda path: path.relative_to(DOCUMENTS).as_posix())
def test_every_relative_link_leads_to_a_document(path: Path) -> None:
    links = re.findall(r"\]\(([^)#\s]+)[^)]*\)", path.read_text(encoding="utf-8"))
    dead = [link for link in links if "://" not in link and not (path.parent / link).resolve().is_file()]
    assert dead == []


@pytest.mark.parametrize("path", ALL, ids=lambda path: path.relative_to(DOCUMENTS).as_posix())
def test_every_document_is_honestly_unverified_and_approved_by_a_process(path: Path) -> None:
    head, body = parts(path)
    assert "verified" not in head and "trust_tier" not in head
    record = head["record"]
    assert isinstance(record, dict)
    assert record["approval"]["by"] == "process:shipped-corpus"
    assert 5 <= len(record["answers"]) <= 20 and len(set(record["answers"])) == len(record["answers"])
    assert body.startswith("# ")


TABLES = {
    "Examples": ["Step line", "Trade", "Tag"],
    "Near misses": ["Step line", "Trade", "Tag", "Rule", "Why"],
}
TAG_CELL = re.compile(r"(AI|TYPING|DECISION / (judgement|accountability|relationship|presence))")


@pytest.mark.parametrize("tag", ["ai", "decision", "typing"])
def test_a_tag_document_shows_its_tag_in_many_trades_and_what_looks_like_it(tag: str) -> None:
    _, body = parts(DOCUMENTS / "method" / f"tag-{tag}.md")
    rows = {}
    for heading, header in TABLES.items():
        section = body.split(f"\n## {heading}\n", 1)[1].split("\n## ", 1)[0]
        lines = [line for line in section.splitlines() if line.startswith("|")]
        cells = [[cell.strip() for cell in line.strip()[1:-1].split("|")] for line in lines]
        assert cells[0] == header
        rows[heading] = cells[2:]
    examples, misses = rows["Examples"], rows["Near misses"]
    assert len(examples) >= 14 and len({row[1] for row in examples}) >= 10
    assert all(row[2].startswith(tag.upper()) and TAG_CELL.fullmatch(row[2]) for row in examples)
    assert len(misses) >= 4
    assert not any(row[2].startswith(tag.upper()) for row in misses)
    assert all(TAG_CELL.fullmatch(row[2]) and re.fullmatch(r"R\d+", row[3]) and row[4] for row in misses)


def test_the_record_says_what_it_covers_in_plain_sentences() -> None:
    record = yaml.safe_load((CORPUS / "record.yaml").read_text(encoding="utf-8"))
    assert record["corpus_id"] == "workflow-count"
    for key in ("covers", "does_not_cover"):
        assert record[key] and all(isinstance(line, str) and line.endswith(".") for line in record[key])


def test_business_descriptions_lead_to_the_method() -> None:
    head, _ = parts(DOCUMENTS / "method" / "any-workflow.md")
    record = head["record"]
    assert isinstance(record, dict)
    assert len(record["answers"]) >= 12


@pytest.mark.parametrize("heading", ["It covers", "It does not cover"])
def test_the_scope_page_lists_both_sides(heading: str) -> None:
    _, body = parts(DOCUMENTS / "scope.md")
    section = body.split(f"\n## {heading}\n", 1)[1].split("\n## ", 1)[0]
    assert len(re.findall(r"^- \*\*", section, flags=re.M)) >= 6


def test_our_own_reading_is_marked_where_the_method_marks_it() -> None:
    for name in ("method/count", "method/tag", "method/tag-decision"):
        assert "our reading" in (DOCUMENTS / f"{name}.md").read_text(encoding="utf-8"), name
