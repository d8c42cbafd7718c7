"""The kernels of the server: a pool of warm ones, and how each of them ends."""

from __future__ import annotations

import asyncio
import contextlib
import os
import time
from typing import Any

import psutil
from jupyter_server.services.kernels.kernelmanager import (
    AsyncMappingKernelManager,
    ServerKernelManager,
)
from tornado.ioloop import PeriodicCallback
from tornado.web import HTTPError

__all__ = ["Kernel", "Kernels", "Pool", "end_children"]

GRACE_SECONDS = 3.5
"""Seconds in which a kernel that is told to end may send what it still has."""

LOOKING = 0.05
TICK_MILLISECONDS = 250


class Kernel(ServerKernelManager):
    """A kernel that ends soon and silently."""

    async def shutdown_kernel(  # type: ignore[override]  # Jupyter declares a blocking one
        self, now: bool = False, restart: bool = False
    ) -> None:
        """Ask the process to end, then kill it; interrupted, it would show where it was."""
        self.stop_restarter()
        if self.provisioner is not None:
            # It may be gone.
            with contextlib.suppress(ProcessLookupError):
                await self.provisioner.terminate()
            end = time.monotonic() + GRACE_SECONDS
            while await self.provisioner.poll() is None and time.monotonic() < end:
                await asyncio.sleep(LOOKING)
            await self.provisioner.kill()
        await super().shutdown_kernel(now=True, restart=restart)


class Kernels(AsyncMappingKernelManager):
    """All kernels of the server. Voilà derives the pool of warm ones from it."""

    notebook_data: dict[str, Any]
    ending = False

    async def start_kernel(self, *, kernel_id: str | None = None, **options: Any) -> str:  # type: ignore[override]
        """Start a kernel, unless the server is about to end."""
        if self.ending:
            raise HTTPError(503)
        name: str = await super().start_kernel(kernel_id=kernel_id, **options)
        return name

    async def shutdown_all(self, now: bool = False) -> None:  # type: ignore[override]
        """End all kernels; one that is being started cannot be ended before it is there."""
        self.ending = True
        if self._pending_kernels:
            await asyncio.wait(self._pending_kernels.values())
        await super().shutdown_all(now=now)


class Pool:
    """Keep kernels warm for those who will come.

    There are as many as seats that nobody has taken, and ``spare`` at least. The first filling
    begins at once; later a new one is started only when no page was opened for ``rest`` seconds,
    as those who work would feel it. Voilà's own pool starts one for each that is taken after a
    fixed time, and lets visitors wait for that time.
    """

    def __init__(self, manager: Any, notebook: str, *, seats: int, spare: int, rest: float) -> None:
        self.manager = manager
        self.notebook = notebook
        self.seats = seats
        self.spare = spare
        self.rest = rest
        self.most_at_once = max(1, os.cpu_count() or 1)
        self._visited = float("-inf")
        self._filling = True
        self._clock = PeriodicCallback(self._tick, TICK_MILLISECONDS)

    def start(self) -> None:
        """Begin to fill the pool."""
        self._tick()
        self._clock.start()

    def stop(self) -> None:
        """Start no kernel any more."""
        self._clock.stop()

    def visited(self) -> None:
        """Note that a page was opened."""
        self._visited = time.monotonic()

    async def drop_dead(self) -> None:
        """Take kernels out that have died here; a page is told of its own by Jupyter."""
        for name in [str(found["kernel_id"]) for found in self._warm()]:
            if name not in self.manager or not await self.manager.is_alive(name):
                # Unknown to Jupyter if it noticed first: the pool has forgotten it all the same.
                with contextlib.suppress(HTTPError):
                    await self.manager.shutdown_kernel(name)

    @property
    def working(self) -> int:
        """The number of kernels that belong to a page."""
        return max(0, len(self.manager.list_kernel_ids()) - len(self._warm()))

    def _tasks(self) -> list[asyncio.Task[dict[str, Any]]]:
        """Give the pool's tasks, without those that failed."""
        pools = getattr(self.manager, "_pools", {})  # there is none without a pool
        tasks: list[asyncio.Task[dict[str, Any]]] = pools.get(self.notebook, [])
        tasks[:] = [task for task in tasks if not _failed(task)]
        return tasks

    def _warm(self) -> list[dict[str, Any]]:
        return [task.result() for task in self._tasks() if task.done()]

    def _tick(self) -> None:
        tasks = self._tasks()
        missing = max(self.spare, self.seats - self.working) - len(tasks)
        if missing <= 0:
            self._filling = False
            return
        warming = len(tasks) - sum(found["task"].done() for found in self._warm())
        quiet = self._filling or time.monotonic() > self._visited + self.rest
        if not quiet or warming >= self.most_at_once:
            return
        # Voilà fills its pool up to this number.
        self.manager.kernel_pools_config = {"default": {"pool_size": len(tasks) + 1}}
        self.manager.fill_if_needed(delay=0, notebook_name=self.notebook)
        self.manager.kernel_pools_config = {"default": {"pool_size": 0}}


def _failed(task: asyncio.Task[dict[str, Any]]) -> bool:
    return task.done() and (task.cancelled() or task.exception() is not None)


def end_children() -> None:
    """End kernels that were being started while the others were ended: nobody knows of them."""
    for child in psutil.Process().children():
        with contextlib.suppress(psutil.Error):
            if any("ipykernel" in part for part in child.cmdline()):
                child.kill()
                child.wait(1)
