"""Measure a hub: ``python tests/bench/hub.py [PUPILS]``.

Needs ``jupyterhub`` and ``configurable-http-proxy``. All pupils log in at once; printed are the
seconds until a page is there, and the memory of all that runs.
"""

from __future__ import annotations

import asyncio
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.parse import urlencode

import psutil
from tornado.httpclient import HTTPRequest, HTTPResponse
from tornado.simple_httpclient import SimpleAsyncHTTPClient

sys.path.insert(0, str(Path(__file__).parents[2]))

from phase10.hub.settings import write_hub
from tests.support import proxy
from tests.support.servers import free_port

PATIENCE = 600.0


class Pupil:
    """One browser that logs in and waits for its page."""

    def __init__(self, url: str, name: str, code: str) -> None:
        self.url = url
        self.name = name
        self.code = code
        self.cookies: dict[tuple[str, str], str] = {}
        self.client = SimpleAsyncHTTPClient(force_instance=True, max_clients=1000)

    async def ask(self, path: str, **options: object) -> HTTPResponse:
        """Send one request with the cookies that belong to its path."""
        cookies = "; ".join(
            f"{name}={value}" for (at, name), value in self.cookies.items() if path.startswith(at)
        )
        answer = await self.client.fetch(
            HTTPRequest(
                self.url + path,
                headers={"Cookie": cookies, "Sec-Fetch-Mode": "navigate"},
                follow_redirects=False,
                request_timeout=PATIENCE,
                connect_timeout=PATIENCE,
                **options,  # type: ignore[arg-type]
            ),
            raise_error=False,
        )
        for cookie in answer.headers.get_list("Set-Cookie"):
            name, _, value = cookie.partition(";")[0].partition("=")
            at = re.search(r"[Pp]ath=([^;]*)", cookie)
            self.cookies[at[1] if at else "/", name] = value
        return answer

    async def come(self) -> float:
        """Return the seconds until the page with its kernel is there."""
        start = time.monotonic()
        form = (await self.ask("/hub/login")).body.decode()
        token = re.search(r'name="_xsrf" value="([^"]+)"', form)
        assert token is not None
        told = {"_xsrf": token[1], "code": self.code, "username": self.name, "password": "four"}
        answer = await self.ask("/hub/login?next=%2Fhub%2F", method="POST", body=urlencode(told))
        path = answer.headers["Location"]
        while time.monotonic() < start + PATIENCE:
            answer = await self.ask(path.removeprefix(self.url))
            if "Location" in answer.headers:
                path = answer.headers["Location"]
            elif b"phase10-kernel" in answer.body:
                return time.monotonic() - start
            else:
                assert answer.code == 200, (path, answer.code, answer.body)
                await asyncio.sleep(0.5)
        raise AssertionError(f"{self.name} gets no page")


async def measure(url: str, code: str, pupils: int) -> list[float]:
    """Let all come at once."""
    return await asyncio.gather(
        *(Pupil(url, f"Pupil {number}", code).come() for number in range(pupils))
    )


def memory(process: int) -> float:
    """Give the megabytes of a program and all that it started, shared pages counted once."""
    found = [psutil.Process(process)]
    found += found[0].children(recursive=True)
    return sum(each.memory_full_info().pss for each in found) / 1e6


def main() -> None:
    """Start a hub, measure, end it."""
    pupils = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        program = proxy.kept(folder / "proxy")
        port = free_port()
        made = write_hub(folder / "hub", seats=pupils, port=port)
        path = os.pathsep.join((str(program), os.environ["PATH"]))
        with (folder / "log").open("w") as log:
            hub = subprocess.Popen(
                [sys.executable, "-m", "jupyterhub"],
                cwd=made.folder,
                env=os.environ | {"PATH": path, "PHASE10_WIN_CHANCES": "off"},
                stdout=log,
                stderr=log,
            )
            try:
                while "is now running" not in (folder / "log").read_text("utf-8"):
                    assert hub.poll() is None, (folder / "log").read_text("utf-8")
                    time.sleep(0.2)
                empty = memory(hub.pid)
                seconds = sorted(
                    asyncio.run(measure(f"http://127.0.0.1:{port}", made.code, pupils))
                )
                full = memory(hub.pid)
            finally:
                hub.terminate()
                hub.wait(60)
    print(
        f"{pupils} pupils at once: page after {statistics.median(seconds):.1f} s (median), "
        f"{seconds[-1]:.1f} s (slowest); hub {empty:.0f} MB, "
        f"{(full - empty) / pupils:.0f} MB for each pupil"
    )


if __name__ == "__main__":
    main()
