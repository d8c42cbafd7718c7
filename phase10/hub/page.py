"""The server of one pupil: our server behind a hub, which says who comes."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

from jupyterhub import __version__
from jupyterhub.singleuser.extension import (
    JupyterHubIdentityProvider,
    JupyterHubOAuthCallbackHandler,
)
from traitlets.config import Config

from phase10.serve import app_notebook
from phase10.server import Plan, pages
from phase10.server.program import Server, prepare

__all__ = ["run"]


class HubDoor(JupyterHubIdentityProvider):  # type: ignore[misc]  # JupyterHub has no types
    """Ask the hub who comes; nobody but the pupil gets in."""

    closed = False  # there is no code at this door
    code = ""

    def should_check_origin(self, _handler: Any) -> bool:
        """Check where every request comes from."""
        return True

    def is_token_authenticated(self, _handler: Any) -> bool:
        """Let no token get round what is checked."""
        return False


class HubPageHandler(pages.PageHandler):
    """Send the page to its pupil, others to the hub."""

    async def _came_by_link(self) -> bool:
        self.redirect(self.get_login_url())
        return False


class HubServer(Server):
    """The server at the address that the hub gave it."""

    def init_handlers(self) -> list[Any]:
        """Serve the page, and what the hub answers when it is asked who comes."""
        served = super().init_handlers()
        start = re.escape(self.base_url)
        return [
            (
                f"{start}oauth_callback",
                JupyterHubOAuthCallbackHandler,
                {"hub_auth": self.identity_provider.hub_auth},
            ),
            *(
                (address, HubPageHandler, *options) if handler is pages.PageHandler
                else (address, handler, *options)
                for address, handler, *options in served
            ),
        ]  # fmt: skip

    def address(self, **_query: str) -> str:
        """Give the address at which pupils come in, whoever they are; "" if none is known."""
        return os.environ.get("JUPYTERHUB_PUBLIC_HUB_URL", "").rstrip("/") and (
            os.environ["JUPYTERHUB_PUBLIC_HUB_URL"].rstrip("/") + "/user-redirect/"
        )

    def _say_where(self, _asked: int) -> None:
        """Say nothing: the hub knows."""

    def _ports(self) -> Iterator[int]:
        yield self.port


def run() -> None:
    """Serve one pupil until the hub ends this program."""
    given = urlsplit(os.environ["JUPYTERHUB_SERVICE_URL"])
    plan = Plan(
        app_notebook(),
        host=given.hostname or "127.0.0.1",
        port=given.port or 0,
        open_browser=False,
        preheat=0,
        seats=1,
    )
    config = Config()
    config.Voila.base_url = os.environ["JUPYTERHUB_SERVICE_PREFIX"]
    config.Voila.identity_provider_class = HubDoor
    config.Voila.tornado_settings = {
        "headers": pages.HEADERS | {"X-JupyterHub-Version": __version__},
        "websocket_max_message_size": pages.LONGEST_MESSAGE,
        # Requests carry the name under which the hub is known.
        "allow_remote_access": True,
    }
    # What lets the hub be asked is not for kernels, which inherit all variables.
    config.HubOAuth.api_token = os.environ.pop("JUPYTERHUB_API_TOKEN")
    program = prepare(HubServer, plan, config)
    program.start()


if __name__ == "__main__":
    run()
