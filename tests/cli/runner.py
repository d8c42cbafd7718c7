"""Run the command, in this process or as a user does, as a program of its own."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from typing import Any
from unittest import mock

from phase10.cli import main

SURROUNDINGS = {"COLUMNS": "80", "PYTHONUTF8": "1"}
UNWANTED = {"NO_COLOR", "FORCE_COLOR", "PHASE10_DEBUG"}


@dataclass(frozen=True)
class Run:
    """What a run left behind."""

    code: object
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one JSON object on standard output."""
        assert self.code == 0, self.err
        assert self.err == ""
        assert self.out.count("\n") == 1, "one object and nothing else"
        return json.loads(self.out)


def phase10(*arguments: str, stdin: str | bytes = "", **environment: str) -> Run:
    """Run the command here; the terminal is 80 letters wide unless told otherwise."""
    out, err = io.StringIO(), io.StringIO()
    typed = io.TextIOWrapper(io.BytesIO(_bytes(stdin)))
    with (
        mock.patch.dict(os.environ, _environment(environment), clear=True),
        mock.patch.object(sys, "stdin", typed),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        try:
            main(arguments)
        except SystemExit as ended:
            return Run(ended.code, out.getvalue(), err.getvalue())
    raise AssertionError("the command always ends with its code")


def program(*arguments: str, stdin: str | bytes = "", **environment: str) -> Run:
    """Run ``python -m phase10`` as a program of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "phase10", *arguments],
        input=_bytes(stdin),
        capture_output=True,
        env=_environment(environment),
        check=False,
    )
    return Run(done.returncode, done.stdout.decode(), done.stderr.decode())


def refused(run: Run, told: str = "", code: int = 2) -> None:
    """Check that the command ended with one line that says what is wrong, and nothing else."""
    assert run.code == code, run
    assert run.out == ""
    assert told in run.err
    assert run.err.startswith("phase10: ")
    assert run.err.count("\n") == 1
    assert run.err.strip().isprintable()
    assert "Traceback" not in run.err


def _environment(wanted: dict[str, str]) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in UNWANTED}
    return kept | SURROUNDINGS | wanted


def _bytes(text: str | bytes) -> bytes:
    return text if isinstance(text, bytes) else text.encode()
