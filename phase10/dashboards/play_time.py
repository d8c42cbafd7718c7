"""Acts that come by themselves after a while: pauses of computer players, slices of work."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

__all__ = ["on_loop"]


def on_loop(
    receive: Callable[[object], None], act: str = "play.tick"
) -> Callable[[float, int], bool]:
    """Make a function that lets an act come with a number after so many seconds.

    ``receive`` takes it as a message of the front end. False where nothing runs that could bring
    it: a kernel and a web worker have an event loop, a plain program has none.
    """

    def later(seconds: float, ticket: int) -> bool:
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return False
        tick = {"type": "act", "act": act, "value": ticket}
        loop.call_later(seconds, receive, tick)
        return True

    return later
