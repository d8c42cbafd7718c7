"""The program: a stand-alone Voilà on the first free port, with our pages and a quiet end.

What is set and why is measured in the design notes: a socket without the delay of Nagle's
algorithm, a pool of warm kernels, kernels that end with their page, a template without any other
host, and nothing that a page sends is executed.
"""

from __future__ import annotations

import contextlib
import errno
import logging
import os
import shutil
import signal
import socket
import ssl
import sys
import tempfile
import threading
import webbrowser
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any, cast
from urllib.parse import urlencode

import segno
from platformdirs import user_state_path
from tornado.httpserver import HTTPServer
from tornado.ioloop import IOLoop
from tornado.netutil import bind_sockets
from traitlets import Instance
from traitlets.config import Config
from voila.app import Voila

from phase10.server import pages
from phase10.server.door import Door, is_class, kept_code
from phase10.server.kernels import Kernel, Kernels, Pool, end_children
from phase10.views.i18n import language, plural, sentence

__all__ = ["Plan", "Server", "prepare", "run"]

PACKAGE = Path(__file__).parents[1]
TEMPLATE = "phase10"
PORTS_TRIED = 50
LOOPBACK = {"127.0.0.1", "::1", "localhost"}
ANYWHERE = {"", "0.0.0.0", "::"}  # noqa: S104 - compared with, not bound to
IDLE_SECONDS = 600
"""A kernel whose page is gone without saying so ends then; the browser keeps the work."""

REST_SECONDS = 3.0
"""The pool is filled again when a new page has had time to come up."""

CLASS_REST_SECONDS = 20.0
"""In a class it is filled again when no page was opened for longer: thirty come one by one."""

SOCKET_PATH_LIMIT = 100
"""Characters that a path of a Unix socket may have on every system, with some to spare."""

ONE_THREAD = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")
"""Each kernel works for one visitor, beside others."""


@dataclass(frozen=True)
class Plan:
    """What is served, where and for how many.

    ``seats`` is the size of a class; 0 is one user at this machine. ``preheat`` kernels are kept
    warm beside those for seats that nobody has taken; without seats and with 0, one is started for
    each visit. ``certificate`` and ``key`` are files for https.
    """

    notebook: Path
    host: str = "127.0.0.1"
    port: int = 8866
    open_browser: bool = True
    lang: str = ""
    preheat: int = 1
    seats: int = 0
    certificate: Path | None = None
    key: Path | None = None

    @property
    def is_open(self) -> bool:
        """Tell whether other machines can come."""
        return self.host not in LOOPBACK

    @property
    def most(self) -> int:
        """How many pages may be open: some more than seats, as pages are reloaded and left."""
        return self.seats + max(4, self.seats // 3) if self.seats else 40


def run(plan: Plan) -> None:
    """Serve until the program is interrupted; see :func:`phase10.serve.serve`."""
    prepare(Server, plan, _door(plan)).start()


def prepare(kind: type[Server], plan: Plan, more: Config) -> Server:
    """Make a server that can be started; ``more`` is set besides what all of them have."""
    config = _configuration(plan)
    config.merge(more)
    program = cast(Server, kind.instance(config=config))  # traitlets says it of no subclass
    program.plan = plan
    program.ssl_options = _certificate(plan)
    _offer_own_template()
    for name in ONE_THREAD:
        os.environ.setdefault(name, "1")
    for name in ("tornado.access", "tornado.application", "tornado.general"):
        logging.getLogger(name).setLevel(logging.ERROR)
    # A kernel that dies while it is being warmed is replaced; nobody awaits what was asked of it.
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)
    program.notebook_path = str(plan.notebook.resolve())
    program.initialize([])
    return program


def _door(plan: Plan) -> Config:
    """Close the door where others than this user can come."""
    config = Config()
    config.Voila.identity_provider_class = Door
    if plan.seats or plan.is_open:
        config.Door.code, config.Door.secret = kept_code(
            user_state_path("phase10", appauthor=False) / "door.json"
        )
        config.Door.knows = is_class
        config.Door.secure = plan.certificate is not None
    return config


def _certificate(plan: Plan) -> ssl.SSLContext | None:
    """Read the certificate; exits with a message when it cannot be used."""
    if plan.certificate is None:
        return None
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    try:
        context.load_cert_chain(plan.certificate, plan.key)
    except OSError as error:  # a fault of the certificate is one, too
        reason = error.strerror or str(error)
        values = {"file": str(plan.certificate), "reason": reason}
        raise SystemExit(
            f"phase10: {sentence(language(plan.lang), 'serve.certificate', **values)}"
        ) from None
    return context


def _configuration(plan: Plan) -> Config:
    config = Config()
    config.Voila.ip = plan.host
    config.Voila.port = plan.port
    config.Voila.open_browser = False
    config.Voila.log_level = "ERROR"
    config.Voila.config_file_paths = []
    config.Voila.tornado_settings = {
        "headers": pages.HEADERS,
        "websocket_max_message_size": pages.LONGEST_MESSAGE,
        # A page of another name that points here is refused where only this machine is served.
        "allow_remote_access": plan.is_open,
    }
    config.VoilaConfiguration.template = TEMPLATE
    config.VoilaConfiguration.allow_template_override = "NO"
    config.VoilaConfiguration.allow_theme_override = "NO"
    config.VoilaConfiguration.show_tracebacks = False
    config.VoilaConfiguration.strip_sources = True
    config.VoilaConfiguration.file_allowlist = []
    config.VoilaConfiguration.extension_allowlist = []
    # The pool is ours to fill, one kernel after the other.
    config.VoilaConfiguration.preheat_kernel = plan.preheat > 0 or plan.seats > 0
    config.VoilaKernelManager.kernel_pools_config = {"default": {"pool_size": 0}}
    config.VoilaConfiguration.multi_kernel_manager_class = Kernels
    config.MultiKernelManager.kernel_manager_class = f"{Kernel.__module__}.{Kernel.__name__}"
    # A new kernel in place of a dead one knows nothing of the page of the dead one.
    config.KernelRestarter.restart_limit = 0
    config.KernelRestarter.time_to_dead = 1.0
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


class Server(Voila):  # type: ignore[misc]
    """Voilà with our pages only, a few lines of output and a quiet end."""

    name = "phase10"
    plan = Instance(Plan)
    ssl_options: ssl.SSLContext | None = None

    def init_settings(self) -> dict[str, Any]:
        """Give what pages need to know of the server."""
        settings: dict[str, Any] = super().init_settings()
        self.kernel_manager.allowed_message_types = pages.ALLOWED_MESSAGES
        self.pool = Pool(
            self.kernel_manager,
            os.path.relpath(self.notebook_path, self.root_dir),
            seats=self.plan.seats,
            spare=self.plan.preheat,
            rest=CLASS_REST_SECONDS if self.plan.seats else REST_SECONDS,
        )
        settings["phase10_pool"] = self.pool
        settings["phase10_most"] = self.plan.most
        return settings

    def init_handlers(self) -> list[Any]:
        """Serve what the page needs, and nothing that Voilà has besides."""
        (options,) = [
            entry[2]
            for entry in super().init_handlers()
            if "notebook_path" in (entry[2:] or [{}])[0]
        ]
        return pages.handlers(self.base_url, options)

    def listen(self) -> None:
        """Serve on the first free port until the program is interrupted."""
        asked = self.port
        sockets = self._sockets()
        self.app.settings["phase10_port"] = self.port
        HTTPServer(
            self.app, ssl_options=self.ssl_options, max_body_size=pages.LONGEST_FORM
        ).add_sockets(sockets)
        os.environ["PHASE10_ADDRESS"] = self.address()
        # The pool is started on this loop; a signal stops it between two callbacks, so that
        # nothing is torn in the middle and no traceback is shown.
        self.ioloop = IOLoop.current()
        signal.signal(signal.SIGINT, self._handle_signal_stop)
        self._say_where(asked)
        if self.plan.open_browser:
            threading.Thread(target=self._open_browser, daemon=True).start()
        if self.plan.preheat or self.plan.seats:
            self.ioloop.add_callback(self.pool.start)
        try:
            self.ioloop.start()
        finally:
            self.stop()

    def stop(self) -> None:
        """End all kernels, then remove the sockets through which they are told to."""
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        self.pool.stop()
        # On the loop of the pool: kernels that are being started come up on no other.
        self.ioloop.run_sync(lambda: self.kernel_manager.shutdown_all(now=True))
        end_children()
        shutil.rmtree(self.connection_dir, ignore_errors=True)

    def _handle_signal_stop(self, sig: int, frame: FrameType | None) -> None:
        # Once is enough: a second stop would end the loop while kernels are being ended on it.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        super()._handle_signal_stop(sig, frame)

    def address(self, **query: str) -> str:
        """Give the address of the page as other machines know it, with a query."""
        machine = _own_address(self.ip) if self.ip in ANYWHERE else self.ip
        machine = f"[{machine}]" if ":" in machine else machine
        scheme = "https" if self.ssl_options else "http"
        asked = f"?{urlencode(query)}" if query else ""
        return f"{scheme}://{machine}:{self.port}{self.base_url}{asked}"

    @property
    def _code(self) -> str:
        code: str = self.identity_provider.code
        return code

    def _opened(self) -> str:
        """Give the address to open here: with the language that was asked for, past the door."""
        query = {"lang": self.plan.lang} if self.plan.lang else {}
        if self._code:
            query["code"] = self._code
        return self.address(**query)

    def _say_where(self, asked: int) -> None:
        elsewhere = asked not in {0, self.port}
        code = "serve.running.elsewhere" if elsewhere else "serve.running"
        shown = self.address(**({"lang": self.plan.lang} if self.plan.lang else {}))
        lines = [self._said(code, address=shown, port=str(asked))]
        if self.plan.is_open:
            lines.append(self._said("serve.open"))
        if self.plan.seats:
            lang = language(self.plan.lang)
            lines.append(plural(lang, "serve.seats", self.plan.seats))
        if self._code:
            lines.append(self._said("serve.code", word=self._code))
            lines.append(self._said("serve.link", address=self._opened()))
        print("\n".join(lines), flush=True)  # noqa: T201
        if self._code and self.plan.is_open:
            segno.make(self._opened(), micro=False).terminal(out=sys.stdout, compact=True)
            sys.stdout.flush()

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
        return sentence(language(self.plan.lang), code, **values)

    def _ports(self) -> Iterator[int]:
        yield from range(self.port, min(self.port + PORTS_TRIED, 65536)) if self.port else (0,)

    def _open_browser(self) -> None:
        # A machine without a browser, or with a broken one, still serves.
        with contextlib.suppress(webbrowser.Error, OSError):
            webbrowser.open(self._opened())


def _own_address(host: str) -> str:
    """Find the address by which other machines reach this one; nothing is sent."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    target = "2001:db8::1" if ":" in host else "192.0.2.1"
    with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
        probe.connect((target, 9))
        found = str(probe.getsockname()[0])
        if found not in LOOPBACK | ANYWHERE:
            return found
    return socket.gethostname()
