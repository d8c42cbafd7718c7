"""The server of the dashboards: a stand-alone Voilà, set up in code.

What is set and why is measured in the design notes: a socket without the delay of Nagle's
algorithm, a pool of warm kernels, kernels that end with their page, a template without any other
host, and nothing that a page sends is executed.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import os
import shutil
import signal
import socket
import sys
import tempfile
import threading
import webbrowser
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any
from urllib.parse import urlencode

from jupyter_server.services.kernels.kernelmanager import (
    AsyncMappingKernelManager,
    ServerKernelManager,
)
from tornado.httpserver import HTTPServer
from tornado.ioloop import IOLoop
from tornado.netutil import bind_sockets
from tornado.web import HTTPError, authenticated
from traitlets import Bool, Unicode
from traitlets.config import Config
from voila.app import Voila
from voila.tornado.handler import TornadoVoilaHandler
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler

from phase10.views.i18n import language, sentence

__all__ = ["run"]

PACKAGE = Path(__file__).parent
TEMPLATE = "phase10"
PORTS_TRIED = 50
LOOPBACK = {"127.0.0.1", "::1", "localhost"}
ANYWHERE = {"", "0.0.0.0", "::"}  # noqa: S104 - compared with, not bound to
IDLE_SECONDS = 600
"""A kernel whose page is gone without saying so ends then; the browser keeps the work."""

REFILL_SECONDS = 3
"""The pool is filled again when a new page has had time to come up."""

SOCKET_PATH_LIMIT = 100
"""Characters that a path of a Unix socket may have on every system, with some to spare."""

POLICY = "; ".join(
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


def run(
    notebook: Path, *, host: str, port: int, open_browser: bool, lang: str | None, preheat: int
) -> None:
    """Serve one notebook until the program is interrupted; see :func:`phase10.serve.serve`."""
    program = Server.instance(config=_configuration(host, port, preheat))
    program.show = open_browser
    program.lang = lang or ""
    _offer_own_template()
    for name in ("tornado.access", "tornado.application", "tornado.general"):
        logging.getLogger(name).setLevel(logging.ERROR)
    # A kernel that dies while it is being warmed is replaced; nobody awaits what was asked of it.
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)
    program.notebook_path = str(notebook.resolve())
    program.initialize([])
    program.start()


def _configuration(host: str, port: int, preheat: int) -> Config:
    config = Config()
    config.Voila.ip = host
    config.Voila.port = port
    config.Voila.open_browser = False
    config.Voila.log_level = "ERROR"
    config.Voila.config_file_paths = []
    config.Voila.tornado_settings = {
        "headers": {"Content-Security-Policy": POLICY, "X-Content-Type-Options": "nosniff"},
        "xsrf_cookie_kwargs": {"samesite": "Strict"},
        # A page of another name that points here is refused where only this machine is served.
        "allow_remote_access": host not in LOOPBACK,
    }
    config.VoilaConfiguration.template = TEMPLATE
    config.VoilaConfiguration.allow_template_override = "NO"
    config.VoilaConfiguration.allow_theme_override = "NO"
    config.VoilaConfiguration.show_tracebacks = False
    config.VoilaConfiguration.strip_sources = True
    config.VoilaConfiguration.file_allowlist = []
    config.VoilaConfiguration.extension_allowlist = []
    config.VoilaConfiguration.preheat_kernel = preheat > 0
    config.VoilaKernelManager.kernel_pools_config = {"default": {"pool_size": preheat}}
    config.VoilaKernelManager.fill_delay = REFILL_SECONDS
    config.VoilaConfiguration.multi_kernel_manager_class = Kernels
    config.MultiKernelManager.kernel_manager_class = f"{__name__}.{Kernel.__name__}"
    # A new kernel in place of a dead one knows nothing of the page of the dead one.
    config.KernelRestarter.restart_limit = 0
    config.MappingKernelManager.cull_idle_timeout = IDLE_SECONDS
    config.MappingKernelManager.cull_interval = 60
    config.MappingKernelManager.cull_connected = False
    # "voila_" and eight letters, "kernel-" and an identifier, "-ipc-5"
    longest = len(tempfile.gettempdir()) + 14 + 1 + 7 + 36 + 6
    if sys.platform == "linux" and longest < SOCKET_PATH_LIMIT:
        config.KernelManager.transport = "ipc"
    return config


def _offer_own_template() -> None:
    """Let Jupyter look into the package: shared data may be missing or older."""
    paths = [str(PACKAGE / "share" / "jupyter"), os.environ.get("JUPYTER_PATH", "")]
    os.environ["JUPYTER_PATH"] = os.pathsep.join(path for path in paths if path)


class Kernel(ServerKernelManager):
    """A kernel that ends at once and silently."""

    async def shutdown_kernel(  # type: ignore[override]  # Jupyter declares a blocking one
        self, now: bool = False, restart: bool = False
    ) -> None:
        """Kill the process: it has nothing to save, and would show where it was interrupted."""
        self.stop_restarter()
        if self.provisioner is not None:
            await self.provisioner.kill()
        await super().shutdown_kernel(now=True, restart=restart)


class Kernels(AsyncMappingKernelManager):
    """All kernels of the server. Voilà derives the pool of warm ones from it."""

    notebook_data: dict[str, Any]

    async def drop_dead(self) -> None:
        """Take kernels out of the pool that have died in it."""
        pooled = [name for data in self.notebook_data.values() for name in data["kernel_ids"]]
        for name in pooled:
            if name not in self or not await self.is_alive(name):
                # Unknown to Jupyter if it noticed first: the pool has forgotten it all the same.
                with contextlib.suppress(HTTPError):
                    await self.shutdown_kernel(name)  # type: ignore[no-untyped-call]

    def fill_if_needed(self, **_options: Any) -> None:
        """Keep no pool, unless Voilà does."""

    async def shutdown_all(self, now: bool = False) -> None:  # type: ignore[override]
        """End all kernels; one that is being started cannot be ended before it is there."""
        if self._pending_kernels:
            await asyncio.wait(self._pending_kernels.values())
        await super().shutdown_all(now=now)


class PageHandler(TornadoVoilaHandler):  # type: ignore[misc]  # Voilà has no types
    """Give every page the token with which it ends its kernel when it closes."""

    @authenticated
    async def get(self, path: str | None = None) -> None:
        """Send the page with a living kernel; asking for the token sets its cookie."""
        _ = self.xsrf_token
        await self.kernel_manager.drop_dead()
        await super().get(path=path)
        self.kernel_manager.fill_if_needed(notebook_name=self.notebook_path)


class SocketHandler(VoilaKernelWebsocketHandler):  # type: ignore[misc]
    """Send each answer at once: waiting to fill a packet costs 40 ms a click."""

    async def open(self, kernel_id: str) -> None:
        """Open the connection between a page and its kernel."""
        self.set_nodelay(True)
        await super().open(kernel_id)


OWN_HANDLERS = {TornadoVoilaHandler: PageHandler, VoilaKernelWebsocketHandler: SocketHandler}


class Server(Voila):  # type: ignore[misc]
    """Voilà with our page handler, one line of output and a quiet end."""

    name = "phase10"
    show = Bool(False)
    lang = Unicode("")

    def init_handlers(self) -> list[Any]:
        """Return Voilà's handlers, with ours for the page and its socket."""
        return [
            (pattern, OWN_HANDLERS.get(handler, handler), *options)
            for pattern, handler, *options in super().init_handlers()
        ]

    def listen(self) -> None:
        """Serve on the first free port until the program is interrupted."""
        asked = self.port
        HTTPServer(self.app).add_sockets(self._sockets())
        elsewhere = asked not in {0, self.port}
        code = "serve.running.elsewhere" if elsewhere else "serve.running"
        # The pool was started on this loop; a signal stops it between two callbacks, so that
        # nothing is torn in the middle and no traceback is shown.
        self.ioloop = IOLoop.current()
        signal.signal(signal.SIGINT, self._handle_signal_stop)
        print(self._said(code, address=self.address, port=str(asked)), flush=True)  # noqa: T201
        if self.show:
            threading.Thread(target=self._open_browser, daemon=True).start()
        try:
            self.ioloop.start()
        finally:
            self.stop()

    def stop(self) -> None:
        """End all kernels, then remove the sockets through which they are told to."""
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        # On the loop of the pool: kernels that are being started come up on no other.
        self.ioloop.run_sync(lambda: self.kernel_manager.shutdown_all(now=True))
        shutil.rmtree(self.connection_dir, ignore_errors=True)

    def _handle_signal_stop(self, sig: int, frame: FrameType | None) -> None:
        # Once is enough: a second stop would end the loop while kernels are being ended on it.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        super()._handle_signal_stop(sig, frame)

    @property
    def address(self) -> str:
        """The address to open, with the language that was asked for."""
        machine = socket.gethostname() if self.ip in ANYWHERE else self.ip
        machine = f"[{machine}]" if ":" in machine else machine
        query = f"?{urlencode({'lang': self.lang})}" if self.lang else ""
        return f"http://{machine}:{self.port}{self.base_url}{query}"

    def _sockets(self) -> list[socket.socket]:
        for port in self._ports():
            try:
                sockets = bind_sockets(port, self.ip)
            except OSError as error:
                if error.errno == errno.EADDRINUSE:
                    continue
                reason = error.strerror or str(error)
                values = {"host": self.ip, "port": str(port), "reason": reason}
                raise self._refusal("serve.refused", **values) from None
            self.port = sockets[0].getsockname()[1]
            return sockets
        last = str(self.port + PORTS_TRIED - 1)
        raise self._refusal("serve.full", first=str(self.port), last=last)

    def _refusal(self, code: str, **values: str) -> SystemExit:
        return SystemExit(f"phase10: {self._said(code, **values)}")

    def _said(self, code: str, **values: str) -> str:
        return sentence(language(self.lang), code, **values)

    def _ports(self) -> Iterator[int]:
        yield from range(self.port, min(self.port + PORTS_TRIED, 65536)) if self.port else (0,)

    def _open_browser(self) -> None:
        # A machine without a browser, or with a broken one, still serves.
        with contextlib.suppress(webbrowser.Error, OSError):
            webbrowser.open(self.address)
