"""What one person and one agent do in the load bench, and how they know that the answer is theirs."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from mcp.client import Client

from bench.browser import Browser

TOKEN = re.compile(r"zq\d+x\d+")
TAGS = ("AI", "DECISION", "TYPING")
PLACE = re.compile(r"\*\*Step (\d+) of (\d+)\*\*")


@dataclass
class Tally:
    """What happened: seconds per act, jobs and calls done, the outcomes agents were given."""

    presses: list[float] = field(default_factory=list)
    jobs: list[float] = field(default_factory=list)
    calls: list[float] = field(default_factory=list)
    outcomes: dict[str, int] = field(default_factory=dict)
    generations: set[int] = field(default_factory=set)

    @contextmanager
    def timed(self, into: list[float]) -> Iterator[None]:
        started = time.monotonic()
        yield
        into.append(time.monotonic() - started)


class WrongAnswer(AssertionError):
    """Somebody got what is not theirs, or an answer that is not honest."""


@dataclass
class Person:
    """Counts a workflow of their own. `number` makes the text, the tags and so the percentage theirs."""

    url: str
    number: int
    tally: Tally
    rounds: int = 0
    link: str = ""

    @property
    def token(self) -> str:
        return f"zq{self.number}x{self.rounds}"

    @property
    def tags(self) -> list[str]:
        """One per step, three to six of them."""
        return [TAGS[(self.number + place) % 3] for place in range(3 + self.number % 4)]

    @property
    def headline(self) -> tuple[str, str]:
        steps, kept = len(self.tags), self.tags.count("DECISION")
        return f"{(200 * (steps - kept) + steps) // (2 * steps)} %", f"{steps - kept} of {steps} steps"

    async def do_the_job(self) -> None:
        """Paste, read, tag every step, go to the result, and find exactly this text and this number there."""
        self.rounds += 1
        with self.tally.timed(self.tally.jobs):
            browser = await Browser.open(self.url)
            lines = [
                f"{place}. Copy invoice {self.token} to ledger {place}"
                for place in range(1, len(self.tags) + 1)
            ]
            browser.fill("Paste the description", "\n".join(lines))
            await self._press(browser, "Read the steps")
            await self._press(browser, "On to Tag")
            for _ in self.tags:
                await self._tag(browser)
            await self._press(browser, "On to Gates")
            await self._press(browser, "On to Result")
            self._check(browser)
            self.link = browser.query
            await browser.close()

    async def come_back(self) -> None:
        """The link of the last count opens it again, whole."""
        browser = await Browser.open(self.url, query=self.link)
        if not self.link:
            raise WrongAnswer(f"the count of {self.token} has no link: {browser.words}")
        self._check(browser)
        await browser.close()

    async def _tag(self, browser: Browser) -> None:
        place = _place(browser)
        tag = self.tags[place - 1]
        await self._press(browser, tag)
        if tag == "DECISION":
            await self._press(browser, "judgement")
        if _place(browser) == place and "Next untagged" in browser.buttons:
            await self._press(browser, "Next untagged")

    async def _press(self, browser: Browser, label: str) -> None:
        with self.tally.timed(self.tally.presses):
            await browser.press(label)

    def _check(self, browser: Browser) -> None:
        said = "\n".join(browser.words).replace("\\", "")
        found = set(TOKEN.findall(said))
        if not found <= {self.token}:
            raise WrongAnswer(f"{self.token} sees the text of {found}")
        percent, fraction = self.headline
        if browser.metric("Could be automated") != percent or fraction not in said:
            raise WrongAnswer(f"{self.token} should have {percent} ({fraction}): {said}")


def _place(browser: Browser) -> int:
    for words in browser.words:
        if found := PLACE.search(words):
            return int(found[1])
    raise WrongAnswer(f"no step is in focus: {browser.words}")


@dataclass
class Agent:
    """Searches and counts over MCP; every question is new, so that no cache answers it."""

    url: str
    number: int
    tally: Tally
    rounds: int = 0

    async def call(self, client: Client) -> None:
        self.rounds += 1
        with self.tally.timed(self.tally.calls):
            if self.rounds % 3:
                await self._search(client)
            else:
                await self._count(client)

    async def _search(self, client: Client) -> None:
        query = f"Is approving invoice {self.number}-{self.rounds} a DECISION?"
        result = await client.call_tool("search", {"query": query, "k": 5})
        if result.is_error:
            raise WrongAnswer(f"search failed: {result.content}")
        self._judge(result.structured_content)

    def _judge(self, answer: dict[str, Any]) -> None:
        """An answer has hits of one generation, or says in its fields why it has none."""
        generations = {hit["provenance"]["generation"] for hit in answer["hits"]}
        outage = answer["degraded_reason"]
        honest = (
            answer["ok"] == bool(answer["hits"])
            and answer["abstained"] == (answer["reason"] == "abstained")
            and len(generations) <= 1
            and not (answer["abstained"] and outage)
            and (answer["reason"] == "unavailable") == (outage is not None and not answer["ok"])
            and all((hit["cosine"] is None) == (outage is not None) for hit in answer["hits"])
        )
        if not honest:
            raise WrongAnswer(f"not an honest outcome: {answer}")
        outcome = ": ".join(word for word in (answer["reason"] or "ok", outage) if word)
        self.tally.outcomes[outcome] = self.tally.outcomes.get(outcome, 0) + 1
        self.tally.generations |= generations

    async def _count(self, client: Client) -> None:
        steps = [{"text": f"Do {self.number} {place}", "tag": "AI"} for place in range(self.number + 1)]
        result = await client.call_tool("count", {"steps": [*steps, {"text": "Decide", "tag": "DECISION"}]})
        counted = result.structured_content["count"]
        if (counted["automatable"], counted["steps"]) != (self.number + 1, self.number + 2):
            raise WrongAnswer(f"agent {self.number} got {counted}")
