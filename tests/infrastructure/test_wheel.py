"""The wheel holds everything that runs, and nothing else; what is tested is what is installed."""

from __future__ import annotations

import gettext
import zipfile
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from tests.support.packaging import CHECKOUT, build, copy_sources, run

NOT_PACKAGED = {"phase10/locale/hatch_build.py"}
LANGUAGES = ("en", "lv")


def content(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


@pytest.fixture(scope="module")
def packed(wheel: Path) -> set[str]:
    return content(wheel)


def test_every_committed_file_of_the_package_is_in_the_wheel(packed: set[str]) -> None:
    listed = run(
        ["git", "-c", f"safe.directory={CHECKOUT}", "ls-files", "phase10"], cwd=CHECKOUT
    ).splitlines()
    wanted = {name for name in listed if (CHECKOUT / name).is_file()} - NOT_PACKAGED
    assert len(wanted) > 10
    assert wanted - packed == set()


def test_what_is_not_python_is_there(packed: set[str]) -> None:
    assert {
        "phase10/game/editions.toml",
        "phase10/notebooks/app.ipynb",
        "phase10/py.typed",
        "phase10/widgets/host.css",
        "phase10/widgets/host.js",
    } <= packed
    for language in LANGUAGES:
        assert f"phase10/locale/{language}/LC_MESSAGES/phase10.mo" in packed


def test_the_template_is_where_voila_looks(packed: set[str]) -> None:
    below = "voila/templates/phase10/"
    inside = {
        name.partition(below)[2] for name in packed if f"phase10/share/jupyter/{below}" in name
    }
    data = {
        name.partition(below)[2] for name in packed if f".data/data/share/jupyter/{below}" in name
    }
    assert "conf.json" in inside
    assert data == inside


def test_nothing_else_is_installed(packed: set[str]) -> None:
    tops = {name.split("/")[0] for name in packed}
    assert {top for top in tops if not top.startswith("phase10-")} == {"phase10"}
    assert not NOT_PACKAGED & packed


def test_wheel_of_the_sdist_is_the_same(packed: set[str], tmp_path: Path) -> None:
    sources = copy_sources(tmp_path / "sources")
    sdist = build(sources, tmp_path / "sdist", kind="sdist")
    run(["tar", "-xzf", sdist, "-C", tmp_path])
    unpacked = tmp_path / sdist.name.removesuffix(".tar.gz")
    assert not list(unpacked.glob("**/*.mo"))
    assert content(build(unpacked, tmp_path / "dist")) == packed


def test_an_installed_package_is_not_the_checkout(wheel_python: Path, tmp_path: Path) -> None:
    where = run([wheel_python, "-c", "import phase10; print(phase10.__file__)"], cwd=tmp_path)
    assert Path(where.strip()).is_relative_to(wheel_python.parents[1])


def test_a_page_needs_the_standard_library_alone(wheel_python: Path, tmp_path: Path) -> None:
    program = (
        "import sys; before = set(sys.modules)\n"
        "from phase10.dashboards.app import make_page\n"
        "from phase10.widgets.session import Session\n"
        "session = Session(make_page(), lambda reply: None)\n"
        "session.receive({'type': 'hello', 'lang': 'lv', 'search': ''})\n"
        "new = {name.partition('.')[0] for name in set(sys.modules) - before}\n"
        "print(sorted(new - set(sys.stdlib_module_names) - {'phase10'}))"
    )
    assert run([wheel_python, "-c", program], cwd=tmp_path).strip() == "[]"


@pytest.mark.parametrize("language", LANGUAGES)
def test_catalogues_are_compiled_whole(wheel: Path, language: str) -> None:
    stem = f"phase10/locale/{language}/LC_MESSAGES/phase10"
    with (CHECKOUT / f"{stem}.po").open("rb") as text:
        messages = [message for message in read_po(text) if message.id]
    with zipfile.ZipFile(wheel) as archive, archive.open(f"{stem}.mo") as binary:
        compiled = gettext.GNUTranslations(binary)
    assert messages
    for message in messages:
        assert not message.fuzzy, message.id
        if isinstance(message.id, str):
            assert message.string, message.id
            found = (
                compiled.pgettext(message.context, message.id)
                if message.context
                else compiled.gettext(message.id)
            )
            assert found == message.string
        else:
            assert all(message.string), message.id


def test_a_missing_data_file_would_be_found(tmp_path: Path) -> None:
    """The build fails rather than leave out the notebook or the template."""
    sources = copy_sources(tmp_path / "sources")
    (sources / "notebooks" / "app.ipynb").unlink()
    with pytest.raises(AssertionError, match=r"app\.ipynb"):
        build(sources, tmp_path / "dist")
