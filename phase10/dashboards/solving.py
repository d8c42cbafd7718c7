"""A phase without a table, solved by another process while the page goes on.

The kernel of a page never loads what solves a phase: it starts a process, reads how far that is,
and finds the table in the cache folder when it is done.
"""

from __future__ import annotations

import json
import logging
import sys
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from phase10.dashboards.controls import button
from phase10.game.errors import CODES, GameError
from phase10.game.phases import Phase
from phase10.game.rules import Rules
from phase10.solver.waiting import figures_for
from phase10.solver.waiting_states import vector_of
from phase10.views.html import Html, el
from phase10.views.i18n import percent, sentence
from phase10.views.names import phase_name
from phase10.views.text import error_text

if TYPE_CHECKING:
    from subprocess import Popen

__all__ = ["Push", "Solving", "solving_html"]

Push = Callable[[Callable[[], None]], None]
"""Do some work in order with what the user does, then show what changed."""

STEP: Final = 0.01
"""Share of the work that is worth showing."""

LOGGED: Final = 40
"""Lines of a failed process that are written to the log."""

logger = logging.getLogger(__name__)


class Solving:
    """Have one phase at a time solved by another process.

    ``running``: the phase and the rules being solved; ``share``: how much of it is done;
    ``failed``: the phase and rules that could not be solved, and why. ``done`` is called, in order
    with what the user does, when the figures are there.
    """

    def __init__(self, done: Callable[[Phase], None]) -> None:
        self.running: tuple[Phase, Rules] | None = None
        self.share = 0.0
        self.failed: tuple[tuple[Phase, Rules], GameError] | None = None
        self.push: Push | None = None
        self._done = done
        self._process: Popen[str] | None = None

    @property
    def possible(self) -> bool:
        """Tell whether processes can be started here: not in a browser alone."""
        return self.push is not None and sys.platform != "emscripten"

    def start(self, phase: Phase, rules: Rules) -> None:
        """Start solving a phase unless one is being solved or it is known already."""
        if self.running is not None or not self.possible or not lacks_figures(phase, rules):
            return
        self.failed = None
        try:
            process = _started(phase, rules)
        except OSError:
            logger.exception("no process could be started")
            self.failed = ((phase, rules), GameError("waiting.stopped"))
            return
        self.running, self.share, self._process = (phase, rules), 0.0, process
        threading.Thread(target=self._follow, args=(process,), daemon=True).start()

    def cancel(self) -> None:
        """Stop; what was done so far is lost."""
        process, self._process, self.running = self._process, None, None
        if process is not None:
            process.kill()

    def _follow(self, process: Popen[str]) -> None:
        """Read what the process tells, in a thread of its own, until it ends."""
        shown = 0.0
        last: dict[str, Any] = {}
        other: deque[str] = deque(maxlen=LOGGED)
        with process, suppress(OSError, ValueError):
            for text in process.stdout or ():
                line = _said(text)
                if line is None:
                    other.append(text)
                    continue
                last = line
                share = line.get("share")
                if isinstance(share, float) and share >= shown + STEP:
                    shown = share
                    self._show(process, share)
        if self._process is process and "done" not in last and "error" not in last:
            logger.error("solving a phase failed\n%s", "".join(other))
        self._end(process, last)

    def _show(self, process: Popen[str], share: float) -> None:
        def work() -> None:
            if self._process is process:
                self.share = share

        if self.push is not None:
            self.push(work)

    def _end(self, process: Popen[str], last: dict[str, Any]) -> None:
        def work() -> None:
            if self._process is not process or self.running is None:
                return  # cancelled
            solved, self._process, self.running = self.running, None, None
            if last.get("done") and not lacks_figures(*solved):
                self._done(solved[0])
            else:
                self.failed = (solved, _error(last))

        if self.push is not None:
            self.push(work)


def lacks_figures(phase: Phase, rules: Rules) -> bool:
    """Tell whether nothing is known yet of how many turns a phase needs."""
    return figures_for(phase, "offer", rules) is None


def _started(phase: Phase, rules: Rules) -> Popen[str]:
    import subprocess  # rarely needed, and not in a browser alone

    return subprocess.Popen(  # noqa: S603 - our own module, and no shell
        [
            *(sys.executable, "-m", "phase10.solver.waiting_worker"),
            *("--phase", str(phase), "--rules", str(rules)),
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        # Where this package is found, whatever the folder of the notebook holds.
        cwd=Path(__file__).parents[2],
    )


def _said(text: str) -> dict[str, Any] | None:
    """Read one line of the process; ``None`` for what is not meant for us."""
    try:
        line = json.loads(text)
    except ValueError:
        return None
    return line if isinstance(line, dict) else None


def _error(last: dict[str, Any]) -> GameError:
    """Give what the process refused, or that it ended without a word."""
    code, values = last.get("error"), last.get("values")
    kind = GameError  # with whatever code the process gives
    if code in CODES and isinstance(values, dict) and values.keys() == set(CODES[code]):
        return kind(str(code), **values)
    return GameError("waiting.stopped")


def solving_html(lang: str, solving: Solving, phase: Phase, rules: Rules) -> Html | None:
    """Offer to solve a phase, or show how far it is; nothing where all is known."""
    if solving.running is not None:
        return _progress(lang, solving, solving.running[0])
    if not lacks_figures(phase, rules):
        return None
    kind = "bound" if vector_of(phase) is None else "table"
    failed = solving.failed
    wrong = error_text(lang, failed[1]) if failed and failed[0] == (phase, rules) else ""
    if not solving.possible:
        return el("p", sentence(lang, "page.solving.elsewhere"), class_="p10-muted")
    return el(
        "div",
        el("p", sentence(lang, f"page.solving.{kind}")),
        el("p", wrong, class_="p10-error", role="alert") if wrong else None,
        el("div", button(sentence(lang, f"page.solving.{kind}.start"), "solving.start")),
        class_="p10-solving p10-noprint",
        id="solving",
    )


def _progress(lang: str, solving: Solving, phase: Phase) -> Html:
    said = sentence(
        lang,
        "page.solving.running",
        phase=phase_name(lang, phase),
        share=percent(lang, solving.share),
    )
    return el(
        "div",
        el("p", said, id="solving-said"),
        el(
            "progress",
            max=1,
            value=f"{solving.share:.2f}",
            aria_labelledby="solving-said",
        ),
        el("div", button(sentence(lang, "page.solving.cancel"), "solving.cancel")),
        class_="p10-solving p10-noprint",
        id="solving",
    )
