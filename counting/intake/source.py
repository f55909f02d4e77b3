"""What every reader is given: the bytes, their name, and the text in them once somebody asks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from counting.intake.caps import DEFAULTS, Caps
from counting.intake.encoding import Decoded, decode


@dataclass(frozen=True)
class Source:
    """One file or one paste. A reader module offers `read(source: Source) -> Draft` and raises IntakeError.

    `name` is the file name as the user gave it ("" for a paste): for words to people only, never opened and
    never trusted for the kind. `text` has LF line ends; offsets and lines of positions count in it.
    """

    data: bytes
    name: str = ""
    caps: Caps = DEFAULTS

    @cached_property
    def decoded(self) -> Decoded:
        return decode(self.data, self.caps)

    @property
    def text(self) -> str:
        return self.decoded.text

    @property
    def notes(self) -> tuple[str, ...]:
        """What has to be said about the encoding; belongs in Draft.notes."""
        return self.decoded.notes
