"""Pages for a whole school: JupyterHub gives every pupil a server of their own.

``settings`` writes and holds the hub's configuration, ``door`` knows who may come, ``pages`` starts
the servers, ``page`` is such a server, ``words`` what the hub's own few pages say.
"""

from __future__ import annotations

from phase10.hub.settings import configure

__all__ = ["configure"]
