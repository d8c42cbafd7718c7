"""The command ``phase10``: dashboards, plans, hints and odds in a terminal or as JSON."""

from phase10.cli.commands import main

__all__ = ["main"]
