"""Build hook: compile the catalogues, and carry the notebook of the app in the package."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


def compile_catalogues(folder: Path) -> list[Path]:
    """Compile every ``<language>/LC_MESSAGES/*.po`` below a folder; return the ``.mo`` files."""
    compiled = []
    for source in sorted(folder.glob("*/LC_MESSAGES/*.po")):
        with source.open("rb") as text:
            catalogue = read_po(text, locale=source.parents[1].name, abort_invalid=True)
        target = source.with_suffix(".mo")
        with target.open("wb") as binary:
            write_mo(binary, catalogue)
        compiled.append(target)
    return compiled


class CustomBuildHook(BuildHookInterface[Any]):
    """Prepare what a wheel or an editable install needs beside the committed files."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile catalogues into the tree; a wheel also gets the notebook that Voilà serves.

        An editable install reads the notebook from the checkout: a copy would grow stale.
        """
        root = Path(self.root)
        compile_catalogues(root / "phase10" / "locale")
        if version == "standard":
            notebook = root / "notebooks" / "app.ipynb"
            build_data["force_include"][str(notebook)] = "phase10/notebooks/app.ipynb"
