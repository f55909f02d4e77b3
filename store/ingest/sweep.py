"""Cleaning up: what a killed ingest left behind, and generations nobody can read any more."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from store.index.catalog import Catalog
from store.index.generations import GenerationInfo, State
from store.index.vectors import VectorStore


def sweep(catalog: Catalog, store: VectorStore) -> None:
    """Drop generations that were begun and never finished. Call it holding the ingest lock."""
    for number in catalog.leftovers():
        catalog.forget(number, State.FAILED)
    gone = {info.number for info in catalog.generations() if info.state in (State.FAILED, State.REMOVED)}
    for number in store.generations():
        if number in gone:
            store.drop(number)


def collect(catalog: Catalog, store: VectorStore, pin: timedelta, who: str) -> tuple[GenerationInfo, ...]:
    """Remove every generation that is not served, not the rollback and not pinned. Returns those removed.

    The row goes first: a crash in between leaves vectors without a row, which the next sweep drops.
    """
    removed = catalog.removable(datetime.now(UTC), pin)
    for info in removed:
        catalog.forget(info.number, State.REMOVED)
    sweep(catalog, store)
    active = catalog.active()
    catalog.acts.audit("gc", who, "collected", active.number if active else None, removed=len(removed))
    return removed
