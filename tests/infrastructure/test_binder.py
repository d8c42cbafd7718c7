"""What Binder reads: all of it pinned, and taken up by the program that builds its machines.

That postBuild and start work is tested with the other ways in ``tests/ways``.
"""

from __future__ import annotations

import os
import re
import sys
import tomllib
from pathlib import Path

from tests.support.packaging import CHECKOUT, run

BINDER = CHECKOUT / "binder"
PINNED = re.compile(r"[a-z0-9.-]+==[0-9][0-9a-z.]*")


def pins() -> dict[str, str]:
    lines = (BINDER / "requirements.txt").read_text("utf-8").splitlines()
    wanted = [line for line in lines if not line.startswith("#")]
    assert all(PINNED.fullmatch(line) for line in wanted), wanted
    return dict(line.split("==") for line in wanted)


def test_everything_that_the_app_needs_is_pinned() -> None:
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text("utf-8"))["project"]
    needed = [*project["dependencies"], *project["optional-dependencies"]["app"]]
    names = {re.split(r"[<>=\[ ]", line)[0].lower().replace("_", "-") for line in needed}
    assert names - {"phase10"} <= pins().keys()


def test_scripts_can_be_run_and_end_as_binder_wants() -> None:
    for name in ("postBuild", "start"):
        assert os.access(BINDER / name, os.X_OK)
    assert (BINDER / "start").read_text("utf-8").rstrip().endswith('exec "$@"')


def test_repo2docker_takes_the_files_up(tmp_path: Path) -> None:
    told = run(
        [sys.executable, "-m", "repo2docker", "--no-build", "--debug", CHECKOUT],
        env={**os.environ, "HOME": str(tmp_path)},
        cwd=tmp_path,
    )
    assert "binder/requirements.txt" in told
    assert "RUN ./binder/postBuild" in told
    assert 'R2D_ENTRYPOINT="${REPO_DIR}/binder/start"' in told
    assert "3.12" in told
