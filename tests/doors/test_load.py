"""The load bench, small: nobody gets another's text, everybody an honest outcome, every count comes back."""

from __future__ import annotations

import asyncio
from pathlib import Path

from bench.load import crowd, site

PEOPLE = 5
AGENTS = 5
OUTAGE_SECONDS = 3.0
MOST_MEGABYTES = 2_500


def test_people_and_agents_at_once_while_the_record_changes_and_its_model_fails(
    shipped_home: Path, tmp_path: Path
) -> None:
    with site(tmp_path, shipped_home) as served:
        tally = asyncio.run(crowd(served, PEOPLE, AGENTS, OUTAGE_SECONDS))
        assert len(tally.jobs) >= PEOPLE
        assert len(tally.calls) >= AGENTS
        assert max(tally.generations) == 2
        assert any("embed_unavailable" in outcome for outcome in tally.outcomes)
        assert served.megabytes < MOST_MEGABYTES
