"""What can go wrong, one class per different reaction. No message shows a path, a stack, a driver's text."""

from __future__ import annotations


class RecordError(Exception):
    """Everything the record refuses or cannot do. `str(error)` is written for the person who reads it."""


class SettingsError(RecordError):
    """A RECORD_* setting or the corpus's record.yaml says something that cannot be used."""


class InvalidRequest(RecordError):
    """The caller asked in a way that cannot be answered: what was wrong, the value, what to do."""


class NotInRecord(RecordError):
    """No document of that name is served. A withheld document answers exactly like an unknown one."""


class Unpublished(RecordError):
    """Nothing has been published yet: there is no active generation."""

    def __init__(self) -> None:
        super().__init__(
            "nothing is published yet: this record has no active generation. "
            "Run `python -m store ingest` to publish the corpus."
        )


class StoreUnavailable(RecordError):
    """The vector store or the database did not answer. This is an outage, not an absence."""

    def __init__(self, part: str = "the store") -> None:
        super().__init__(
            f"{part} did not answer. This is an outage: it says nothing about what the record covers. "
            "Try again in a moment; if it stays, check that the store is running."
        )
        self.part = part


class EmbedUnavailable(RecordError):
    """The embedding model could not be had, failed, was too slow, or is resting after a failure."""


class SpaceMismatch(EmbedUnavailable):
    """The model set now is not the one the passages were embedded with; mixing the two would be nonsense."""

    def __init__(self, served: str, configured: str) -> None:
        super().__init__(
            f"the served generation was embedded by {served}, but the model set now is {configured}. "
            "Run `python -m store ingest` to publish a generation with the model set now, "
            "or set RECORD_MODEL back.",
        )


class Uncalibrated(RecordError):
    """A floor is declared but was not measured, or was measured for something else than what is served."""

    SLUG = "ksor-uncalibrated"

    def __init__(self, why: str) -> None:
        super().__init__(f"{self.SLUG}: {why}")
