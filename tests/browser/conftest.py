"""Servers that the browser tests share. Browser, pages and axe are in ``tests/conftest.py``."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.support.servers import Server


@pytest.fixture(scope="session")
def app_server(voila_server: Callable[..., Server]) -> Server:
    """The app as the command ``phase10`` serves it, from the wheel."""
    return voila_server()
