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
from store.settings import Settings, open_settings

__all__ = [
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
