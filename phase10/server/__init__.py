"""The server of the dashboards: a stand-alone Voilà, set up in code.

``program`` is the server itself, ``kernels`` the processes behind pages, ``pages`` what is served
and to whom, ``door`` the code of a class and ``notices`` the few pages without a kernel.
"""

from __future__ import annotations

from phase10.server.kernels import Kernel
from phase10.server.program import Plan, run

__all__ = ["Kernel", "Plan", "run"]
