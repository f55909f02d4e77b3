"""Tests that take `backend`, `settings_for` or `published` run on both kinds of store (`--backend`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from store.index.embedder import Embedder, load_embedder
from store.ingest.publish import publish
from store.settings import Settings
from tests.store.backends import Backend, running_servers
from tests.store.corpora import NOTES, write_corpus


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "backend" in metafunc.fixturenames:
        chosen = metafunc.config.getoption("--backend")
        names = ["embedded", "server"] if chosen == "both" else [chosen]
        metafunc.parametrize("backend", names, indirect=True, scope="session")


@pytest.fixture(scope="session")
def backend(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Backend]:
    """Where stores live: `request.param` is embedded or server."""
    if request.param == "embedded":
        yield Backend("embedded")
    else:
        with running_servers(tmp_path_factory.mktemp("servers")) as servers:
            yield servers


SettingsFor = Callable[..., Settings]


@pytest.fixture(scope="session")
def settings_for(backend: Backend, tmp_path_factory: pytest.TempPathFactory) -> SettingsFor:
    """Settings of a fresh store for a corpus folder; keyword arguments are further settings."""

    def make(corpus: Path, **values: object) -> Settings:
        home = tmp_path_factory.mktemp("home")
        where = {"database_url": backend.fresh_database(), "chroma_url": backend.chroma_url}
        return Settings(**{"home": home, "corpus": corpus, **where, **values})

    return make


@pytest.fixture(scope="session")
def embedder() -> Embedder:
    """The real packaged model, once for the whole run."""
    return load_embedder()


@pytest.fixture(scope="session")
def published(
    settings_for: SettingsFor, embedder: Embedder, tmp_path_factory: pytest.TempPathFactory
) -> Settings:
    """A store that serves three short documents. Shared: a test that changes it makes its own instead."""
    settings = settings_for(write_corpus(tmp_path_factory.mktemp("corpus"), NOTES))
    publish(settings, who="process:test", embedder=embedder)
    return settings
