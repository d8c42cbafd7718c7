"""Building the wheel from the checkout and installing it where nothing else of it can be seen."""

from __future__ import annotations

import os
import runpy
import shutil
import site
import subprocess
import sys
import venv
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]
BUILD_INPUTS = ("pyproject.toml", "README.md", "LICENSE", ".gitignore", "phase10", "notebooks")


def run(command: list[str | Path], **options: object) -> str:
    """Run a command, return what it printed; fail with all of its output."""
    done = subprocess.run(  # type: ignore[call-overload]
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
        **options,
    )
    assert done.returncode == 0, f"{command} ended with {done.returncode}:\n{done.stdout}"
    return str(done.stdout)


def compile_changed_catalogues() -> None:
    """Bring the compiled catalogues of the checkout up to date, as an editable install does."""
    locale = CHECKOUT / "phase10" / "locale"
    sources = list(locale.glob("*/LC_MESSAGES/*.po"))
    compiled = {source: source.with_suffix(".mo") for source in sources}
    if all(mo.exists() and mo.stat().st_mtime > po.stat().st_mtime for po, mo in compiled.items()):
        return
    hook = runpy.run_path(str(locale / "hatch_build.py"))
    hook["compile_catalogues"](locale)


def copy_sources(target: Path) -> Path:
    """Copy what the wheel is built from, without anything that an earlier build left."""
    target.mkdir(parents=True)
    leave = shutil.ignore_patterns("__pycache__", "*.mo", ".ipynb_checkpoints", "*.egg-info")
    for name in BUILD_INPUTS:
        source = CHECKOUT / name
        if source.is_dir():
            shutil.copytree(source, target / name, ignore=leave)
        else:
            shutil.copy2(source, target / name)
    return target


def build(sources: Path, output: Path, *, kind: str = "wheel") -> Path:
    """Build a wheel or sdist with the build back end of this environment; return the file."""
    command = [sys.executable, "-m", "hatchling", "build", "--target", kind, "--directory", output]
    run(command, cwd=sources)
    (built,) = output.glob("*.whl" if kind == "wheel" else "*.tar.gz")
    return built


def _share(outer: Path, inner: Path, own: set[str], below: str = "") -> None:
    """Link what the running environment has in a data folder, but nothing of our own package."""
    for entry in sorted(outer.iterdir()):
        name = f"{below}{entry.name}"
        if name in own:
            continue
        target = inner / entry.name
        if any(path.startswith(f"{name}/") for path in own):
            target.mkdir(exist_ok=True)
            _share(entry, target, own, f"{name}/")
        elif not target.exists():
            target.symlink_to(entry, target_is_directory=entry.is_dir())


def install_alone(wheel: Path, folder: Path) -> Path:
    """Make an environment that has our package from a wheel and the rest from the running one.

    Nothing is downloaded: third-party packages come through a ``.pth`` file, which makes their
    own ``.pth`` files (an editable install of our package among them) invisible.
    """
    venv.create(folder, with_pip=False, symlinks=True)
    python = folder / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", python]
    run([*pip, "install", "--quiet", "--no-deps", "--no-index", "--no-cache-dir", wheel])
    own_site = next((folder / "lib").glob("python*/site-packages"))
    borrowed = [*site.getsitepackages(), site.getusersitepackages()]
    (own_site / "borrowed.pth").write_text(
        "\n".join(path for path in borrowed if Path(path).is_dir()) + "\n", encoding="utf-8"
    )
    for name in ("share/jupyter", "etc/jupyter"):
        outer, inner = Path(sys.prefix, name), folder / name
        if outer.is_dir():
            inner.mkdir(parents=True, exist_ok=True)
            _share(
                outer, inner, {"voila/templates/phase10", "jupyter_server_config.d/phase10.json"}
            )
    return python


def private_environment(home: Path, **extra: str) -> dict[str, str]:
    """Return an environment in which programs read and write settings only below one folder."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(
            ("JUPYTER", "IPYTHON", "VOILA", "PYTEST", "PYTHONPATH", "VIRTUAL_ENV")
        )
    }
    folders = {
        "HOME": home,
        "IPYTHONDIR": home / "ipython",
        "JUPYTER_CONFIG_DIR": home / "jupyter-config",
        "JUPYTER_DATA_DIR": home / "jupyter-data",
        "JUPYTER_RUNTIME_DIR": home / "jupyter-runtime",
        "XDG_CACHE_HOME": home / "cache",
        "XDG_CONFIG_HOME": home / "config",
        "XDG_DATA_HOME": home / "data",
        "XDG_STATE_HOME": home / "state",
    }
    for folder in folders.values():
        folder.mkdir(parents=True, exist_ok=True)
    return kept | {name: str(folder) for name, folder in folders.items()} | extra
