"""The matches of a user, in folders of the test's own."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tests.cli.runner import Run, phase10


@dataclass
class Kept:
    """The folder of the matches of that user."""

    home: dict[str, str]

    @property
    def match(self) -> Path:
        """The match that is played."""
        found = list(Path(self.home["HOME"]).rglob("match.txt"))
        assert len(found) == 1, found
        return found[0]

    @property
    def names(self) -> list[str]:
        """All files there."""
        return sorted(path.name for path in Path(self.home["HOME"]).rglob("*") if path.is_file())

    def play(self, *arguments: str, stdin: str = "") -> Run:
        """Run the command with this home."""
        return phase10("play", *arguments, stdin=stdin, **self.home)
