"""A browser without a screen: it speaks the page's websocket protocol, sees the screen, and presses."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.Element_pb2 import Element
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.asyncio.client import ClientConnection, connect

PATIENCE_SECONDS = 300.0
MAX_MESSAGE_BYTES = 200 * 1024 * 1024
WORDS = {
    "alert": "body", "heading": "body", "markdown": "body", "metric": "body", "text": "body",
    "progress": "text",
}  # fmt: skip
"""Element -> the field that holds what a person reads."""


class NotOnScreen(AssertionError):
    """What the visitor looks for is not there; the message says what is."""


@dataclass
class _Shown:
    element: Element
    fragment: str
    run: str


class Browser:
    """One visitor: connect, look, fill in, press. Everything waits until the page has finished."""

    def __init__(self, socket: ClientConnection, page: str = "") -> None:
        self._socket = socket
        self._page = page
        self._query = ""
        self._page_hash = ""
        self._run = ""
        self._shown: dict[tuple[int, ...], _Shown] = {}
        self._values: dict[str, WidgetState] = {}
        self.sign_in_url: str | None = None

    @classmethod
    async def open(
        cls, base_url: str, page: str = "", query: str = "", headers: Mapping[str, str] | None = None
    ) -> Browser:
        address = f"ws://{urlsplit(base_url).netloc}/_stcore/stream"
        socket = await connect(
            address,
            subprotocols=["streamlit"],  # type: ignore[list-item]  # its type is for checkers only
            max_size=MAX_MESSAGE_BYTES,
            open_timeout=PATIENCE_SECONDS,
            ping_interval=None,
            additional_headers=headers,
        )
        browser = cls(socket, page)
        browser._query = query
        await browser._rerun()
        return browser

    async def close(self) -> None:
        await self._socket.close()

    @property
    def query(self) -> str:
        """The query of the address, where the link of a saved count is."""
        return self._query

    @property
    def words(self) -> list[str]:
        """Everything on the screen that is read, in order."""
        said = []
        for _, shown in sorted(self._shown.items()):
            kind = shown.element.WhichOneof("type")
            if kind in WORDS:
                said.append(str(getattr(getattr(shown.element, kind), WORDS[kind])))
        return said

    @property
    def buttons(self) -> list[str]:
        return [
            shown.element.button.label for shown in self._of("button") if not shown.element.button.disabled
        ]

    def metric(self, label: str) -> str:
        for shown in self._of("metric"):
            if shown.element.metric.label == label:
                return shown.element.metric.body
        raise NotOnScreen(f"no metric {label!r}; on screen: {self.words}")

    def fill(self, label: str, text: str) -> None:
        """Type into a field; the page learns of it with the next press."""
        for kind in ("text_area", "text_input"):
            for shown in self._of(kind):
                field = getattr(shown.element, kind)
                if field.label == label:
                    self._values[field.id] = WidgetState(id=field.id, string_value=text)
                    return
        raise NotOnScreen(f"no field {label!r}; on screen: {self.words}")

    async def press(self, label: str) -> None:
        for shown in self._of("button"):
            button = shown.element.button
            if button.label == label and not button.disabled:
                await self._rerun(WidgetState(id=button.id, trigger_value=True), shown.fragment)
                return
        raise NotOnScreen(f"no button {label!r}; there are: {self.buttons}; on screen: {self.words}")

    def _of(self, kind: str) -> list[_Shown]:
        return [shown for _, shown in sorted(self._shown.items()) if shown.element.WhichOneof("type") == kind]

    async def _rerun(self, pressed: WidgetState | None = None, fragment: str = "") -> None:
        message = BackMsg()
        state = message.rerun_script
        state.query_string = self._query
        state.page_name = self._page if not self._page_hash else ""
        state.page_script_hash = self._page_hash
        state.fragment_id = fragment
        state.widget_states.widgets.extend(self._values.values())
        if pressed is not None:
            state.widget_states.widgets.append(pressed)
        await self._socket.send(message.SerializeToString())
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not self._take(ForwardMsg.FromString(await self._socket.recv(decode=False))):
                pass

    def _take(self, message: ForwardMsg) -> bool:
        """True once the page has finished what was asked of it."""
        match message.WhichOneof("type"):
            case "new_session":
                self._run = message.metadata.run.script_run_id
                self._page_hash = message.new_session.page_script_hash
            case "navigation":
                self._page_hash = message.navigation.page_script_hash
            case "delta":
                self._draw(message)
            case "page_info_changed":
                self._query = message.page_info_changed.query_string
            case "auth_redirect":
                self.sign_in_url = message.auth_redirect.url
            case "script_finished":
                return self._finished(message.script_finished)
        return False

    def _draw(self, message: ForwardMsg) -> None:
        place = tuple(message.metadata.delta_path)
        if message.delta.WhichOneof("type") != "new_element":
            return
        for below in [path for path in self._shown if path[: len(place)] == place]:
            del self._shown[below]
        self._shown[place] = _Shown(message.delta.new_element, message.delta.fragment_id, self._run)

    def _finished(self, how: int) -> bool:
        if how == ForwardMsg.FINISHED_EARLY_FOR_RERUN:
            return False
        if how == ForwardMsg.FINISHED_SUCCESSFULLY:
            self._shown = {path: shown for path, shown in self._shown.items() if shown.run == self._run}
        elif how == ForwardMsg.FINISHED_FRAGMENT_RUN_SUCCESSFULLY:
            redrawn = {shown.fragment for shown in self._shown.values() if shown.run == self._run}
            self._shown = {
                path: shown
                for path, shown in self._shown.items()
                if shown.run == self._run or shown.fragment not in redrawn
            }
        return True
