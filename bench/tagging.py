"""`python -m bench.tagging`: what one tag costs on a 200-step run, beside the least a page can cost.

In one run: a press of a tag with saving and suggestions, the same without saving, and the press of a button
on a page that holds nothing else. Each is timed from the press until the page has finished.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench.browser import Browser
from tests.serving import ROOT, serving

AIM_MILLISECONDS = 150
TAG = "TYPING"  # what the record is sure of for these steps, so that every press goes on to the next
BARE_PAGE = """import streamlit as st

@st.fragment
def show():
    st.button("Press")

show()
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--presses", type=int, default=60)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        home, bare = Path(folder) / "home", Path(folder) / "bare.py"
        bare.write_text(BARE_PAGE, encoding="utf-8")
        environment = {**os.environ, "RECORD_HOME": str(home), "HF_HUB_OFFLINE": "1"}
        subprocess.run(
            [sys.executable, "-m", "store", "ingest"],
            cwd=ROOT,
            env=environment,
            check=True,
            stdout=sys.stderr,
        )
        with serving(bare, environment) as url:
            baseline = asyncio.run(pressing(url, asked.presses))
        with serving(ROOT / "app.py", environment | {"RECORD_SAVE_COUNTS": "off"}) as url:
            unsaved = asyncio.run(tagging(url, asked.steps, asked.presses))
        with serving(ROOT / "app.py", environment) as url:
            saved = asyncio.run(tagging(url, asked.steps, asked.presses))
    show("one button on an empty page", baseline)
    show(f"a tag, {asked.steps} steps, not saved", unsaved)
    show(f"a tag, {asked.steps} steps, saved", saved)
    print(f"aim: under {AIM_MILLISECONDS} ms in the middle")


async def pressing(url: str, presses: int) -> list[float]:
    browser = await Browser.open(url)
    seconds = [await _timed(browser, "Press") for _ in range(presses)]
    await browser.close()
    return seconds


async def tagging(url: str, steps: int, presses: int) -> list[float]:
    """The model is warm and the suggestions are there before the first press is timed."""
    browser = await Browser.open(url)
    lines = [f"{number}. Clerk copies invoice {number} into the ledger" for number in range(1, steps + 1)]
    browser.fill("Paste the description", "\n".join(lines))
    await browser.press("Read the steps")
    await browser.press("On to Tag")
    seconds = [await _timed(browser, TAG) for _ in range(presses)]
    said = f"{min(presses, steps)} of {steps} are tagged"
    if not any(said in words for words in browser.words):
        raise AssertionError(f"not every press tagged a step; on screen: {browser.words}")
    await browser.close()
    return seconds


async def _timed(browser: Browser, label: str) -> float:
    started = time.perf_counter()
    await browser.press(label)
    return time.perf_counter() - started


def show(what: str, seconds: list[float]) -> None:
    middle, slow = statistics.median(seconds), statistics.quantiles(seconds, n=20)[-1]
    print(f"{what:36} median {1000 * middle:6.1f} ms   p95 {1000 * slow:6.1f} ms")


if __name__ == "__main__":
    main()
