"""Go back to the generation before."""

from __future__ import annotations

from store.errors import RecordError
from store.index.catalog import open_catalog
from store.index.generations import GenerationInfo
from store.index.vectors import VectorStore
from store.settings import Settings


def roll_back(settings: Settings, who: str, wait_seconds: float) -> GenerationInfo:
    """Serve the generation before again; a second time undoes the first. Raises RecordError, Busy."""
    catalog = open_catalog(settings)
    with (
        catalog.database.locked("ingest", wait_seconds),
        VectorStore(settings, catalog.store_id) as store,
    ):
        target = catalog.rollback_target()
        if target is not None and not store.generations().get(target.number, False):
            raise RecordError(
                f"generation {target.number} has lost its vectors and cannot be served. Nothing was changed. "
                "Put the corpus back as it was and run `python -m store ingest`."
            )
        return catalog.rollback(who)
