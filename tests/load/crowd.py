"""A class that works: many visitors at once, what they do, and how long it took."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

import psutil

from tests.support.servers import Server
from tests.support.visitors import Visitor

__all__ = ["Crowd", "Figures", "memory", "quantile", "spread", "wait_until", "warm"]

THINKING: Final = (0.5, 1.5)
"""Seconds between two clicks of a pupil."""

CARDS: Final = ("R1", "R5", "B5", "G7", "Y9", "W", "B11", "G12", "Y3", "S", "R8")
PATIENCE: Final = 300.0


@dataclass
class Figures:
    """Hold what was measured, in seconds."""

    ready: list[float] = field(default_factory=list)
    clicks: list[float] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)


def quantile(times: Sequence[float], share: float) -> float:
    """Give the time within which such a share of them lies."""
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def spread(times: Sequence[float]) -> str:
    """Write median, 95th percentile and the longest."""
    return (
        f"median {quantile(times, 0.5):.3f} s, p95 {quantile(times, 0.95):.3f} s, "
        f"longest {max(times):.3f} s, {len(times)} counted"
    )


def memory(server: Server) -> float:
    """Give the memory of the server and all that it started, in GB, shared pages counted once."""
    main = psutil.Process(server.process.pid)
    total = 0
    for process in (main, *main.children(recursive=True)):
        with contextlib.suppress(psutil.Error):
            told = process.memory_full_info()
            total += getattr(told, "pss", told.uss)
    return total / 1e9


async def wait_until(done: Callable[[], bool], what: str) -> None:
    """Wait for a state, not for a time."""
    end = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < end, f"this did not come: {what}"
        await asyncio.sleep(0.2)


async def warm(server: Server, kernels: int) -> None:
    """Wait until the pool is filled and its kernels are at rest."""

    def at_rest() -> bool:
        found = server.kernels()
        if len(found) < kernels:
            return False
        before = sum(_worked(kernel) for kernel in found)
        time.sleep(0.5)
        return sum(_worked(kernel) for kernel in found) - before < 0.2

    await wait_until(at_rest, f"{kernels} warm kernels")


def _worked(process: psutil.Process) -> float:
    with contextlib.suppress(psutil.Error):
        used = process.cpu_times()
        return float(used.user + used.system)
    return 0.0


class Crowd:
    """Pupils at one server: some answer the quiz, some ask for hints, some look at everything."""

    def __init__(
        self, server: Server, code: str, pupils: int, *, seed: int = 1, view: str = ""
    ) -> None:
        self.server = server
        self.figures = Figures()
        self.chance = random.Random(seed)
        self.visitors = [
            Visitor(server.url, code=code, query=f"?lang=en&view={view or _view(number)}")
            for number in range(pupils)
        ]
        self.answered = [0] * pupils

    async def come(self) -> None:
        """Open all pages in the same moment."""
        await asyncio.gather(*(self._open(visitor) for visitor in self.visitors))

    async def _open(self, visitor: Visitor) -> None:
        with self._counted(visitor):
            self.figures.ready.append(await visitor.open())

    async def work(self, seconds: float) -> None:
        """Let all of them click for so long."""
        end = time.monotonic() + seconds
        await asyncio.gather(*(self.pupil(number, end) for number in range(len(self.visitors))))

    async def pupil(self, number: int, end: float) -> None:
        """Let one pupil click until the end."""
        acts = self._acts(number)
        while time.monotonic() < end:
            await asyncio.sleep(self.chance.uniform(*THINKING))
            name, value = next(acts)
            await self.click(number, name, value)

    async def click(self, number: int, name: str, value: object = None) -> None:
        """Do one thing, and note how long it took or that it failed."""
        visitor = self.visitors[number]
        with self._counted(visitor):
            self.figures.clicks.append(await visitor.act(name, value))
        alerts = [effect["alert"] for effect in visitor.effects if "alert" in effect]
        self.figures.failures += [f"{name}: {alert}" for alert in alerts]
        self.answered[number] += name == "quiz.allowed"

    @contextlib.contextmanager
    def _counted(self, visitor: Visitor) -> Iterator[None]:
        try:
            yield
        except Exception as error:  # noqa: BLE001 - whatever it is, a pupil did not get an answer
            self.figures.failures.append(f"{visitor.query}: {error!r}"[:300])

    def _acts(self, number: int) -> Iterator[tuple[str, object]]:
        role = number % 3
        if role == 0:
            yield "learn.name", f"pupil {number}"
            yield "learn.named", None
            while True:
                yield "quiz.allowed", None
                yield "quiz.next", None
        hand: list[str] = []
        while True:
            for card in CARDS:
                hand.append(card)
                yield "hand.add", card
                if role == 2 and len(hand) % 4 == 0:
                    yield "app.view", "learn"
                    yield "app.lang", self.chance.choice(["en", "lv"])
                    yield "app.view", "hint"
            hand.clear()
            yield "phase.number", str(self.chance.randint(1, 10))
            yield "hand.clear", None

    async def go(self) -> None:
        """Close all pages."""
        await asyncio.gather(*(visitor.leave() for visitor in self.visitors))


def _view(number: int) -> str:
    return "quiz" if number % 3 == 0 else "hint"
