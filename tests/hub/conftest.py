"""One hub for the tests of this folder."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support import proxy
from tests.support.hubs import School
from tests.support.servers import Server

DUMMY = """
c.JupyterHub.authenticator_class = "dummy"
c.Authenticator.allow_all = True
c.DummyAuthenticator.password = "for all"
"""


@pytest.fixture(scope="session")
def make_school(
    request: pytest.FixtureRequest,
    wheel_python: Path,
    private_environment: dict[str, str],
    start_server: Callable[..., Server],
    tmp_path_factory: pytest.TempPathFactory,
) -> Callable[..., School]:
    """Start a hub; it ends with the session."""
    folder = Path(request.config.cache.mkdir(f"proxy-{proxy.VERSION}"))
    program = proxy.kept(folder)

    def make(**options: object) -> School:
        return School(
            wheel_python,
            program,
            tmp_path_factory.mktemp("hub"),
            start_server,
            private_environment,
            **options,  # type: ignore[arg-type]
        )

    return make


@pytest.fixture(scope="module")
def school(make_school: Callable[..., School]) -> School:
    """A hub as the command sets it up."""
    return make_school()


@pytest.fixture(scope="module")
def dummy_school(make_school: Callable[..., School]) -> School:
    """The same with JupyterHub's own authenticator for tests; servers end soon."""
    port = "int(c.JupyterHub.bind_url.rpartition(':')[2])"
    return make_school(more=f"configure(c, Path(__file__).parent, port={port}, idle=20)\n{DUMMY}")
