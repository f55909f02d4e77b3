"""What the read path stands on, opened once per process and shared by search, read, outline and suggest."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from store.index.catalog import Catalog
from store.index.manifest import Manifest
from store.search.audit import AuditTrail
from store.search.embedding import QueryEmbedding
from store.search.shelf import Shelf
from store.search.snapshot import Snapshots
from store.settings import Settings


@dataclass(frozen=True)
class Parts:
    """`catalog` opens the database when it is first needed and raises StoreUnavailable while it cannot."""

    settings: Settings
    corpus_id: str
    catalog: Callable[[], Catalog]
    shelf: Shelf
    embedding: QueryEmbedding
    snapshots: Snapshots
    audit: AuditTrail
    manifest: Callable[[], Manifest]
    clock: Callable[[], datetime]
    who: str
