"""Visitors without a browser: they speak with the server as the page does."""

from __future__ import annotations

import asyncio
import json
import re
import time
import uuid
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar
from urllib.parse import urlsplit

from tornado.httpclient import AsyncHTTPClient, HTTPClientError, HTTPRequest, HTTPResponse
from tornado.simple_httpclient import SimpleAsyncHTTPClient
from tornado.websocket import (
    WebSocketClientConnection,
    WebSocketClosedError,
    websocket_connect,
)

__all__ = ["Lost", "Visitor", "run"]

PATIENCE = 120.0
"""Seconds in which anything has to happen, on the busiest of machines."""

T = TypeVar("T")


class Lost(AssertionError):
    """Tell that the server or the kernel is gone."""


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run to the end, whatever the main thread does meanwhile."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


def client() -> AsyncHTTPClient:
    """Give a client that opens as many connections as are wanted."""
    return SimpleAsyncHTTPClient(force_instance=True, max_clients=1000)


def script(page: str, mark: str) -> Any:
    """Read the JSON of one script element."""
    found = re.search(rf'<script type="application/json" {mark}>(.*?)</script>', page, re.DOTALL)
    assert found is not None, page[-2000:]
    return json.loads(found[1])


class Visitor:
    """One page of one visitor: what it got, what it keeps, and how long things took."""

    def __init__(self, url: str, *, code: str = "", query: str = "") -> None:
        self.url = url
        self.code = code
        self.query = query
        self.cookies: dict[str, str] = {}
        self.session: dict[str, Any] | None = None
        self.local: dict[str, Any] | None = None
        self.parts: dict[str, str] = {}
        self.effects: list[dict[str, Any]] = []
        self.kernel: dict[str, Any] = {}
        self.model = ""
        self._socket: WebSocketClientConnection | None = None
        self._seq = 0
        self._name = uuid.uuid4().hex
        self._client = client()

    # --- requests --------------------------------------------------------------------------------

    async def ask(self, path: str, method: str = "GET", **options: Any) -> HTTPResponse:
        """Send one request with the cookies that were given."""
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        headers |= options.pop("headers", {})
        request = HTTPRequest(
            self.url + path,
            method=method,
            headers=headers,
            request_timeout=PATIENCE,
            connect_timeout=PATIENCE,
            follow_redirects=False,
            allow_nonstandard_methods=True,
            **options,
        )
        answer = await self._client.fetch(request, raise_error=False)
        if answer.code == 599:
            raise Lost(str(answer.error))
        for cookie in answer.headers.get_list("Set-Cookie"):
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        return answer

    async def open(self) -> float:
        """Open the page as a browser does that comes again; return the seconds until it shows."""
        start = time.monotonic()
        if self.code and not self.cookies:
            answer = await self.ask(f"?code={self.code}")
            assert answer.code == 303, answer.body
        answer = await self.ask(self.query)
        assert answer.code == 200, (answer.code, answer.body)
        page = answer.body.decode()
        self.kernel = script(page, 'id="phase10-kernel"')
        self.model = script(page, "data-phase10-view")["model_id"]
        await self.connect()
        await self._send({"method": "request_state"})
        await self._receive(lambda data: data["method"] == "update")
        await self.tell(
            {
                "type": "hello",
                "lang": "en",
                "search": self.query,
                "session": self.session,
                "local": self.local,
            }
        )
        return time.monotonic() - start

    async def connect(self, **headers: str) -> None:
        """Open the socket."""
        origin = self.url.rstrip("/")
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        request = HTTPRequest(
            f"ws://{urlsplit(self.url).netloc}/api/kernels/{self.kernel['kernel']}/channels"
            f"?session_id={self._name}",
            headers={"Origin": origin, "Cookie": cookie} | headers,
            request_timeout=PATIENCE,
        )
        try:
            self._socket = await websocket_connect(request)
        except HTTPClientError as error:
            raise Lost(str(error)) from error

    async def act(self, name: str, value: Any = None) -> float:
        """Do something on the page; return the seconds until it shows."""
        start = time.monotonic()
        await self.tell({"type": "act", "act": name, "value": value})
        return time.monotonic() - start

    async def tell(self, message: dict[str, Any]) -> None:
        """Send a message of the page and take what is shown for it."""
        self._seq += 1
        await self._send({"method": "custom", "content": message | {"seq": self._seq}})
        seq = self._seq
        await self._receive(
            lambda data: data["method"] == "custom" and data["content"].get("seq") == seq
        )

    async def leave(self) -> None:
        """Close the page: its kernel ends."""
        self.drop()
        answer = await self.ask(
            f"voila/api/shutdown/{self.kernel['kernel']}",
            "POST",
            body=b"",
            headers={"X-Phase10-Key": self.kernel["key"], "Origin": self.url.rstrip("/")},
        )
        assert answer.code == 204, answer.body

    def drop(self) -> None:
        """Let the connection break, as when a cable is pulled."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    # --- messages --------------------------------------------------------------------------------

    async def raw(self, text: str | bytes, binary: bool = False) -> None:
        """Send anything through the socket."""
        assert self._socket is not None
        try:
            await self._socket.write_message(text, binary)
        except WebSocketClosedError as error:
            raise Lost("the connection was closed") from error

    def message(self, kind: str, content: dict[str, Any], channel: str = "shell") -> str:
        """Write a message of the Jupyter protocol."""
        header = {"msg_id": uuid.uuid4().hex, "msg_type": kind, "session": self._name}
        header |= {"username": "", "version": "5.3", "date": "2026-01-01T00:00:00Z"}
        whole = {"header": header, "parent_header": {}, "metadata": {}, "content": content}
        return json.dumps(whole | {"channel": channel, "buffers": []})

    async def _send(self, data: dict[str, Any]) -> None:
        await self.raw(self.message("comm_msg", {"comm_id": self.model, "data": data}))

    async def read(self) -> dict[str, Any]:
        """Take the next message of the kernel."""
        assert self._socket is not None
        text = await asyncio.wait_for(self._socket.read_message(), PATIENCE)
        if text is None:
            raise Lost("the connection was closed")
        message: dict[str, Any] = json.loads(text)
        if message["msg_type"] == "status" and message["content"]["execution_state"] == "dead":
            raise Lost("the kernel is dead")
        return message

    async def _receive(self, wanted: Any) -> None:
        while True:
            message = await self.read()
            content = message["content"]
            if message["msg_type"] != "comm_msg" or content["comm_id"] != self.model:
                continue
            data = content["data"]
            if data["method"] == "custom":
                self._take(data["content"])
            if wanted(data):
                return

    def _take(self, shown: dict[str, Any]) -> None:
        self.parts.update(shown.get("parts", {}))
        self.effects = shown.get("effects", [])
        if "kept" in shown:
            self.session, self.local = shown["kept"]["session"], shown["kept"]["local"]
