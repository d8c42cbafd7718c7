"""Build hook: compile the catalogues, and carry the notebooks in the package."""

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
        """Compile catalogues into the tree; a wheel also gets the notebooks.

        An editable install reads them from the checkout: copies would grow stale.
        """
        root = Path(self.root)
        compile_catalogues(root / "phase10" / "locale")
        if version == "standard":
            folder = root / "notebooks"
            # The app is named: without it the build shall fail.
            for notebook in {folder / "app.ipynb", *folder.glob("*.ipynb")}:
                build_data["force_include"][str(notebook)] = f"phase10/notebooks/{notebook.name}"
