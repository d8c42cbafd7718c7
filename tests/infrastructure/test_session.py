"""In CI nothing may be skipped: a session in which something was ends as a failure."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.packaging import CHECKOUT

PASSES = "def test_passes(): pass\n"
SKIPS_A_TEST = "import pytest\n@pytest.mark.skip\ndef test_skipped(): pass\n"
SKIPS_ITSELF = "import pytest\npytest.importorskip('no_such_package_anywhere')\n"
SKIPS_INSIDE = "import pytest\ndef test_skips(): pytest.skip('no kernel here')\n"


def session(
    folder: Path, source: str, *, ci: bool, processes: int = 0
) -> subprocess.CompletedProcess[str]:
    """Run a test module under the conftest of this suite."""
    (folder / "test_passes.py").write_text(PASSES, encoding="utf-8")
    (folder / "test_module.py").write_text(source, encoding="utf-8")
    (folder / "pytest.ini").write_text("[pytest]\naddopts = -p tests.conftest\n", encoding="utf-8")
    environment = {name: value for name, value in os.environ.items() if name != "CI"}
    settings = {"PYTHONPATH": str(CHECKOUT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    if ci:
        settings["CI"] = "true"
    parallel = ["-p", "xdist", "-n", str(processes)] if processes else []
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *parallel, folder],
        cwd=folder,
        env=environment | settings,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


@pytest.mark.parametrize("processes", [0, 2])
@pytest.mark.parametrize("source", [SKIPS_A_TEST, SKIPS_ITSELF, SKIPS_INSIDE])
def test_a_skip_fails_ci(source: str, processes: int, tmp_path: Path) -> None:
    done = session(tmp_path, source, ci=True, processes=processes)
    assert done.returncode == pytest.ExitCode.TESTS_FAILED, done.stdout + done.stderr
    assert "skipped, which in CI is a failure" in done.stdout
    assert "test_module.py" in done.stdout


def test_a_skip_elsewhere_is_only_reported(tmp_path: Path) -> None:
    done = session(tmp_path, SKIPS_INSIDE, ci=False)
    assert done.returncode == pytest.ExitCode.OK, done.stdout + done.stderr


def test_ci_without_a_skip_is_content(tmp_path: Path) -> None:
    done = session(tmp_path, PASSES, ci=True)
    assert done.returncode == pytest.ExitCode.OK, done.stdout + done.stderr


def test_the_browser_is_named_first(tmp_path: Path) -> None:
    assert "\nbrowser: " in session(tmp_path, PASSES, ci=False).stdout
