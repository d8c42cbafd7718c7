"""Starting a server program for a test, and making sure that it and its children end."""

from __future__ import annotations

import contextlib
import random
import re
import signal
import socket
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import psutil

START_SECONDS = 90


PORTS = range(15_000, 32_000)
"""Below those that systems give to outgoing connections: such a port may be taken meanwhile."""


def free_port() -> int:
    """Return a port of this machine that nobody listens on, another one each time."""
    chance = random.SystemRandom()
    for _ in range(200):
        port = chance.choice(PORTS)
        with contextlib.suppress(OSError), socket.socket() as probe:
            probe.bind(("127.0.0.1", port))
            return port
    raise AssertionError("no port is free")


class Server:
    """A running server program: its address, its output, its kernels."""

    def __init__(
        self,
        command: Sequence[str | Path],
        port: int,
        log: Path,
        *,
        environment: Mapping[str, str],
        folder: Path,
        host: str = "127.0.0.1",
    ) -> None:
        self.host = host
        self.port = port
        self.url = f"http://{host}:{port}/"
        self.log = log
        self.command = [str(part) for part in command]
        with log.open("wb") as output:
            self.process = subprocess.Popen(
                self.command,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                env=dict(environment),
                cwd=folder,
                start_new_session=True,
            )
        try:
            self._wait()
        except BaseException:
            self.stop()
            raise

    def output(self) -> str:
        """Return what the server has printed so far."""
        return self.log.read_text(encoding="utf-8", errors="replace")

    def says(self, pattern: str) -> str:
        """Wait until the server prints what matches; return the first group."""
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            found = re.search(pattern, self.output())
            if found is not None:
                return found[1]
            time.sleep(0.05)
        raise AssertionError(f"{pattern} does not come:\n{self.output()}")

    def _wait(self) -> None:
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                raise AssertionError(
                    f"{self.command} ended with {self.process.returncode}:\n{self.output()}"
                )
            with (
                contextlib.suppress(OSError),
                socket.create_connection((self.host, self.port), 1),
            ):
                return
            time.sleep(0.05)
        raise AssertionError(f"{self.command} does not listen:\n{self.output()}")

    def kernels(self) -> list[psutil.Process]:
        """List the kernel processes that the server runs now, pooled ones among them."""
        found = []
        with contextlib.suppress(psutil.NoSuchProcess):
            for child in psutil.Process(self.process.pid).children(recursive=True):
                with contextlib.suppress(psutil.NoSuchProcess):
                    command = child.cmdline()
                    if any("ipykernel_launcher" in part for part in command):
                        found.append(child)
        return found

    def interrupt(self, seconds: float = 20) -> int:
        """Press Ctrl-C once and return the exit code."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(seconds)

    def stop(self) -> None:
        """End the server and everything that it started."""
        children: list[psutil.Process] = []
        with contextlib.suppress(psutil.NoSuchProcess):
            children = psutil.Process(self.process.pid).children(recursive=True)
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        for child in children:
            with contextlib.suppress(psutil.NoSuchProcess):
                child.kill()
