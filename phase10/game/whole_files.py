"""Files that are written whole: a kill at any moment leaves the old one or the new one."""

from __future__ import annotations

import os
from pathlib import Path

__all__ = ["write_whole"]


def write_whole(path: str | os.PathLike[str], raw: bytes) -> None:
    """Write a file by way of a draft beside it; raise OSError or ValueError where that fails."""
    target = Path(os.path.realpath(path))
    draft = target.with_name(f".{target.name}.saving")
    with draft.open("wb") as stream:
        stream.write(raw)
        stream.flush()
        os.fsync(stream.fileno())
    draft.replace(target)
