"""A browser page on one side and a session on the other, with no Jupyter between them."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from phase10.widgets.host import host_source, host_style
from phase10.widgets.session import Reply, Session
from tests.browser.demo_page import DemoPage

ADDRESS = "http://127.0.0.1:9/"  # nobody listens: every request is answered by the bridge
DOCUMENT = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Waiting</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,"><style>{style}</style></head>
<body {attributes}><main id="one"></main><div id="two"></div><button id="outside">Outside</button>
<script type="module">
import {{ mount }} from "{address}host.js";
const heard = new Set();
window.deliver = (replies) => replies.forEach((reply) => heard.forEach((tell) => tell(reply)));
window.mounted = (id) => mount({{
  el: document.getElementById(id),
  send: async (message) => window.deliver(await window.python(message)),
  listen: (tell) => {{ heard.add(tell); return () => heard.delete(tell); }},
  heartbeat: {heartbeat},
  patience: {patience},
}});
window.leave = window.mounted("one");
</script></body></html>"""


class Bridge:
    """A browser page on one side, a session with the demo page on the other."""

    def __init__(self, page: Page, *, ours: bool = True, heartbeat: int = 500) -> None:
        self.page = page
        self.attributes = "data-phase10" if ours else 'data-jp-theme-light="true"'
        self.heartbeat = heartbeat
        self.demo = DemoPage()
        self.received: list[dict[str, Any]] = []
        self.shown: list[Reply] = []
        self.held: list[Reply] | None = None
        self.silent = False
        self._replies: list[Reply] = []
        self.session = Session(self.demo, self._replies.append)
        page.expose_function("python", self.python)
        page.route("**/*", self._serve)

    def _serve(self, route: Any) -> None:
        if route.request.url.endswith("host.js"):
            route.fulfill(body=host_source(), content_type="text/javascript")
            return
        document = DOCUMENT.format(
            style=host_style(self.demo),
            attributes=self.attributes,
            address=ADDRESS,
            heartbeat=self.heartbeat,
            patience=700,
        )
        route.fulfill(body=document, content_type="text/html")

    def python(self, message: dict[str, Any]) -> list[Reply]:
        """Take a message; answer at once, later, or not at all."""
        self.received.append(message)
        if self.silent:
            return []
        self.session.receive(message)
        replies = self._replies[:]
        self._replies.clear()
        self.shown += [reply for reply in replies if reply["type"] == "show"]
        if self.held is not None:
            self.held += replies
            return []
        return replies

    def release(self) -> None:
        """Deliver the answers that were held back."""
        replies, self.held = self.held or [], None
        self.page.evaluate("(replies) => window.deliver(replies)", replies)

    def open(self, query: str = "") -> Page:
        """Open the page, or load it anew with a new session, as a new kernel would be."""
        self.page.goto(ADDRESS + query)
        expect(self.page.locator("#add")).to_be_visible()
        return self.page

    def restart(self) -> None:
        """Forget everything that Python knew."""
        self.demo = DemoPage()
        self.session = Session(self.demo, self._replies.append)

    def acts(self, name: str) -> list[Any]:
        """List the values with which an act arrived in Python."""
        return [value for act, value in self.demo.acts if act == name]
