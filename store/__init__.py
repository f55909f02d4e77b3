"""The governed record: published documents that answer questions with citations, or say that they do not."""

from store.envelope import DocumentRead, Envelope, Evidence, Hit, Outline, Status, StepLine, StepSuggestion
from store.errors import (
    EmbedUnavailable,
    InvalidRequest,
    NotInRecord,
    RecordError,
    SettingsError,
    StoreUnavailable,
    Uncalibrated,
    Unpublished,
)
from store.record import Record, open_record
from store.search.outline import MAX_DEPTH, MAX_LIMIT
from store.search.request import DEFAULT_K, MAX_K, MAX_QUERY_CHARS, MIN_K
from store.settings import Settings, open_settings

__all__ = [
    "DEFAULT_K",
    "MAX_DEPTH",
    "MAX_K",
    "MAX_LIMIT",
    "MAX_QUERY_CHARS",
    "MIN_K",
    "DocumentRead",
    "EmbedUnavailable",
    "Envelope",
    "Evidence",
    "Hit",
    "InvalidRequest",
    "NotInRecord",
    "Outline",
    "Record",
    "RecordError",
    "Settings",
    "SettingsError",
    "Status",
    "StepLine",
    "StepSuggestion",
    "StoreUnavailable",
    "Uncalibrated",
    "Unpublished",
    "open_record",
    "open_settings",
]
