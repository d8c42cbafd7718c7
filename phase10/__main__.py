"""Run the command: ``python -m phase10``."""

from __future__ import annotations

from phase10.cli import main

main()
