"""The notebooks in JupyterLab and Notebook 7, with the quick socket, as they are copied."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.support.browsing import Watch
from tests.support.known_hand import PATIENCE, gets_hint
from tests.support.packaging import run
from tests.support.servers import Server

pytestmark = pytest.mark.slow

OPENED = {"lab": "lab/tree/app.ipynb?reset&", "notebook": "notebooks/app.ipynb?"}


@pytest.fixture(scope="module", params=sorted(OPENED))
def jupyter(
    request: pytest.FixtureRequest,
    wheel_python: Path,
    private_environment: dict[str, str],
    start_server: Callable[..., Server],
    tmp_path_factory: pytest.TempPathFactory,
) -> tuple[str, Server]:
    """A server of Jupyter on the copied notebooks, and how a notebook is opened in it."""
    folder = tmp_path_factory.mktemp("notebooks")
    run([wheel_python, "-m", "phase10", "notebooks", folder], env=private_environment)
    program = {"lab": "jupyterlab", "notebook": "notebook"}[request.param]
    server = start_server(
        lambda port: [
            *(wheel_python, "-m", program, f"--port={port}", "--no-browser", "--allow-root"),
            *("--IdentityProvider.token=t", f"--ServerApp.root_dir={folder}"),
            # Their news come from another host.
            *(
                "--LabApp.news_url=",
                "--LabApp.collaborative=False",
                "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
            ),
            "--ServerApp.log_level=DEBUG",
        ],
        # The wheel's own settings first, nothing of this user.
        {"JUPYTER_PREFER_ENV_PATH": "1"},
    )
    return OPENED[request.param], server


def test_the_app_runs_and_answers(jupyter: tuple[str, Server], page: Page, watch: Watch) -> None:
    address, server = jupyter
    page.set_default_timeout(PATIENCE)
    # Jupyter's own settings editor looks at a setting of an extension that is not there.
    watch.expect_error("reading 'schema'")
    page.goto(f"{server.url}{address}token=t")
    cell = page.locator(".jp-Notebook .jp-CodeCell").first
    cell.wait_for(timeout=PATIENCE)
    dialog = page.locator(".jp-Dialog")
    page.add_locator_handler(dialog, lambda: dialog.locator(".jp-mod-accept").click())
    expect(page.locator(".jp-Toolbar-kernelName").first).to_contain_text(
        "Python 3", timeout=PATIENCE
    )
    # A key that comes before the notebook listens is lost: it is pressed until the cell has run.
    prompt = cell.locator(".jp-InputPrompt").first
    for _ in range(int(PATIENCE / 1000)):
        if "[ ]" not in prompt.inner_text():
            break
        cell.locator(".cm-content").click()
        page.keyboard.press("Shift+Enter")
        page.wait_for_timeout(1000)
    gets_hint(page)
    page.locator("#phase-8").click()
    expect(page.locator("#phase-8")).to_have_attribute("aria-checked", "true", timeout=PATIENCE)
    assert watch.foreign() == []
    assert "phase10.jupyter | extension was successfully loaded" in server.output()
