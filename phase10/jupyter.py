"""The quick socket for JupyterLab and Notebook: a server extension that the wheel enables.

Jupyter's own socket waits to fill a packet, which can cost 40 ms a click.
"""

from __future__ import annotations

from typing import Any

from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection

__all__ = ["QuickConnection"]

SETTING = "kernel_websocket_connection_class"


class QuickConnection(ZMQChannelsWebsocketConnection):
    """A page's connection to its kernel that sends each answer at once."""

    def connect(self) -> Any:
        """Connect, without the delay of Nagle's algorithm."""
        self.websocket_handler.set_nodelay(True)
        return super().connect()


def _jupyter_server_extension_points() -> list[dict[str, str]]:
    return [{"module": __name__}]


def _load_jupyter_server_extension(server: Any) -> None:
    """Replace Jupyter's own connection; one that somebody chose (a gateway, say) stays."""
    settings = server.web_app.settings
    if settings.get(SETTING) is ZMQChannelsWebsocketConnection:
        settings[SETTING] = QuickConnection
