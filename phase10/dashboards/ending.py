"""The end of a kernel: what is still to be sent goes out first.

A server ends a kernel by a signal, at once when its page closes; a pupil who closes the page right
after an answer has given it all the same.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable
from types import FrameType
from typing import Final

__all__ = ["finish_first"]

PATIENCE: Final = 3.0
"""Seconds of work at the end; the server waits a little longer."""


def finish_first(work: Callable[[float], object]) -> bool:
    """Let ``work`` be done when this process is told to end; it is given the seconds it has.

    False where a process cannot be told: in a browser alone, and outside of the main thread.
    """
    if threading.current_thread() is not threading.main_thread():
        return False

    def end(_signal: int, _frame: FrameType | None) -> None:
        # A second word to end is obeyed at once.
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        # What was interrupted may hold a lock that the work needs: in a thread of its own it can
        # wait for that no longer than it may.
        last = threading.Thread(target=work, args=(PATIENCE,), daemon=True)
        last.start()
        last.join(PATIENCE)
        # Without the goodbyes of Python and Jupyter: the page is gone, and threads may hang.
        os._exit(0)

    try:
        signal.signal(signal.SIGTERM, end)
    except (ValueError, OSError, AttributeError):
        return False
    return True
