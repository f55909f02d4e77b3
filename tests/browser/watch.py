"""A page under watch: console errors, exception boxes and horizontal overflow are complaints."""

from __future__ import annotations

import time

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import ConsoleMessage, Download, Page, WebSocket
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

AXE_OPTIONS = {"resultTypes": ["violations"]}
SERIOUS = {"serious", "critical"}
_READY = (
    "() => document.querySelector('[data-testid=stApp]')?.getAttribute('data-test-script-state')"
    " === 'notRunning' && !document.querySelector('[data-testid=stSkeleton]')"
)
"""The script has run, and nothing waits for its part of the front end, which is fetched at first use."""

_OVERFLOW = "() => document.documentElement.scrollWidth - window.innerWidth"

_SENT_MILLISECONDS = 100  # after an event the page has sent what it sends
_LOOK_MILLISECONDS = 20
_LONGEST_RUN_SECONDS = 240  # the first run loads the model


class Watched:
    """A browser page and everything that went wrong on it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.complaints: list[str] = []
        self._asked = True  # a page that opens asks for a run
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.complaints.append(f"page error: {error}"))
        page.on("websocket", self._follow)

    def settle(self) -> None:
        """Wait until the app has drawn what it draws, then look for what must not be there."""
        self.page.wait_for_timeout(_SENT_MILLISECONDS)
        until = time.monotonic() + _LONGEST_RUN_SECONDS
        while self._asked:
            assert time.monotonic() < until, "the app did not finish what it was asked to draw"
            self.page.wait_for_timeout(_LOOK_MILLISECONDS)
        self.page.wait_for_function(_READY)
        self.page.wait_for_timeout(_LOOK_MILLISECONDS)
        self.page.wait_for_function(_READY)
        self.look()

    def look(self) -> None:
        if self.page.get_by_test_id("stException").count():
            self.complaints.append("an exception box is on the page")
        if self.page.get_by_text("Something went wrong on this screen").count():
            self.complaints.append("the guard had to catch a failure")
        over = self.page.evaluate(_OVERFLOW)
        if over > 0:
            self.complaints.append(f"the page is {over} pixels wider than the window")

    def press(self, name: str, exact: bool = False) -> None:
        self.page.get_by_role("button", name=name, exact=exact).first.click()
        self.settle()

    def key(self, key: str) -> None:
        self.page.keyboard.press(key)
        self.settle()

    def open(self, title: str) -> None:
        """Go to another page of the app by its link."""
        expand = self.page.get_by_test_id("stExpandSidebarButton")
        if expand.count() and expand.is_visible():
            expand.click()
        self.page.get_by_role("link", name=title).first.click()
        self.page.get_by_role("heading", name=title, level=1).wait_for()
        self.settle()

    def text(self) -> str:
        return self.page.get_by_test_id("stMain").inner_text()

    def download(self, label: str) -> bytes:
        with self.page.expect_download() as waiting:
            self.page.get_by_role("button", name=label, exact=True).first.click()
        download: Download = waiting.value
        return download.path().read_bytes()

    def barriers(self) -> list[str]:
        """Serious and critical findings of axe in our content, one line each."""
        found = Axe().run(self.page, options=AXE_OPTIONS).response["violations"]
        return [
            f"{each['id']} ({each['impact']}): {node['html'][:160]}"
            for each in found
            if each["impact"] in SERIOUS
            for node in each["nodes"]
        ]

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.complaints.append(f"console: {message.text}")

    def _follow(self, socket: WebSocket) -> None:
        socket.on("framesent", self._sent)
        socket.on("framereceived", self._received)

    def _sent(self, frame: str | bytes) -> None:
        if isinstance(frame, bytes) and BackMsg.FromString(frame).WhichOneof("type") == "rerun_script":
            self._asked = True

    def _received(self, frame: str | bytes) -> None:
        if not isinstance(frame, bytes):
            return
        message = ForwardMsg.FromString(frame)
        ended = message.WhichOneof("type") == "script_finished"
        if ended and message.script_finished != ForwardMsg.FINISHED_EARLY_FOR_RERUN:
            self._asked = False
