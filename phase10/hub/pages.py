"""How the hub starts the server of a pupil: the same program for each, with a folder of its own.

The pages of all pupils run as the user of the hub. They take no code from browsers, and who comes
to one is asked by the hub whether it is theirs.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable
from pathlib import Path

from jupyterhub.spawner import LocalProcessSpawner
from traitlets import Unicode, default

__all__ = ["PageSpawner"]

FOLDERS = {
    "IPYTHONDIR": "ipython",
    "JUPYTER_CONFIG_DIR": "jupyter-config",
    "JUPYTER_DATA_DIR": "jupyter-data",
    "JUPYTER_RUNTIME_DIR": "jupyter-runtime",
    "XDG_CONFIG_HOME": "config",
    "XDG_DATA_HOME": "data",
    "XDG_STATE_HOME": "state",
}
KEPT_VARIABLES = ("PHASE10_WIN_CHANCES", "TMPDIR", "XDG_CACHE_HOME")


class PageSpawner(LocalProcessSpawner):  # type: ignore[misc]  # JupyterHub has no types
    """Start our page for one pupil."""

    folder = Unicode("", help="Where pupils have their folders.").tag(config=True)
    classes = Unicode("", help="Where classes are kept.").tag(config=True)

    @default("cmd")
    def _own_program(self) -> list[str]:
        return [sys.executable, "-m", "phase10.hub.page"]

    @default("env_keep")
    def _kept_variables(self) -> list[str]:
        kept: list[str] = type(self).env_keep.default()
        return [*kept, *KEPT_VARIABLES]

    @property
    def home(self) -> Path:
        """The folder of this pupil: nicknames may hold what no file can be called."""
        name = hashlib.sha256(self.user.name.encode()).hexdigest()[:32]
        return Path(self.folder, name)

    def make_preexec_fn(self, _name: str) -> Callable[[], None] | None:
        """Change no user of the system."""
        return None

    def user_env(self, env: dict[str, str]) -> dict[str, str]:
        """Give the program its folders and the place of classes, which all share."""
        self.home.mkdir(mode=0o700, parents=True, exist_ok=True)
        env |= {name: str(self.home / below) for name, below in FOLDERS.items()}
        return env | {"HOME": str(self.home), "PHASE10_CLASSES": self.classes}
