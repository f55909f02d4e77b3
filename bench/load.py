"""`python -m bench.load`: many people and agents at once, while the record changes and its model fails.

Starts the one process on loopback over its own copy of the corpus. For each number of people: everybody does
the main job with a text of their own, beside agents over MCP; meanwhile a new generation is published and the
embedding provider fails for ten seconds. It stops with an error if anybody gets another's text, a wrong
number, a dishonest outcome, or loses a count. It prints what it measured.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
from mcp.client import Client

from bench.visits import Agent, Person, Tally
from tests.serving import free_port

ROOT = Path(__file__).resolve().parent.parent
START_SECONDS = 300
OUTAGE_SECONDS = 10.0
THINK_SECONDS = 0.5
"""Between two calls of an agent."""
CHANGED = Path("documents") / "scope.md"


@dataclass(frozen=True)
class Site:
    """The served process and the files that change under it."""

    url: str
    process: subprocess.Popen[bytes]
    env: dict[str, str]
    switch: Path
    log: Path

    @property
    def megabytes(self) -> int:
        """Resident memory of the process."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        [line] = [line for line in status.splitlines() if line.startswith("VmRSS")]
        return int(line.split()[1]) // 1024

    async def publish_another(self, note: str) -> None:
        """Change one document and publish, in a process of its own as an operator would."""
        document = Path(self.env["RECORD_CORPUS"]) / CHANGED
        document.write_text(
            f"{document.read_text(encoding='utf-8')}\nChanged in the load bench: {note}.\n", "utf-8"
        )
        ingest = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "store", "ingest",
            cwd=ROOT, env=self.env, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        )  # fmt: skip
        _, said = await ingest.communicate()
        if ingest.returncode:
            raise AssertionError(f"the ingest failed: {said.decode()}")

    async def fail_for(self, seconds: float) -> None:
        self.switch.touch()
        await asyncio.sleep(seconds)
        self.switch.unlink()


@contextmanager
def site(folder: Path, home: Path | None = None) -> Iterator[Site]:
    """A served record in `folder`; `home` is a store to start from, where one is at hand."""
    corpus, record_home = folder / "corpus", folder / "home"
    shutil.copytree(ROOT / "corpus", corpus)
    if home is not None:
        shutil.copytree(home, record_home)
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("RECORD_", "DOORS_"))}
    env = {**kept, "RECORD_HOME": str(record_home), "RECORD_CORPUS": str(corpus), "HF_HUB_OFFLINE": "1"}
    port, switch, log = free_port(), folder / "provider-is-down", folder / "log"
    with log.open("wb") as file:
        command = [sys.executable, "-m", "bench.flaky_server", str(port), str(switch)]
        process = subprocess.Popen(command, cwd=ROOT, env=env, stdout=file, stderr=file)
    try:
        served = Site(f"http://127.0.0.1:{port}", process, env, switch, log)
        _wait_until_ready(served)
        yield served
    finally:
        process.terminate()
        process.wait(30)


def _wait_until_ready(served: Site) -> None:
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until and served.process.poll() is None:
        try:
            if httpx.get(f"{served.url}/health/ready", timeout=30).status_code == 200:
                return
        except httpx.HTTPError:
            pass
        time.sleep(0.5)
    raise AssertionError(f"the process did not become ready: {served.log.read_text(encoding='utf-8')}")


async def crowd(served: Site, people: int, agents: int, outage_seconds: float = OUTAGE_SECONDS) -> Tally:
    """Everybody at once until the record has changed, the provider has failed, and each has a count."""
    tally = Tally()
    visitors = [Person(served.url, number, tally) for number in range(people)]
    trouble_over, all_done = asyncio.Event(), asyncio.Event()

    async def visit(person: Person) -> None:
        await person.do_the_job()
        while not trouble_over.is_set():
            await person.do_the_job()

    async def ask(number: int) -> None:
        agent = Agent(served.url, number, tally)
        async with Client(f"{served.url}/mcp") as client:
            while not all_done.is_set():
                await agent.call(client)
                await asyncio.sleep(THINK_SECONDS)

    async def trouble() -> None:
        await asyncio.gather(served.publish_another(f"{people} people"), served.fail_for(outage_seconds))
        trouble_over.set()

    async with asyncio.TaskGroup() as calling:
        for number in range(agents):
            calling.create_task(ask(number))
        async with asyncio.TaskGroup() as visiting:
            visiting.create_task(trouble())
            for person in visitors:
                visiting.create_task(visit(person))
        all_done.set()
    async with asyncio.TaskGroup() as returning:
        for person in visitors:
            returning.create_task(person.come_back())
    return tally


def p95(seconds: list[float]) -> float:
    return statistics.quantiles(seconds, n=20)[-1] if len(seconds) > 1 else seconds[0]


def report(people: int, agents: int, tally: Tally, took: float, before: int, after: int) -> str:
    return "\n".join(
        [
            f"{people} people and {agents} agents, {took:.0f} s:",
            f"  people  {len(tally.jobs)} jobs, {60 * len(tally.jobs) / took:.1f} a minute; "
            f"p95 of a press {p95(tally.presses):.2f} s, of a job {p95(tally.jobs):.1f} s",
            f"  agents  {len(tally.calls)} calls, {len(tally.calls) / took:.1f} a second; "
            f"p95 {p95(tally.calls):.2f} s",
            f"  record  generations {sorted(tally.generations)}; outcomes {tally.outcomes}",
            f"  memory  {before} MB before, {after} MB after",
            "  nobody got another's text, a wrong number or a dishonest outcome; every count came back",
        ]
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--people", type=int, nargs="+", default=[1, 10, 50])
    parser.add_argument("--agents", type=int, default=20)
    told = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, site(Path(folder)) as served:
        for people in told.people:
            before, started = served.megabytes, time.monotonic()
            tally = asyncio.run(crowd(served, people, told.agents))
            took = time.monotonic() - started
            print(report(people, told.agents, tally, took, before, served.megabytes), flush=True)


if __name__ == "__main__":
    main()
