"""How much intake reads before it refuses. Each cap has a stated default and an INTAKE_* variable."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields

from counting.intake.draft import IntakeError

MIB = 1024 * 1024
PARTS = "Count its parts as runs of their own."


@dataclass(frozen=True)
class Caps:
    """The most that is read of one source; a larger one is refused with the cap's name, never cut.

    The defaults keep any file up to the cap under 1 GB of memory and 10 seconds on two slow cores.
    """

    file_bytes: int = 20 * MIB  # the file as it arrives
    unpacked_bytes: int = 40 * MIB  # all parts of an archive (xlsx, docx, vsdx, gz) together
    archive_entries: int = 5_000  # parts in an archive
    nesting: int = 200  # levels of XML elements or JSON brackets
    text_chars: int = 5_000_000  # characters of a text, a page or a transcript
    prose_chars: int = 200_000  # characters of running text, about 70 pages; lists and tables have other caps
    rows: int = 50_000  # rows of a table or a sheet
    events: int = 500_000  # events of a log
    pages: int = 300  # pages of a PDF
    edges: int = 200_000  # ways from step to step through gateways and events
    items: int = 5_000  # items of a draft; a run holds no more steps than that

    @classmethod
    def from_env(cls, env: Mapping[str, str]) -> Caps:
        """The defaults, with INTAKE_FILE_BYTES and its like read over them. A bad value is an error."""
        changed: dict[str, int] = {}
        for field in fields(cls):
            raw = env.get(variable(field.name))
            if raw is None:
                continue
            if not raw.isascii() or not raw.isdigit() or int(raw) < 1:
                raise IntakeError(
                    f"{variable(field.name)} is {raw!r}. Give a whole number from 1 up, or unset it."
                )
            changed[field.name] = int(raw)
        return cls(**changed)


DEFAULTS = Caps()


def variable(cap: str) -> str:
    """The environment variable that sets a cap."""
    return f"INTAKE_{cap.upper()}"


def check_items(count: int, caps: Caps, what: str, per_item: int = 1) -> None:
    """Refuse early what could never become a draft; `per_item` elements may stand behind one item."""
    if count > per_item * caps.items:
        found = f"The file has at least {count:,} {what}, too many for one run"
        raise refuse("items", caps.items, found, PARTS)


def refuse(cap: str, allowed: int, found: str, advice: str) -> IntakeError:
    """The error for something beyond a cap: what was found, which cap it passes, what to do."""
    limit = f"{allowed / MIB:,.1f} MB" if cap.endswith("_bytes") else f"{allowed:,}"
    return IntakeError(f"{found}; the cap {cap} allows {limit} (set {variable(cap)} to change it). {advice}")
