"""What is served, and to whom: the page, its socket, its style and script, and nothing else."""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import json
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qsl, urlencode, urlsplit

from jupyter_server.auth.decorator import allow_unauthenticated
from jupyter_server.base.handlers import JupyterHandler
from tornado.httputil import HTTPServerRequest
from tornado.web import HTTPError, RequestHandler, StaticFileHandler
from voila.tornado.handler import TornadoVoilaHandler
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler

from phase10.server.door import Door, visitor
from phase10.server.kernels import Pool
from phase10.server.notices import Query, asked_language, join_html, notice_html

__all__ = ["ALLOWED_MESSAGES", "HEADERS", "LONGEST_MESSAGE", "handlers"]

POLICY: Final = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self' blob:",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self' data:",
        "connect-src 'self'",
        "object-src 'none'",
        "base-uri 'self'",
        "form-action 'self'",
        "frame-ancestors 'self'",
    )
)

HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    # Addresses may hold the code of a class.
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}

ALLOWED_MESSAGES: Final = ["comm_msg", "comm_info_request", "kernel_info_request"]
"""What a page may say to its kernel: never code."""

LONGEST_MESSAGE: Final = 10 * 1024 * 1024
"""Bytes of a message to a kernel; the longest file that a page sends fits in twice."""

DEEPEST_MESSAGE: Final = 100
LONGEST_QUERY: Final = 4000
LONGEST_FORM: Final = 10_000
STATIC: Final = Path(__file__).parents[1] / "share/jupyter/voila/templates/phase10/static"
KERNEL_ID: Final = r"(?P<kernel_id>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"
OPENING: Final = '<script type="application/json" id="phase10-kernel">'
CLOSING: Final = "</script>"


def handlers(base: str, page_options: dict[str, Any]) -> list[Any]:
    """Give all that is served, by address; ``page_options`` are what Voilà gives its page."""
    start = re.escape(base)
    return [
        (f"{start}api/kernels/{KERNEL_ID}/channels", SocketHandler),
        (f"{start}voila/api/shutdown/{KERNEL_ID}", EndHandler),
        (f"{start}voila/templates/phase10/static/(page\\.css|page\\.js)", StaticHandler,
         {"path": STATIC}),
        (f"{start}join", JoinHandler),
        (f"{start}()", PageHandler, page_options),
        (r".*", MissingHandler),
    ]  # fmt: skip


def key_of(handler: RequestHandler, kernel: str) -> str:
    """Give the word with which a page may end its kernel, and no other page."""
    secret: bytes = handler.settings["cookie_secret"]
    return hmac.new(secret, f"kernel {kernel}".encode(), hashlib.sha256).hexdigest()


class _Ours(RequestHandler):
    """What our own pages have in common: headers, words, and no traces of faults."""

    request: HTTPServerRequest

    def set_default_headers(self) -> None:
        """Set the headers that every answer has."""
        for name, value in HEADERS.items():
            self.set_header(name, value)
        self.clear_header("Server")

    @property
    def base(self) -> str:
        """The address of the page on this server."""
        return str(self.settings["base_url"])

    @property
    def query(self) -> Query:
        """What the address asks for; one that is too long or cannot be read asks for nothing."""
        text = self.request.query
        try:
            return parse_qsl(text, keep_blank_values=True) if len(text) < LONGEST_QUERY else []
        except ValueError:
            return []

    @property
    def language(self) -> str:
        """The language of the visitor."""
        return asked_language(self.query, self.request.headers.get("Accept-Language", ""))

    def write_error(self, status_code: int, **_details: Any) -> None:
        """Say what is wrong in a sentence, whatever it was."""
        code = "notice.missing" if status_code == 404 else "notice.refused"
        if status_code >= 500:
            code = "notice.trouble"
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.set_header("Cache-Control", "no-store")
        self.finish(notice_html(self.language, self.base, code))

    def log_exception(self, *details: Any) -> None:
        """Log our own faults, not what visitors ask for."""
        if not isinstance(details[1], HTTPError):
            super().log_exception(*details)

    @property
    def door(self) -> Door:
        """The door of this server."""
        door: Door = self.settings["identity_provider"]
        return door


class MissingHandler(_Ours):
    """Say of all other addresses that nothing is there."""

    def prepare(self) -> None:
        """Answer any method."""
        if self.request.method in {"GET", "HEAD"} and not _is_plain(self.request.path):
            raise HTTPError(400)
        raise HTTPError(404)


def _is_plain(path: str) -> bool:
    return len(path) < LONGEST_QUERY and path.isprintable()


class StaticHandler(_Ours, StaticFileHandler):
    """Serve the style and the script of the page: two files, by name."""


class JoinHandler(_Ours):
    """Take the code of the class."""

    def get(self) -> None:
        """Lead to the page, which asks for the code."""
        self.redirect(f"{self.base}?{urlencode(list(self.query))}".rstrip("?"))

    async def post(self) -> None:
        """Let in who knows the code; too many wrong ones have to wait."""
        origin = self.request.headers.get("Origin")
        if origin is not None and urlsplit(origin).netloc != self.request.headers.get("Host"):
            raise HTTPError(403)
        if len(self.request.body) > LONGEST_FORM:
            raise HTTPError(413)
        typed = self.get_body_argument("code", "")
        kept = [(name, value) for name, value in self.query if name != "code"]
        problem = await enter(self, typed)
        if problem:
            show_door(self, kept, problem, typed)
        else:
            self.redirect(f"{self.base}?{urlencode(kept)}".rstrip("?"), status=303)


async def enter(handler: _Ours, typed: str) -> str:
    """Let a visitor in; return the code of what is in the way, or nothing."""
    door = handler.door
    if not door.closed:
        return ""
    address, _ = visitor(handler.request)
    # Right codes wait as well: otherwise who guesses would learn from it.
    if not door.attempts.allowed(address):
        return "join.wait"
    if not await door.accepts(typed):
        door.attempts.note(address)
        return "join.wrong"
    door.admit(handler)
    return ""


def show_door(handler: _Ours, query: Query, problem: str = "", typed: str = "") -> None:
    """Ask for the code of the class."""
    handler.set_status({"": 200, "join.wait": 429}.get(problem, 403))
    if problem == "join.wait":
        handler.set_header("Retry-After", "60")
    handler.set_header("Content-Type", "text/html; charset=utf-8")
    handler.set_header("Cache-Control", "no-store")
    handler.finish(
        join_html(handler.language, handler.base, query, problem=problem, typed=typed[:40])
    )


class PageHandler(_Ours, TornadoVoilaHandler):  # type: ignore[misc]  # Voilà has no types
    """Send the page with a living kernel and the word with which it ends it."""

    def get_template_path(self) -> str | None:
        """Have no templates of its own: what is said without a kernel is made in Python."""
        return None

    @allow_unauthenticated
    async def get(self, path: str | None = None) -> None:
        """Ask for the code, say that all seats are taken, or send the page."""
        if self.current_user is None and not await self._came_by_link():
            return
        pool: Pool = self.settings["phase10_pool"]
        most: int = self.settings["phase10_most"]
        await pool.drop_dead()
        if pool.working >= most:
            self._say_full()
            return
        pool.visited()
        async for text in with_key(self.get_generator(path=None), self):
            self.write(text)
            self.flush()
        pool.visited()

    def _say_full(self) -> None:
        self.set_status(503)
        self.set_header("Retry-After", "30")
        self.set_header("Cache-Control", "no-store")
        again = self.request.uri or self.base
        again = again if again.startswith("/") and not again.startswith("//") else self.base
        self.finish(notice_html(self.language, self.base, "notice.full", again=again))

    async def _came_by_link(self) -> bool:
        """Let in whose address holds a code; show the door to all others."""
        asked = dict(self.query)
        kept = [(name, value) for name, value in self.query if name != "code"]
        typed = asked.get("code") or asked.get("class") or ""
        problem = await enter(self, typed) if typed else ""
        if not typed or problem:
            show_door(self, kept, problem, typed)
            return False
        if "code" in asked:
            # The code does not stay in the address and in the history of a shared machine.
            self.redirect(f"{self.base}?{urlencode(kept)}".rstrip("?"), status=303)
            return False
        return True


async def with_key(pieces: AsyncIterator[str], handler: RequestHandler) -> AsyncIterator[str]:
    """Put the word that ends the kernel beside its name in the page."""
    rest = ""
    async for piece in pieces:
        rest += piece
        before, opening, after = rest.partition(OPENING)
        if opening and CLOSING not in after:
            continue
        if opening:
            told, _, after = after.partition(CLOSING)
            named = json.loads(told)
            if isinstance(named.get("kernel"), str):
                named["key"] = key_of(handler, named["kernel"])
            yield f"{before}{OPENING}{json.dumps(named)}{CLOSING}{after}"
            rest = ""
        else:
            # What may be the beginning of the mark waits.
            at = rest.rfind("<")
            cut = at if at >= 0 and OPENING.startswith(rest[at:]) else len(rest)
            ready, rest = rest[:cut], rest[cut:]
            if ready:
                yield ready
    if rest:
        yield rest


class EndHandler(_Ours, JupyterHandler):
    """End a kernel when its page is closed."""

    def check_xsrf_cookie(self) -> None:
        """Check no cookie: the word that is asked for is known to one page only."""

    async def prepare(self) -> None:  # type: ignore[override]
        """Hear the page of the kernel, on this server, and nobody else."""
        kernel = self.path_kwargs["kernel_id"]
        given = self.request.headers.get("X-Phase10-Key", "")
        if not hmac.compare_digest(given.encode(), key_of(self, kernel).encode()):
            raise HTTPError(403)
        origin = self.request.headers.get("Origin")
        if origin is not None and urlsplit(origin).netloc != self.request.headers.get("Host"):
            raise HTTPError(403)
        await super().prepare()

    async def post(self, kernel_id: str) -> None:
        """End it."""
        if kernel_id in self.kernel_manager:
            await self.kernel_manager.shutdown_kernel(kernel_id)  # type: ignore[no-untyped-call]
        self.set_status(204)
        self.finish()


class SocketHandler(VoilaKernelWebsocketHandler):  # type: ignore[misc]
    """Carry messages between a page and its kernel, and refuse what is none."""

    async def open(self, kernel_id: str) -> None:
        """Send each answer at once: waiting to fill a packet costs 40 ms a click."""
        self.set_nodelay(True)
        await super().open(kernel_id)

    def write_error(self, _status: int, **_details: Any) -> None:
        """Say nothing to who is refused: Jupyter's page of errors is not here."""
        self.finish()

    def select_subprotocol(self, _offered: list[str]) -> None:
        """Speak JSON only."""

    def on_message(self, message: str | bytes) -> None:
        """Hand on what a page may say; drop the rest, and nothing else happens."""
        if isinstance(message, str) and is_allowed(message):
            # Jupyter would close the connection where a part of a message is missing, or is text
            # that no file can hold.
            with contextlib.suppress(ValueError, TypeError, KeyError, AttributeError):
                super().on_message(message)


def is_allowed(message: str) -> bool:
    """Tell whether a message to a kernel is of the kind and the depth that pages send."""
    try:
        told = json.loads(message)
    except (ValueError, RecursionError):
        return False
    match told:
        case {"channel": "shell", "header": {"msg_type": str(kind)}, "content": dict()}:
            return kind in ALLOWED_MESSAGES and not _is_deep(told)
    return False


def _is_deep(value: object) -> bool:
    level = [value]
    for _ in range(DEEPEST_MESSAGE):
        below: list[object] = []
        for item in level:
            if isinstance(item, dict):
                below += item.values()
            elif isinstance(item, list):
                below += item
        if not below:
            return False
        level = below
    return True
