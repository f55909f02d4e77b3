"""Which steps seem to reach the outside, judged by their words alone: suggested, never applied by itself."""

from __future__ import annotations

import re

from counting import Run

_LEAVES = re.compile(
    r"\b(?:e-?mails?|mails|sends?|sent|ships?|shipped|pays?|paid|posts?|publishes|publish|published|submits?|"
    r"submitted|transfers?|deletes?|deleted|delivers?|delivered|dispatch(?:es)?|releases?|refunds?|remits?|"
    r"hands? over|signs?|orders? (?!number|form|list)|files? (?:\w+ ){0,4}with|"
    r"notif(?:y|ies) (?:the )?(?:customer|client|patient|applicant|supplier|authority|insurer))\b",
    re.IGNORECASE,
)


def seems_outward(text: str) -> bool:
    return bool(_LEAVES.search(text))


def suggested(run: Run) -> tuple[int, ...]:
    """Numbers, from 1, of steps not marked outward whose words say that something leaves."""
    return tuple(
        number for number, step in enumerate(run.steps, 1) if not step.outward and seems_outward(step.text)
    )
