"""One thing shown in two ways: as a table where the lines are long enough, else as a list."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.measure import Measurement

__all__ = ["Fitting"]

_ENDLESS: Final = 10_000
"""Letters of a line on which anything fits."""


@dataclass(frozen=True)
class Fitting:
    """Show ``wide`` where it fits, else ``narrow``.

    ``least``: the letters of a line that ``wide`` needs; 0: so many that nothing of it is broken.
    """

    wide: RenderableType
    narrow: RenderableType
    least: int = 0

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        endless = options.update(width=_ENDLESS)
        needed = self.least or Measurement.get(console, endless, self.wide).maximum
        yield self.wide if needed <= options.max_width else self.narrow
