"""Serve the dashboards to browsers.

Here is only what is there at once; the server itself (:mod:`phase10.server`) takes seconds to load
on a slow machine, and a user is told before.
"""

from __future__ import annotations

import os
import signal
from pathlib import Path
from types import FrameType

from phase10.views.i18n import language, sentence

__all__ = ["app_notebook", "serve"]

PACKAGE = Path(__file__).parent
INTERRUPTED = 130
"""Exit code of a program that Ctrl-C ended, as shells write it."""


def serve(
    notebook: Path | None = None,
    *,
    host: str = "127.0.0.1",
    port: int = 8866,
    open_browser: bool = True,
    lang: str | None = None,
    preheat: int = 1,
    seats: int = 0,
    classes: str | None = None,
    certificate: Path | None = None,
    key: Path | None = None,
) -> None:
    """Serve one notebook, by default the app, until the program is interrupted.

    If the port is taken the next free one is used. ``preheat`` kernels are kept warm; 0 starts
    one for each visit. ``seats`` is the size of a class: a kernel is warm for each seat, and who
    comes has to know a code, as wherever other machines can come. ``classes`` names where classes
    are stored, ``certificate`` and ``key`` are files for https. Exits with a message if no port
    can be listened on.
    """
    # Nothing is started yet that must be ended, and an exception in the middle of an import may
    # be swallowed or shown by whoever is imported.
    signal.signal(signal.SIGINT, _leave)
    print(sentence(language(lang), "serve.starting"), flush=True)  # noqa: T201
    if classes is not None:
        os.environ["PHASE10_CLASSES"] = classes
    from phase10.server import Plan, run

    run(
        Plan(
            notebook=notebook or app_notebook(),
            host=host,
            port=port,
            open_browser=open_browser,
            lang=lang or "",
            preheat=preheat,
            seats=seats,
            certificate=certificate,
            key=key,
        )
    )


def app_notebook() -> Path:
    """Return the notebook of the app: in the package, or beside it in a source tree."""
    packed = PACKAGE / "notebooks" / "app.ipynb"
    return packed if packed.exists() else PACKAGE.parent / "notebooks" / "app.ipynb"


def _leave(_signal: int, _frame: FrameType | None) -> None:
    os._exit(INTERRUPTED)
