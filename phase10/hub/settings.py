"""The settings of a hub: a folder with a short file that a school may add to."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from phase10.game.errors import GameError
from phase10.teaching.classroom import new_code, read_code

__all__ = ["CODE", "CONFIG", "Hub", "configure", "write_hub"]

CONFIG = "jupyterhub_config.py"
CODE = "code.txt"
NAMES = "nicknames.sqlite3"
TEMPLATES = Path(__file__).parents[1] / "share" / "hub"
IDLE_SECONDS = 1800
"""A pupil's server that nobody uses ends then; what was done is kept in the pupil's folder."""

PATIENCE = 300
"""Seconds in which a server has to come up: thirty at once may need them on a small machine."""

MOST_SEATS = 500
TEXT = '''"""Settings of a JupyterHub for Phase 10 Coach; start it here with: jupyterhub

What a school needs besides (a database, an address of its own) is set below the call.
"""

from pathlib import Path

from phase10.hub import configure

c = get_config()  # noqa: F821 - JupyterHub gives it
configure(c, Path(__file__).parent, {arguments})
'''


@dataclass(frozen=True)
class Hub:
    """A hub that was set up: its folder and the code that pupils enter."""

    folder: Path
    code: str


def write_hub(
    folder: Path, *, seats: int = 30, classes: str = "", host: str = "127.0.0.1", port: int = 8000
) -> Hub:
    """Write the settings of a new hub into a folder; what is there stays.

    Raises :class:`GameError` ``hub.exists`` where there is one, ``hub.folder`` where nothing can be
    written, ``hub.password`` for a password in the address of the classes: such a file is copied
    and shown too easily, so the variable ``PHASE10_CLASSES`` shall hold it.
    """
    if "://" in classes and _has_password(classes):
        raise GameError("hub.password")
    arguments = f"seats={seats}, host={host!r}, port={port}"
    if classes:
        place = classes if "://" in classes else os.fspath(Path(classes).absolute())
        arguments += f", classes={place!r}"
    config = folder / CONFIG
    if config.exists():
        raise GameError("hub.exists", path=str(config))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        code = _code(folder)
        config.write_text(TEXT.format(arguments=arguments), "utf-8")
    except OSError:
        raise GameError("hub.folder", path=str(folder)) from None
    return Hub(folder, code)


def _has_password(address: str) -> bool:
    try:
        parts = urlsplit(address)
    except ValueError:
        return True  # who knows what it holds
    return parts.password is not None or "password" in parts.query.lower()


def _code(folder: Path) -> str:
    """Read the code of the site, or make it; only the owner of the folder can read the file."""
    place = folder / CODE
    if place.exists():
        return read_code(place.read_text("utf-8", errors="replace"))
    code = new_code()
    with os.fdopen(os.open(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(f"{code}\n")
    return code


def configure(
    c: Any,
    folder: Path,
    *,
    seats: int = 30,
    host: str = "127.0.0.1",
    port: int = 8000,
    classes: str = "",
    idle: int = IDLE_SECONDS,
) -> None:
    """Set up a hub whose files are in ``folder``, for so many pupils at the same time.

    It listens on ``port``; the two ports after it are for its own programs.

    ``classes`` is where classes are kept, a file or the address of a database; without it they are
    in the folder, or where ``PHASE10_CLASSES`` says. ``idle`` is in seconds.
    """
    from phase10.hub.door import NicknameAuthenticator
    from phase10.hub.pages import PageSpawner
    from phase10.hub.words import words

    folder = folder.absolute()
    place = classes or os.environ.get("PHASE10_CLASSES") or str(folder / "classes.sqlite3")
    c.JupyterHub.bind_url = f"http://{host}:{port}"
    # Only programs of this machine come here.
    c.JupyterHub.hub_bind_url = f"http://127.0.0.1:{port + 1}"
    c.ConfigurableHTTPProxy.api_url = f"http://127.0.0.1:{port + 2}"
    c.JupyterHub.db_url = f"sqlite:///{folder / 'jupyterhub.sqlite'}"
    c.JupyterHub.cookie_secret_file = str(folder / "cookie_secret")
    c.ConfigurableHTTPProxy.pid_file = str(folder / "proxy.pid")
    # A proxy for https runs on this machine and says where a request comes from.
    c.JupyterHub.trusted_downstream_ips = ["127.0.0.1", "::1"]
    c.JupyterHub.template_paths = [str(TEMPLATES)]
    c.JupyterHub.template_vars = {"words": words()}
    c.JupyterHub.active_server_limit = seats
    c.JupyterHub.concurrent_spawn_limit = max(4, 2 * (os.cpu_count() or 1))
    c.JupyterHub.authenticator_class = NicknameAuthenticator
    c.NicknameAuthenticator.code = _code(folder)
    c.NicknameAuthenticator.names = str(folder / NAMES)
    c.JupyterHub.spawner_class = PageSpawner
    c.PageSpawner.folder = str(folder / "pupils")
    c.PageSpawner.classes = place
    c.Spawner.start_timeout = PATIENCE
    c.Spawner.http_timeout = PATIENCE
    c.JupyterHub.services = [
        {
            "name": "idle",
            "command": [
                *(sys.executable, "-m", "jupyterhub_idle_culler"),
                *(f"--timeout={idle}", f"--cull-every={max(1, min(60, idle // 2))}"),
            ],
        }
    ]
    c.JupyterHub.load_roles = [
        {
            "name": "idle",
            "services": ["idle"],
            "scopes": ["list:users", "read:users:activity", "read:servers", "delete:servers"],
        }
    ]
    # What the proxy saw is asked for often enough that no server in use seems idle.
    c.JupyterHub.last_activity_interval = max(1, min(60, idle // 4))
