"""The hub's proxy for the tests: one npm package, fetched once, kept, and waited for by others."""

from __future__ import annotations

import fcntl
import os
import shutil
import stat
import subprocess
import sysconfig
from pathlib import Path

VERSION = "5.3.0"
NAME = "configurable-http-proxy"
PATIENCE = 600


def kept(folder: Path) -> Path:
    """Install the proxy into a folder unless it is there; return the folder of its program."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / ".lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        program = folder / "bin" / NAME
        script = folder / "node_modules" / NAME / "bin" / NAME
        if not script.is_file():
            subprocess.run(
                [
                    *(_program("npm"), "install", "--no-audit", "--no-fund", "--silent"),
                    *("--prefix", folder, f"{NAME}@{VERSION}"),
                ],
                cwd=folder,
                stdin=subprocess.DEVNULL,
                timeout=PATIENCE,
                check=True,
            )
        # Node.js itself, not a program that starts it: who ends the proxy shall end all of it.
        program.parent.mkdir(exist_ok=True)
        program.write_text(f'#!/bin/sh\nexec "{_node()}" "{script}" "$@"\n', "utf-8")
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
        return program.parent


def _program(name: str) -> str:
    found = shutil.which(name) or shutil.which(name, path=sysconfig.get_path("scripts"))
    assert found is not None, f"{name} is not installed"
    return found


def _node() -> str:
    told = subprocess.run(
        [_program("node"), "-p", "process.execPath"],
        capture_output=True,
        encoding="utf-8",
        env=os.environ,
        check=True,
    )
    return told.stdout.strip()
