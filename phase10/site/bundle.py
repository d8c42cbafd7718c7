"""What of the package a page in the browser needs, as one archive, compiled where that is possible.

Left out is what no page imports (commands, servers, the simulator), what has parts that do not
exist in the browser (NumPy, Numba, SQLite), and the tables of the waiting game, which are fetched
one by one.
"""

from __future__ import annotations

import ast
import io
import subprocess
import sys
import tempfile
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from importlib.metadata import distribution
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from phase10.site.pyodide import node_program

__all__ = ["compiled", "licenses", "sources", "tables"]

PACKAGE: Final = Path(__file__).parents[1]
ROOMS: Final = (
    *("game", "solver", "players", "advice", "teaching", "views", "widgets", "dashboards"),
    "locale",
)
LIBRARIES: Final = ("fsrs", "typing_extensions")
"""Libraries in plain Python that pages use."""

ABSENT: Final = frozenset({"sqlite3"})
"""What the Python of the browser has not, though it belongs to Python."""

LEFT: Final = (".bin", ".pdf", ".po", ".pot", ".pyc", ".typ")
"""Ends of the names of files that no page reads."""

PYODIDE_LICENSES: Final = (
    "Pyodide and the Python in it: Mozilla Public License 2.0 and Python Software Foundation "
    "License; sources and texts: https://github.com/pyodide/pyodide\n"
)

PATIENCE: Final = 600
"""Seconds in which everything has to be compiled."""


def sources() -> dict[str, bytes]:
    """Give the files of the archive by their names: modules as sources, catalogues, data."""
    found = {"phase10/__init__.py": (PACKAGE / "__init__.py").read_bytes()}
    for room in ROOMS:
        for path in _files(PACKAGE / room):
            data = path.read_bytes()
            if path.suffix != ".py" or _runs_there(data):
                found[path.relative_to(PACKAGE.parent).as_posix()] = data
    for library in LIBRARIES:
        spec = find_spec(library)
        if spec is None or spec.origin is None:
            raise ModuleNotFoundError(library)
        origin = Path(spec.origin)
        for path in _files(origin.parent) if spec.submodule_search_locations else (origin,):
            if path.suffix == ".py":
                found[path.relative_to(_top(spec.origin, library)).as_posix()] = path.read_bytes()
    return dict(sorted(found.items()))


def compiled(files: Mapping[str, bytes], pyodide: Path) -> tuple[bytes, bool]:
    """Pack the files into an archive; tell whether its modules could be compiled.

    Python code is compiled for the Python of the browser, by that Python in Node.js. Where that
    is missing or fails, the page compiles the sources each time that it starts.
    """
    plain = _packed(files)
    node = node_program()
    if node is None:
        return plain, False
    with tempfile.TemporaryDirectory() as folder:
        given, made = Path(folder, "given.zip"), Path(folder, "made.zip")
        given.write_bytes(plain)
        script = PACKAGE / "share" / "site" / "compile.mjs"
        try:
            subprocess.run(  # noqa: S603 - our own script, and no shell
                [node, str(script), str(pyodide.resolve()), str(given), str(made)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                timeout=PATIENCE,
                check=True,
            )
            return made.read_bytes(), True
        except (OSError, subprocess.SubprocessError):
            return plain, False


def tables() -> dict[str, bytes]:
    """Give the tables of the waiting game, packed, by the name under which a page asks for each."""
    folder = PACKAGE / "solver" / "tables"
    return {f"{path.name}.zz": zlib.compress(path.read_bytes(), 9) for path in folder.glob("*.bin")}


def licenses() -> str:
    """Put together under which licences the parts of the site are passed on."""
    said = [PYODIDE_LICENSES]
    for name in ("phase10", *(library.replace("_", "-") for library in LIBRARIES)):
        known = distribution(name)
        said.append(f"{name} {known.version}\n")
        texts = (file for file in known.files or () if _is_license(file.name))
        said.extend(file.read_text("utf-8") for file in texts)
    return "\n".join(said)


def _is_license(name: str) -> bool:
    return name.upper().startswith(("LICENSE", "LICENCE")) and not name.endswith(".py")


def _top(origin: str, library: str) -> Path:
    """Give the folder in which a library lies: a package in its own folder, a module as it is."""
    path = Path(origin)
    return path.parents[1] if path.parent.name == library else path.parent


def _files(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix not in LEFT and path.name != "py.typed":
            yield path


def _runs_there(source: bytes) -> bool:
    """Tell whether a module can be imported in the browser, by what it imports itself at once."""
    known = (sys.stdlib_module_names - ABSENT) | {"phase10", *LIBRARIES}
    return all(name.partition(".")[0] in known for name in _imported(ast.parse(source)))


def _imported(module: ast.Module) -> Iterator[str]:
    for statement in module.body:
        if isinstance(statement, ast.Import):
            yield from (alias.name for alias in statement.names)
        elif isinstance(statement, ast.ImportFrom) and statement.module and not statement.level:
            yield statement.module


def _packed(files: Mapping[str, bytes]) -> bytes:
    """Pack files into an archive; the same files give the same bytes."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED, 9)
    return made.getvalue()
