"""A repository listing becomes a dated, cited document, and nothing is added to what it says."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from store.errors import RecordError
from store.index.embedder import Embedder
from store.index.passages import Act, Source
from store.ingest.check import check
from store.ingest.corpus import read_corpus
from store.ingest.journey import FILE, Written, write_journey
from store.ingest.listing import ListingRefused
from store.ingest.publish import publish
from store.ingest.timeline import Year, timeline_of
from store.record import Record
from tests.store.conftest import SettingsFor
from tests.store.corpora import POLICY, document, write_corpus

NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
JOURNEY_POLICY = POLICY + "  - actor: process:journey\n    types: [journey]\n"


def repository(name: str, year: int, **fields: object) -> dict[str, object]:
    """One entry as GitHub's REST interface answers it, cut to a few of its hundred keys."""
    return {
        "id": abs(hash(name)),
        "name": name,
        "full_name": f"ada/{name}",
        "private": False,
        "owner": {"login": "ada", "type": "User"},
        "html_url": f"https://github.com/ada/{name}",
        "description": f"The {name}",
        "fork": False,
        "created_at": f"{year}-05-06T07:08:09Z",
        "updated_at": "2026-10-01T00:00:00Z",
        "pushed_at": "2026-09-01T00:00:00Z",
        "stargazers_count": 2,
        "forks_count": 1,
        "language": "Python",
        "archived": False,
        **fields,
    }


LISTING = [
    repository("lathe", 2020, stargazers_count=5),
    repository("kiln", 2020, language="Rust", archived=True, stargazers_count=1),
    repository("loom", 2022, language=None, description=None),
    repository("borrowed", 2022, fork=True, stargazers_count=900, language="C"),
]


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    return write_corpus(tmp_path / "corpus", {"a.md": document()}, policy=JOURNEY_POLICY)


def write(
    corpus: Path, listing: object, *, approver: str = "process:journey", now: datetime = NOW
) -> Written:
    file = corpus.parent / "repos.json"
    file.write_text(listing if isinstance(listing, str) else json.dumps(listing), encoding="utf-8")
    return write_journey(corpus, file, approver, now)


def body_of(corpus: Path) -> str:
    (read,) = (read for read in read_corpus(corpus).documents if read.file == FILE)
    return read.document.body


def test_the_journey_is_counted_from_the_listing(corpus: Path) -> None:
    assert write(corpus, LISTING) == Written(FILE, 4, unchanged=False, served_after_ingest=True)
    assert body_of(corpus).split("## Repositories\n")[0] == (
        "# The GitHub journey of ada\n\n"
        "Made on 2026-11-30 from a repository listing in GitHub's REST form, which the record's owner "
        "supplied. It counts what that listing says and nothing else. **3 own repositories**, 1 of them "
        "archived, and 1 fork. The listing does not state a language for 1 repository. Nobody has reviewed "
        "this page: it is `unverified`.\n\n"
        "## Year by year\n\n"
        "Repositories by the year they were created in. Stars are those of the listing, not of that year. "
        "Forks are copies of other people's work and are counted apart.\n\n"
        "| Year | Repositories | Archived | Stars | Languages | Forks |\n"
        "|---|---|---|---|---|---|\n"
        "| 2020 | 2 | 1 | 6 | Python 1, Rust 1 | 0 |\n"
        "| 2021 | 0 | 0 |  |  | 0 |\n"
        "| 2022 | 1 | 0 | 2 |  | 1 |\n\n"
        "```json timeline\n"
        '[{"year": 2020, "repositories": 2, "archived": 1, "stars": 6, "forks": 0, '
        '"languages": {"Python": 1, "Rust": 1}}, '
        '{"year": 2021, "repositories": 0, "archived": 0, "stars": null, "forks": 0, "languages": {}}, '
        '{"year": 2022, "repositories": 1, "archived": 0, "stars": 2, "forks": 1, "languages": {}}]\n'
        "```\n\n"
        "## Languages\n\n"
        "The main language GitHub names for each repository, forks left out.\n\n"
        "| Language | Repositories |\n"
        "|---|---|\n"
        "| Python | 1 |\n"
        "| Rust | 1 |\n\n"
    )


def test_every_repository_is_cited_and_forks_stand_apart(corpus: Path) -> None:
    write(corpus, LISTING)
    columns = (
        "| Repository | Created | Last push | Language | Stars | Archived | In its own words |\n"
        "|---|---|---|---|---|---|---|\n"
    )
    assert body_of(corpus).split("## Repositories\n")[1] == (
        f"\n### Created in 2020\n\n{columns}"
        "| [kiln](https://github.com/ada/kiln) | 2020-05-06 | 2026-09-01 | Rust | 1 | archived | The kiln |\n"
        "| [lathe](https://github.com/ada/lathe) | 2020-05-06 | 2026-09-01 | Python | 5 |  | The lathe |\n"
        f"\n### Created in 2022\n\n{columns}"
        "| [loom](https://github.com/ada/loom) | 2022-05-06 | 2026-09-01 |  | 2 |  |  |\n"
        f"\n## Forks\n\n{columns}"
        "| [borrowed](https://github.com/ada/borrowed) | 2022-05-06 | 2026-09-01 | C | 900 |  "
        "| The borrowed |\n"
    )


def test_the_document_says_where_it_is_from_and_claims_no_review(corpus: Path) -> None:
    write(corpus, LISTING)
    corpus_read = read_corpus(corpus)
    (read,) = (read for read in corpus_read.documents if read.file == FILE)
    (source,) = read.document.sources
    assert check(corpus_read, ()) == ()
    assert (source.id, source.resource) == ("listing", "repos.json")
    assert source.title.startswith("Repository listing, sha256 ") and len(source.title) == 27 + 64
    assert read.document.sources == (Source("listing", "repos.json", source.title),)
    assert read.document.generated == Act("process:journey", NOW)
    assert read.document.approval == Act("process:journey", NOW)
    assert read.document.verified == ()


def test_the_timeline_is_read_back(corpus: Path) -> None:
    write(corpus, LISTING)
    assert timeline_of(body_of(corpus)) == (
        Year(2020, 2, 1, 6, 0, {"Python": 1, "Rust": 1}),
        Year(2021, 0, 0, None, 0, {}),
        Year(2022, 1, 0, 2, 1, {}),
    )
    assert timeline_of("# Another document\n") == ()


def test_it_is_served_after_an_ingest_and_found(
    corpus: Path, settings_for: SettingsFor, embedder: Embedder
) -> None:
    settings = settings_for(corpus)
    publish(settings, who="process:test", embedder=embedder)
    write(corpus, LISTING)
    publish(settings, who="process:test", embedder=embedder)
    with Record.open(settings, embedder=lambda: embedder) as record:
        hit = record.search("which programming languages does he use on GitHub?").hits[0]
    assert (hit.slug, hit.heading_path[-1], hit.governance.trust_tier) == (
        "journey",
        "Languages",
        "unverified",
    )


def test_an_approver_the_policy_does_not_know_makes_a_draft(corpus: Path) -> None:
    assert write(corpus, LISTING, approver="human:stranger").served_after_ingest is False
    (read,) = (read for read in read_corpus(corpus).documents if read.file == FILE)
    assert (read.document.status, read.document.approval) == ("draft", None)


def test_the_same_listing_again_changes_nothing_and_another_one_does(corpus: Path) -> None:
    write(corpus, LISTING)
    before = (corpus / FILE).read_bytes()
    later = datetime(2027, 1, 1, tzinfo=UTC)
    assert write(corpus, LISTING, now=later).unchanged is True
    assert (corpus / FILE).read_bytes() == before
    assert write(corpus, LISTING[:2], now=later).unchanged is False
    assert "Made on 2027-01-01" in body_of(corpus)


def test_a_document_somebody_wrote_is_left_alone(corpus: Path) -> None:
    (corpus / FILE).parent.mkdir()
    (corpus / FILE).write_text(document("# My own journey\n"), encoding="utf-8")
    with pytest.raises(
        RecordError, match=r"documents/practice/journey\.md is there already and was not made by this"
    ):
        write(corpus, LISTING)
    assert "My own journey" in (corpus / FILE).read_text()


HOW = " Save what `GET /users/{user}/repos` answers (all pages) as one JSON array."


@pytest.mark.parametrize(
    ("listing", "message"),
    [
        ("", "repos.json lists no repositories, so there is nothing to tell."),
        ("[]", "repos.json lists no repositories, so there is nothing to tell."),
        ('[{"name": ', "repos.json is not valid JSON: line 1, column 11: Expecting value."),
        ("[" * 100_000, "repos.json is nested too deeply to be a listing."),
        ('{"message": "Not Found"}', "repos.json holds an answer of GitHub that is an error, not a list."),
        ('{"name": "x"}', "repos.json holds an object, not an array of repositories."),
        ("true", "repos.json holds yes or no, not an array of repositories."),
        ("[1, null]", "repos.json has no repository a journey can be made from (2 without a name)."),
        (
            '[{"name": "x", "private": true}]',
            "repos.json has no repository a journey can be made from (1 private).",
        ),
    ],
)
def test_what_is_no_listing_is_refused_in_words(corpus: Path, listing: str, message: str) -> None:
    with pytest.raises(ListingRefused) as refused:
        write(corpus, listing)
    assert str(refused.value) == message + HOW
    assert not (corpus / FILE).exists()


def test_a_file_that_is_not_there_or_not_text(corpus: Path) -> None:
    with pytest.raises(ListingRefused, match=r"^none\.json cannot be read \(No such file or directory\)\.$"):
        write_journey(corpus, corpus / "none.json", "process:journey", NOW)
    (corpus / "bad.json").write_bytes(b"\xff\xfe[]")
    with pytest.raises(ListingRefused, match=r"^bad\.json is not UTF-8 text\."):
        write_journey(corpus, corpus / "bad.json", "process:journey", NOW)


def test_what_the_listing_does_not_say_is_said_to_be_unknown(corpus: Path) -> None:
    write(
        corpus,
        [
            {"name": "bare"},
            repository(
                "odd",
                2021,
                stargazers_count="many",
                language=7,
                created_at="yesterday",
                html_url="javascript:x",
            ),
            repository("before-github", 1970),
            {"full_name": "ada/unnamed"},
            {"id": 5},
            "not an object",
            repository("twice", 2021),
            repository("twice", 2021),
            repository("secret", 2021, private=True),
        ],
    )
    body = body_of(corpus)
    assert (
        "**5 own repositories**, 0 of them archived, and 0 forks. "
        "The listing does not state a creation date for 4 repositories. "
        "The listing does not state stars for 3 repositories. "
        "The listing does not state a language for 3 repositories. "
        "Left out: 1 entry private. Left out: 1 entry listed twice. Left out: 2 entries without a name."
    ) in body
    assert "| odd |  | 2026-09-01 |  |  |  | The odd |" in body
    assert "secret" not in body
    assert timeline_of(body) == (Year(2021, 1, 0, 2, 0, {"Python": 1}),)


def test_a_description_stays_text(corpus: Path) -> None:
    nasty = "a | b <script>alert(1)</script> [x](javascript:1) `code` **bold**\n# heading \u2028 &lt; ![i](u)"
    write(corpus, [repository("x", 2021, description=nasty), {**repository("y", 2021), "name": "[y](z)|w"}])
    html = MarkdownIt("commonmark").enable("table").render(body_of(corpus))
    assert (
        "<td>a | b &lt;script&gt;alert(1)&lt;/script&gt; [x](javascript:1) `code` **bold** # heading "
        "&amp;lt; ![i](u)</td>" in html
    )
    assert ">[y](z)|w</a>" in html


def test_3000_repositories_in_pages_one_after_the_other(corpus: Path) -> None:
    pages = [[repository(f"r{page}-{n}", 2020 + n % 7) for n in range(100)] for page in range(30)]
    assert write(corpus, "\n".join(json.dumps(page) for page in pages)).repositories == 3000
    (read,) = (read for read in read_corpus(corpus).documents if read.file == FILE)
    assert check(read_corpus(corpus), ()) == ()
    assert sum(year.repositories for year in timeline_of(read.document.body)) == 3000
    assert max(len(passage.text) for passage in read.document.passages) < 8_000
