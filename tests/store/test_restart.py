"""What was published and withdrawn is still there after the servers were stopped and started again."""

from __future__ import annotations

from pathlib import Path

from store.index.acts import TakedownKind
from store.index.embedder import Embedder
from store.ingest.publish import Unchanged, publish
from store.ingest.withdraw import take_down
from store.record import Record
from store.settings import Settings
from tests.serving import free_port
from tests.store.backends import chroma, postgres_cluster
from tests.store.corpora import NOTES, write_corpus


def test_both_servers_may_stop_and_start_again(tmp_path: Path, embedder: Embedder) -> None:
    corpus = write_corpus(tmp_path / "corpus", NOTES)
    port = free_port()
    with postgres_cluster() as cluster:
        settings = Settings(
            home=tmp_path / "home",
            corpus=corpus,
            database_url=cluster.url,
            chroma_url=f"http://127.0.0.1:{port}",
        )
        with chroma(tmp_path / "chroma", port):
            publish(settings, who="process:test", embedder=embedder)
            take_down(settings, "boats", TakedownKind.ADD, "human:owner", "sunk")
        cluster.restart()
        with chroma(tmp_path / "chroma", port):
            with Record.open(settings, embedder=lambda: embedder) as record:
                found = {hit.slug for hit in record.search("a note", k=50).hits}
            again = publish(settings, who="process:test", embedder=embedder)
    assert found == {"bees", "bread"}
    assert isinstance(again, Unchanged)
    assert again.generation.number == 1
