"""Pauses of computer players on an event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from phase10.dashboards.play_time import on_loop

T = TypeVar("T")


def in_a_thread_of_its_own(work: Callable[[], T]) -> T:
    """Run where no event loop runs: that of a browser may be at work in this thread."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(work).result()


def test_the_act_comes_after_the_pause() -> None:
    heard: list[object] = []

    async def sit() -> bool:
        later = on_loop(heard.append)
        promised = later(0.01, 7)
        assert heard == []
        await asyncio.sleep(0.05)
        return promised

    assert in_a_thread_of_its_own(lambda: asyncio.run(sit()))
    assert heard == [{"type": "act", "act": "play.tick", "value": 7}]


def test_without_a_loop_nothing_is_promised() -> None:
    heard: list[object] = []
    assert not in_a_thread_of_its_own(lambda: on_loop(heard.append)(0.01, 1))
    assert heard == []
