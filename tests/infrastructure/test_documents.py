"""Every example in the documents is run, and every link inside the checkout leads somewhere."""

from __future__ import annotations

import doctest
import importlib
import os
import re
import shlex
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.support.packaging import CHECKOUT

README = (CHECKOUT / "README.md").read_text(encoding="utf-8")
DOCUMENTS = sorted(CHECKOUT.glob("*.md"))
OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
FENCED = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
MODULES = sorted(
    path.relative_to(CHECKOUT)
    for path in (CHECKOUT / "phase10").glob("**/*.py")
    if ">>> " in path.read_text(encoding="utf-8")
)


@dataclass(frozen=True)
class ShellExample:
    """A command as a reader would type it, and what the document says it prints."""

    command: str
    output: str


def shell_examples(text: str) -> list[ShellExample]:
    """Take the examples out of the ``console`` blocks of a document."""
    found = []
    for language, block in FENCED.findall(text):
        if language != "console":
            continue
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            found.append(ShellExample(command, output))
    return found


def python_lines(text: str) -> str:
    """Keep the ``python`` blocks of a document, each in its line; all else becomes empty lines."""
    kept = ["\n"] * (text.count("\n") + 1)
    for match in FENCED.finditer(text):
        if match[1] == "python":
            first = text.count("\n", 0, match.start(2))
            for number, line in enumerate(match[2].splitlines(keepends=True), first):
                kept[number] = line
    return "".join(kept)


SHELL_EXAMPLES = shell_examples(README)


def without_margins(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.strip("\n").splitlines()) + "\n"


def test_examples_are_found() -> None:
    assert shell_examples("```console\n$ a b\nc\n\nd\n$ e\n```\n```sh\n$ f\n```\n") == [
        ShellExample("a b", "c\n\nd\n"),
        ShellExample("e", ""),
    ]
    assert python_lines("a\n```python\n>>> 1\n1\n```\nb\n") == "\n\n>>> 1\n1\n\n\n\n"


def test_python_examples_of_the_readme(wheel_python: Path, tmp_path: Path) -> None:
    assert README.count(">>> ") >= 5
    examples = tmp_path / "README.md"
    examples.write_text(python_lines(README), encoding="utf-8")
    options = ("-o", "ELLIPSIS", "-o", "NORMALIZE_WHITESPACE")
    done = subprocess.run(
        [wheel_python, "-m", "doctest", *options, examples],
        capture_output=True,
        encoding="utf-8",
        cwd=tmp_path,
        env=os.environ | {"PYTHONIOENCODING": "utf-8"},
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    "example", SHELL_EXAMPLES, ids=[example.command for example in SHELL_EXAMPLES]
)
def test_shell_examples_of_the_readme(
    example: ShellExample, wheel_python: Path, private_environment: dict[str, str], tmp_path: Path
) -> None:
    program, *arguments = shlex.split(example.command)
    assert program == "phase10"
    done = subprocess.run(
        [wheel_python.with_name("phase10"), *arguments],
        capture_output=True,
        encoding="utf-8",
        cwd=tmp_path,
        env=private_environment
        | {"COLUMNS": "80", "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8", "LC_ALL": "C.UTF-8"},
        check=False,
    )
    printed = without_margins(done.stdout + done.stderr)
    wanted = without_margins(example.output)
    assert doctest.OutputChecker().check_output(wanted, printed, doctest.ELLIPSIS), (
        f"$ {example.command}\nthe README says:\n{wanted}\nit printed:\n{printed}"
    )


@pytest.mark.parametrize("path", MODULES, ids=str)
def test_examples_in_docstrings(path: Path) -> None:
    name = ".".join(path.with_suffix("").parts).removesuffix(".__init__")
    results = doctest.testmod(importlib.import_module(name), optionflags=OPTIONS)
    assert results.attempted > 0
    assert results.failed == 0


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#\s]+)", path.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (path.parent / target).exists(), target
