"""What may come late or change under the read path: the database, and the corpus's record.yaml."""

from __future__ import annotations

import logging
import threading
from pathlib import Path

from store.errors import SettingsError, StoreUnavailable
from store.index.catalog import Catalog
from store.index.database import open_database
from store.index.manifest import Manifest, read_manifest
from store.settings import Settings

log = logging.getLogger(__name__)


class CatalogSource:
    """The catalog, opened when it is first needed: a database that is down at the start may be up later."""

    def __init__(self, settings: Settings, corpus_id: str) -> None:
        self._settings = settings
        self._corpus_id = corpus_id
        self._lock = threading.Lock()
        self._opened: Catalog | None = None
        self._tries = 0

    def open(self) -> Catalog:
        """Raises StoreUnavailable; whoever waited for a try that failed fails with it."""
        tries = self._tries
        with self._lock:
            if self._opened is None:
                if self._tries != tries:
                    raise StoreUnavailable("the database")
                self._tries += 1
                database = open_database(self._settings)
                self._opened = Catalog(database, self._corpus_id, audited=self._settings.audit)
            return self._opened

    def close(self) -> None:
        with self._lock:
            if self._opened is not None:
                self._opened.database.close()
                self._opened = None


class ManifestSource:
    """record.yaml, read again when its file changes: a floor measured now is in force at the next search.

    What it said last stays in force while it cannot be read; only a start needs it to be right.
    """

    def __init__(self, corpus: Path) -> None:
        self._corpus = corpus
        self._seen = self._stamp()
        self._manifest = read_manifest(corpus)

    def read(self) -> Manifest:
        stamp = self._stamp()
        if stamp != self._seen:
            self._seen = stamp
            try:
                self._manifest = read_manifest(self._corpus)
            except SettingsError as error:
                log.warning("record.yaml changed and cannot be used, so what it said before stays: %s", error)
        return self._manifest

    def _stamp(self) -> tuple[int, int] | None:
        try:
            stat = (self._corpus / "record.yaml").stat()
        except OSError:
            return None
        return stat.st_mtime_ns, stat.st_size
