"""Counts kept on the server between visits. What is in them is text to this package, nothing more."""

from store.saved.counts import Conflict, Saved, SavedCounts, SavedMissing, TooLarge, open_saved_counts

__all__ = ["Conflict", "Saved", "SavedCounts", "SavedMissing", "TooLarge", "open_saved_counts"]
