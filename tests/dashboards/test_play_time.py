"""Pauses of computer players on an event loop."""

from __future__ import annotations

import asyncio

from phase10.dashboards.play_time import on_loop


def test_the_act_comes_after_the_pause() -> None:
    heard: list[object] = []

    async def sit() -> bool:
        later = on_loop(heard.append)
        promised = later(0.01, 7)
        assert heard == []
        await asyncio.sleep(0.05)
        return promised

    assert asyncio.run(sit())
    assert heard == [{"type": "act", "act": "play.tick", "value": 7}]


def test_without_a_loop_nothing_is_promised() -> None:
    heard: list[object] = []
    assert not on_loop(heard.append)(0.01, 1)
    assert heard == []
