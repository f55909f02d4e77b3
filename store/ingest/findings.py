"""What the checker refuses: one finding per fault, each under a stable slug."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from store.errors import RecordError


@dataclass(frozen=True)
class Finding:
    """`file` is relative to the corpus, `line` counts from 1. `why` says what is wrong, `fix` what to do."""

    slug: str
    file: str
    line: int | None
    why: str
    fix: str

    def __str__(self) -> str:
        place = self.file if self.line is None else f"{self.file}:{self.line}"
        return f"{place}: {self.slug}: {self.why}\n    fix: {self.fix}"


class CorpusRefused(RecordError):
    """The corpus has findings, so nothing was changed."""

    def __init__(self, findings: Sequence[Finding]) -> None:
        self.findings = tuple(findings)
        listed = "\n".join(str(finding) for finding in self.findings)
        super().__init__(
            f"{listed}\nthe corpus has {count_of(len(self.findings))}, so nothing was changed: "
            "what was served before is still served."
        )


def count_of(findings: int) -> str:
    return "1 finding" if findings == 1 else f"{findings} findings"


def sort_key(finding: Finding) -> tuple[str, int, str]:
    return finding.file, finding.line or 0, finding.slug
