"""What is committed: allowed places, no machine paths, no registries, data that parses."""

from __future__ import annotations

import json
import re
import subprocess
import tomllib
from pathlib import Path

import pytest

from tests.support.packaging import CHECKOUT

TOP_LEVEL = {
    ".ci",
    ".gitignore",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "LICENSE",
    "README.md",
    "binder",
    "docs",
    "notebooks",
    "phase10",
    "pyproject.toml",
    "tests",
}
BINARY = {".png", ".gif", ".jpg", ".ico", ".bin", ".woff2", ".zip", ".gz"}
# In pieces, so that this file does not contain what it looks for.
REGISTRIES = [
    ".".join(parts)
    for parts in (
        ("pypi", "org"),
        ("pythonhosted", "org"),
        ("npmjs", "org"),
        ("npmjs", "com"),
        ("anaconda", "org"),
        ("deb", "debian", "org"),
        ("jsdelivr", "net"),
        ("unpkg", "com"),
        ("cdnjs", "cloudflare"),
    )
]
MACHINE_PATHS = re.compile(r"(?<![\w.}$)~-])/(?:home|root|work|opt|tmp|mnt|Users)/\w")


def committed() -> list[Path]:
    """List the files that git has, as paths from the root of the checkout."""
    listed = subprocess.run(
        ["git", "-c", f"safe.directory={CHECKOUT}", "ls-files", "-z"],
        cwd=CHECKOUT,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    names = [name for name in listed.stdout.split("\0") if name]
    return [Path(name) for name in names if (CHECKOUT / name).is_file()]


FILES = committed()
TEXTS = [path for path in FILES if path.suffix not in BINARY]


def test_there_is_something_to_check() -> None:
    assert Path("pyproject.toml") in FILES
    assert len(TEXTS) > 20


def test_top_level_holds_only_what_is_agreed() -> None:
    assert {path.parts[0] for path in FILES} <= TOP_LEVEL


def test_nothing_built_is_committed() -> None:
    built = [
        str(path)
        for path in FILES
        if path.suffix in {".mo", ".pyc", ".whl"} or "__pycache__" in path.parts
    ]
    assert built == []


@pytest.mark.parametrize("path", TEXTS, ids=str)
def test_text_names_no_registry_and_no_machine(path: Path) -> None:
    text = (CHECKOUT / path).read_text(encoding="utf-8")
    lowered = text.lower()
    assert [name for name in REGISTRIES if name in lowered] == []
    assert MACHINE_PATHS.findall(text) == []


def test_the_pattern_of_machine_paths() -> None:
    for path in ("home/ann/x", "root/x", "tmp/x", "work/main"):
        assert MACHINE_PATHS.search(f'open("/{path}")')
    for text in ("$HOME/work/x", "a/work/b", "../work/main", "https://x.example/home/page"):
        assert not MACHINE_PATHS.search(text)


@pytest.mark.parametrize(
    "path", [path for path in FILES if path.suffix in {".json", ".ipynb"}], ids=str
)
def test_json_parses(path: Path) -> None:
    json.loads((CHECKOUT / path).read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", [path for path in FILES if path.suffix == ".toml"], ids=str)
def test_toml_parses(path: Path) -> None:
    tomllib.loads((CHECKOUT / path).read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "path", [path for path in FILES if path.suffix in {".py", ".js", ".css"}], ids=str
)
def test_no_source_grows_past_600_lines(path: Path) -> None:
    if "vendor" not in path.parts:
        assert len((CHECKOUT / path).read_text(encoding="utf-8").splitlines()) <= 600
