"""Write the site into a folder: all of it or nothing, and never over somebody's files."""

from __future__ import annotations

import errno
import hashlib
import json
import shutil
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from phase10.dashboards.app import make_page
from phase10.game.errors import GameError
from phase10.site import bundle, pyodide
from phase10.site.first import index_html

__all__ = ["Built", "build_site"]

MARK: Final = "phase10-site.json"
"""The file by which a site of ours is known: what it consists of."""

SCRIPTS: Final = ("boot.js", "files.js", "first.js", "worker.js")
LAZY: Final = "tables/"
ASIDE: Final = (MARK, "LICENSES.txt", "service-worker.js")
"""Files that no page loads before its first hint."""

_DRAFT: Final = ".phase10-building"
_NO_ROOM: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_SHARE: Final = Path(__file__).parents[1] / "share" / "site"


@dataclass(frozen=True)
class Built:
    """Tell what was written: bytes in all, until the first hint, and of the tables."""

    folder: Path
    version: str
    size: int
    first: int
    tables: int
    is_compiled: bool


def build_site(target: Path, pyodide_folder: Path | None = None, lang: str | None = None) -> Built:
    """Write the site into ``target``, a new or empty folder or one with an older site of ours.

    ``pyodide_folder``: the files of the npm package; without it they are fetched once and kept.
    ``lang``: the language of the page where a visitor has none yet. Raises :class:`GameError`
    with one of the codes ``site.…``; then what was in the folder has not changed.
    """
    old = _old_files(target)
    if pyodide_folder is not None:
        pyodide.check_folder(pyodide_folder)
        source = pyodide_folder
    else:
        source = pyodide.fetch(_cache() / f"pyodide-{pyodide.VERSION}")
    code, is_compiled = bundle.compiled(bundle.sources(), source)
    files = _content(source, code, lang)
    for name in sorted(files.keys() - old):
        if (target / name).exists():
            raise GameError("site.other", path=str(target / name))
    _write(target, files, old)
    sizes = {name: len(data) for name, data in files.items()}
    tables = sum(size for name, size in sizes.items() if name.startswith(LAZY))
    aside = sum(sizes[name] for name in ASIDE)
    return Built(
        target,
        json.loads(files[MARK])["version"],
        size=sum(sizes.values()),
        first=sum(sizes.values()) - tables - aside,
        tables=tables,
        is_compiled=is_compiled,
    )


def _cache() -> Path:
    from platformdirs import user_cache_path

    return user_cache_path("phase10", appauthor=False)


def _content(source: Path, code: bytes, lang: str | None) -> dict[str, bytes]:
    """Make every file of the site by its name."""
    from phase10.widgets.host import host_source, host_style

    style = f"{host_style(make_page(place='browser'))}\n{_read('site.css')}"
    files = {name: _read(name).encode() for name in SCRIPTS}
    files |= {
        "host.js": host_source().encode(),
        "style.css": style.encode(),
        "python.zip": code,
        "LICENSES.txt": bundle.licenses().encode(),
    }
    files |= {f"pyodide/{name}": (source / name).read_bytes() for name in pyodide.FILES}
    files |= {f"{LAZY}{name}": data for name, data in bundle.tables().items()}
    version = _digest({**files, "index.html": index_html(lang, "").encode()})
    files["index.html"] = index_html(lang, version).encode()
    kept = ["./", *sorted(name for name in files if not name.startswith(LAZY))]
    worker = _read("service-worker.js").replace("{version}", version)
    files["service-worker.js"] = worker.replace("{files}", json.dumps(kept, indent=2)).encode()
    mark = {"made by": "phase10 site", "version": version, "files": sorted((*files, MARK))}
    files[MARK] = f"{json.dumps(mark, indent=1)}\n".encode()
    return files


def _read(name: str) -> str:
    return (_SHARE / name).read_text("utf-8")


def _digest(files: Mapping[str, bytes]) -> str:
    made = hashlib.sha256()
    for name, data in sorted(files.items()):
        made.update(f"{name} {len(data)} ".encode() + data)
    return made.hexdigest()[:12]


def _old_files(target: Path) -> frozenset[str]:
    """List the files of an older site of ours; none of an empty folder or one that is not there.

    Raises ``site.taken`` for anything else.
    """
    try:
        if not target.exists() or not any(target.iterdir()):
            return frozenset()
        mark = json.loads((target / MARK).read_text("utf-8"))
        files = mark["files"]
        if mark["made by"] != "phase10 site" or not all(_is_inner(name) for name in files):
            raise ValueError
        return frozenset(files)
    except PermissionError:
        raise GameError("site.folder", path=str(target)) from None
    except (OSError, ValueError, LookupError, TypeError):
        raise GameError("site.taken", path=str(target)) from None


def _is_inner(name: object) -> bool:
    """Tell whether a listed name is one that a site can have: whoever wrote the list."""
    if not isinstance(name, str) or not name or "\\" in name or ":" in name:
        return False
    return not any(part in ("", ".", "..") for part in name.split("/"))


def _write(target: Path, files: Mapping[str, bytes], old: frozenset[str]) -> None:
    """Write everything beside, then move it to its place; the page itself comes last."""
    is_new = not target.exists()
    draft = target / _DRAFT
    try:
        target.mkdir(parents=True, exist_ok=True)
        shutil.rmtree(draft, ignore_errors=True)
        for name, data in files.items():
            path = draft / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        last = ("index.html", "service-worker.js")
        for name in (MARK, *sorted(files.keys() - {MARK, *last}), *last):
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            (draft / name).replace(target / name)
        for name in old - files.keys():
            (target / name).unlink(missing_ok=True)
    except OSError as error:
        if error.errno in _NO_ROOM:
            size = sum(map(len, files.values())) // 1_000_000 + 1
            raise GameError("site.full", path=str(target), size=size) from None
        raise GameError("site.folder", path=str(target)) from None
    finally:
        shutil.rmtree(draft, ignore_errors=True)
        if is_new:
            # What could not be written leaves no empty folder behind.
            with suppress(OSError):
                target.rmdir()
