"""What the command writes, and that it never writes over somebody's files."""

from __future__ import annotations

import errno
import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from phase10.cli import main
from phase10.game.errors import GameError
from phase10.site import bundle, pyodide
from phase10.site.building import MARK, build_site
from phase10.site.first import index_html
from phase10.views.i18n import LANGUAGES, sentence


@pytest.fixture
def stand_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the names of Pyodide's files; and nothing is gathered, compiled, packed."""
    folder = tmp_path / "pyodide"
    folder.mkdir()
    for name in pyodide.FILES:
        (folder / name).write_text("{}", "utf-8")
    lock = {"info": {"python": pyodide.PYTHON}}
    (folder / "pyodide-lock.json").write_text(json.dumps(lock), "utf-8")
    monkeypatch.setattr(bundle, "sources", dict)
    monkeypatch.setattr(bundle, "compiled", lambda files, _folder: (b"code", True))
    monkeypatch.setattr(bundle, "tables", lambda: {"run8.bin.zz": b"table"})
    return folder


def content(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def refused(work: Callable[[], object]) -> str:
    with pytest.raises(GameError) as caught:
        work()
    return str(caught.value.code)


def test_a_site_names_all_of_its_files(tmp_path: Path, stand_in: Path) -> None:
    built = build_site(tmp_path / "new" / "site", stand_in, "lv")
    files = content(built.folder)
    mark = json.loads(files[MARK])
    assert sorted(files) == mark["files"]
    assert built.size == sum(map(len, files.values()))
    assert built.first < built.size - built.tables
    worker = files["service-worker.js"].decode()
    assert built.version in worker
    kept = json.loads(re.search(r"FILES = (\[.*?\]);", worker, re.DOTALL)[1])  # type: ignore[index]
    assert "./" in kept
    assert not [name for name in kept if name.startswith("tables/")]
    assert {"index.html", "python.zip", "pyodide/pyodide.asm.wasm"} <= set(kept)
    assert b'data-lang="lv"' in files["index.html"]


def test_an_older_site_of_ours_is_renewed(tmp_path: Path, stand_in: Path) -> None:
    folder = tmp_path / "site"
    first = build_site(folder, stand_in)
    mark = json.loads((folder / MARK).read_text("utf-8"))
    mark["files"].append("tables/old.zz")
    (folder / "tables" / "old.zz").write_text("old", "utf-8")
    (folder / MARK).write_text(json.dumps(mark), "utf-8")
    (folder / "CNAME").write_text("mine", "utf-8")
    (stand_in / "pyodide.mjs").write_text("newer", "utf-8")
    second = build_site(folder, stand_in)
    assert first.version != second.version
    assert not (folder / "tables" / "old.zz").exists()
    assert (folder / "CNAME").read_text("utf-8") == "mine"
    assert (folder / "pyodide" / "pyodide.mjs").read_text("utf-8") == "newer"
    assert build_site(folder, stand_in).version == second.version


@pytest.mark.parametrize(
    "mark",
    [
        None,
        "",
        "[]",
        '{"made by": "somebody"}',
        '{"made by": "phase10 site", "files": ["../pyodide/pyodide.mjs"]}',
        '{"made by": "phase10 site", "files": ["/etc/hosts"]}',
        '{"made by": "phase10 site", "files": 3}',
    ],
)
def test_a_folder_of_somebody_is_left_alone(
    tmp_path: Path, stand_in: Path, mark: str | None
) -> None:
    folder = tmp_path / "theirs"
    folder.mkdir()
    (folder / "index.html").write_text("theirs", "utf-8")
    if mark is not None:
        (folder / MARK).write_text(mark, "utf-8")
    before = content(tmp_path)
    assert refused(lambda: build_site(folder, stand_in)) == "site.taken"
    assert content(tmp_path) == before


def test_a_file_of_somebody_in_our_site_is_left_alone(tmp_path: Path, stand_in: Path) -> None:
    folder = tmp_path / "site"
    build_site(folder, stand_in)
    mark = json.loads((folder / MARK).read_text("utf-8"))
    mark["files"].remove("boot.js")
    (folder / MARK).write_text(json.dumps(mark), "utf-8")
    before = content(folder)
    assert refused(lambda: build_site(folder, stand_in)) == "site.other"
    assert content(folder) == before


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EACCES])
def test_a_site_is_written_whole_or_not_at_all(
    tmp_path: Path, stand_in: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    folder = tmp_path / "site"
    build_site(folder, stand_in)
    before = content(folder)
    write = Path.write_bytes

    def fails(path: Path, data: bytes) -> int:
        if path.name == "worker.js":
            raise OSError(number, "no")
        return write(path, data)

    (stand_in / "pyodide.mjs").write_text("newer", "utf-8")
    monkeypatch.setattr(Path, "write_bytes", fails)
    code = "site.full" if number == errno.ENOSPC else "site.folder"
    assert refused(lambda: build_site(folder, stand_in)) == code
    assert content(folder) == before
    assert refused(lambda: build_site(tmp_path / "new", stand_in)) == code
    assert not (tmp_path / "new").exists()


def test_a_file_in_the_place_of_the_folder(tmp_path: Path, stand_in: Path) -> None:
    (tmp_path / "file").write_text("theirs", "utf-8")
    assert refused(lambda: build_site(tmp_path / "file", stand_in)) == "site.taken"
    assert refused(lambda: build_site(tmp_path / "file" / "site", stand_in)) in (
        "site.folder",
        "site.taken",
    )


def test_a_folder_without_pyodide(tmp_path: Path, stand_in: Path) -> None:
    lock = stand_in / "pyodide-lock.json"
    lock.write_text('{"info": {"python": "3.12.1"}}', "utf-8")
    assert refused(lambda: pyodide.check_folder(stand_in)) == "site.version"
    lock.write_text("[]", "utf-8")
    assert refused(lambda: pyodide.check_folder(stand_in)) == "site.pyodide"
    (stand_in / "python_stdlib.zip").unlink()
    assert refused(lambda: pyodide.check_folder(stand_in)) == "site.pyodide"
    assert refused(lambda: pyodide.check_folder(tmp_path / "nowhere")) == "site.pyodide"


def test_fetching_says_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pyodide, "_programs", lambda _name: [])
    assert refused(lambda: pyodide.fetch(tmp_path / "kept")) == "site.npm"
    monkeypatch.setattr(pyodide, "_programs", lambda _name: [sys.executable])
    assert refused(lambda: pyodide.fetch(tmp_path / "kept")) == "site.fetch"
    fake = tmp_path / "npm"
    fake.write_text('#!/bin/sh\necho wrong > "$5/pyodide.tgz"\n', "utf-8")
    fake.chmod(0o755)
    monkeypatch.setattr(pyodide, "_programs", lambda _name: [str(fake)])
    assert refused(lambda: pyodide.fetch(tmp_path / "kept")) == "site.digest"
    assert not (tmp_path / "kept").exists()


def test_the_command_tells_one_line(
    tmp_path: Path, stand_in: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(*arguments: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as ended:
            main(["site", *arguments])
        said = capsys.readouterr()
        return int(ended.value.code or 0), said.out, said.err

    site = str(tmp_path / "site")
    code, out, _ = run(site, "--pyodide", str(stand_in), "--json")
    assert (code, json.loads(out)["folder"]) == (0, site)
    code, out, _ = run(site, "--pyodide", str(stand_in), "--lang", "lv")
    assert code == 0
    assert "vietne" in out
    code, out, error = run(str(tmp_path), "--pyodide", str(stand_in), "--lang", "lv")
    assert (code, len((out + error).strip().splitlines())) == (2, 1)
    for wrong in ("", "a\0b"):
        assert run(wrong, "--pyodide", str(stand_in))[0] == 2


def test_the_first_picture_is_the_page_itself() -> None:
    made = index_html(None, "abc")
    for lang in LANGUAGES:
        assert made.count(f'id="first-hint-{lang}"') == made.count(f'id="first-home-{lang}"') == 1
        for name in ("page.first", "page.first.file", "page.first.script"):
            assert sentence(lang, name).split('"')[0] in made
    assert made.count('id="hand-add-R5"') == len(LANGUAGES)
    assert made.count('id="door-play"') == len(LANGUAGES)
    # Nothing in the page is a program: the policy would refuse it.
    assert re.findall(r"<script(?![^>]* src=)", made) == []
    assert re.findall(r"\son[a-z]+=", made) == []


def test_what_the_archive_holds_needs_nothing_else(tmp_path: Path) -> None:
    """Every module of the archive is imported where there is nothing but it and Python."""
    files = bundle.sources()
    for name, data in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    modules = [
        name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        for name in files
        if name.endswith(".py") and name.startswith("phase10/")
    ]
    program = f"""
import importlib, sys
sys.path.insert(0, {str(tmp_path)!r})
for name in {sorted(bundle.ABSENT)!r}:
    sys.modules[name] = None
for name in {modules!r}:
    importlib.import_module(name)
from fsrs import Scheduler
"""
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", program], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    names = sorted(files)
    assert not [name for name in names if name.startswith(("phase10/cli", "phase10/server"))]
    assert not [name for name in names if name.endswith((".bin", ".po"))]
    assert "phase10/solver/tables/figures.json" in names
