"""What every reader is given: the bytes, their name, and the text in them once somebody asks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from counting.intake.caps import DEFAULTS, Caps, refuse
from counting.intake.encoding import Decoded, decode
from counting.intake.jsontext import load


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
        return decode(self.data)

    @property
    def text(self) -> str:
        """The text a person reads beside the steps. Raises IntakeError beyond the cap of such a text.

        Readers of models, exports and logs use `decoded.text`, which is bound by the size of the file alone.
        """
        text = self.decoded.text
        if len(text) > self.caps.text_chars:
            found = f"The text has {len(text):,} characters"
            raise refuse(
                "text_chars", self.caps.text_chars, found, "Keep the pages that describe the workflow."
            )
        return text

    @property
    def json(self) -> Any:
        """The value of a JSON text. Raises IntakeError for broken or too deeply nested JSON."""
        return self._loaded[0]

    @cached_property
    def _loaded(self) -> tuple[Any, int]:
        return load(self.decoded.text, self.caps)

    @property
    def notes(self) -> tuple[str, ...]:
        """What has to be said about the encoding of a text that was read; belongs in Draft.notes."""
        decoded = self.__dict__.get("decoded")  # bytes that nobody read as text have no encoding
        _, rest = self.__dict__.get("_loaded", (None, 0))
        behind = (
            (f"{rest:,} characters stand behind the end of the JSON; they were not read.",) if rest else ()
        )
        return (*decoded.notes, *behind) if isinstance(decoded, Decoded) else behind
