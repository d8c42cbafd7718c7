"""The command ``phase10``."""

from __future__ import annotations

import sys
from collections.abc import Sequence

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command and exit with its code; loading it can be interrupted quietly too."""
    try:
        from phase10.cli.commands import main as run
    except KeyboardInterrupt:
        sys.exit(130)
    run(arguments)
